import type { MemoryId } from '../kernel/ids.ts';
import { type Claim, claimKeys, readClaim, weighty } from './memory-claim.ts';
import { type Conflict, findConflict, isTwin, wordsOfClaim } from './memory-likeness.ts';
import type { MemoryRecord } from './memory-state.ts';

/** A word that more records share than this tells little: they are not compared for conflicts because of it alone. */
const MOST_SHARING = 64;

interface Entry {
  readonly record: MemoryRecord;
  readonly claim: Claim;
}

type Accepts = (record: MemoryRecord) => boolean;

/** Records under words of their claims. */
class Shelf {
  readonly #entries = new Map<string, Set<Entry>>();

  add(key: string, entry: Entry): void {
    const there = this.#entries.get(key);
    if (there === undefined) this.#entries.set(key, new Set([entry]));
    else there.add(entry);
  }

  remove(key: string, entry: Entry): void {
    this.#entries.get(key)?.delete(entry);
  }

  at(key: string): ReadonlySet<Entry> {
    return this.#entries.get(key) ?? NONE;
  }

  /** The key under which the fewest are. */
  rarest(keys: readonly string[]): string | undefined {
    return keys.reduce<string | undefined>(
      (best, key) => (best === undefined || this.at(key).size < this.at(best).size ? key : best),
      undefined,
    );
  }
}

const NONE: ReadonlySet<Entry> = new Set();

function olderFirst(one: Entry, other: Entry): number {
  if (one.record.proposedAt === other.record.proposedAt) return 0;
  return one.record.proposedAt < other.record.proposedAt ? -1 : 1;
}

/** The claims of many records, kept by their words, so that a text is compared with few of them. */
export class ClaimBook {
  readonly #entries = new Map<MemoryId, Entry>();
  readonly #byText = new Shelf();
  readonly #byKey = new Shelf();
  /** Each record once, under the rarest of its words. */
  readonly #byRarest = new Shelf();
  readonly #rarest = new Map<MemoryId, string>();

  constructor(records: Iterable<MemoryRecord> = []) {
    for (const record of records) this.put(record);
  }

  has(id: MemoryId): boolean {
    return this.#entries.has(id);
  }

  /** Adds a record, or what has become of it. */
  put(record: MemoryRecord): void {
    const known = this.#entries.get(record.id);
    const claim = known?.record.text === record.text ? known.claim : readClaim(record.text);
    if (known !== undefined) this.remove(record.id);
    const entry = { record, claim };
    this.#entries.set(record.id, entry);
    this.#byText.add(claim.normal, entry);
    for (const key of claimKeys(claim)) this.#byKey.add(key, entry);
    const rarest = this.#byKey.rarest(weighty(wordsOfClaim(claim)));
    if (rarest === undefined) return;
    this.#byRarest.add(rarest, entry);
    this.#rarest.set(record.id, rarest);
  }

  remove(id: MemoryId): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    this.#entries.delete(id);
    this.#byText.remove(entry.claim.normal, entry);
    for (const key of claimKeys(entry.claim)) this.#byKey.remove(key, entry);
    this.#byRarest.remove(this.#rarest.get(id) ?? '', entry);
    this.#rarest.delete(id);
  }

  /** The record that claims the same: letter for letter but for form, else in other words; the oldest of several. */
  findTwin(text: string, accepts: Accepts): { readonly record: MemoryRecord; readonly exact: boolean } | undefined {
    const claim = readClaim(text);
    const [exact] = oldest(this.#byText.at(claim.normal), accepts);
    if (exact !== undefined) return { record: exact.record, exact: true };
    const twin = oldest(this.#likely(claim), accepts).find((each) => isTwin(each.claim, claim));
    return twin === undefined ? undefined : { record: twin.record, exact: false };
  }

  /** Of two twins one holds all telling words of the other: either its rarest is among mine, or my rarest among its. */
  #likely(claim: Claim): ReadonlySet<Entry> {
    const words = weighty(wordsOfClaim(claim));
    const rarest = this.#byKey.rarest(words);
    const found = new Set(rarest === undefined ? [] : this.#byKey.at(rarest));
    for (const word of words) for (const entry of this.#byRarest.at(word)) found.add(entry);
    return found;
  }

  /**
   * Records that cannot hold together with the text, as far as words tell. Shown to a person, never decided. Only those that
   * share a telling word or a kind of choice are compared.
   */
  findConflicts(text: string, accepts: Accepts): readonly Conflict[] {
    const claim = readClaim(text);
    const sharing = claimKeys(claim)
      .map((key) => this.#byKey.at(key))
      .filter(({ size }) => size > 0)
      .sort((one, other) => one.size - other.size);
    const near = new Set<Entry>();
    sharing.forEach((some, at) => {
      if (some.size <= MOST_SHARING || at === 0) for (const entry of [...some].slice(0, MOST_SHARING)) near.add(entry);
    });
    return [...near].flatMap((other) => {
      const reason = accepts(other.record) ? findConflict(claim, other.claim) : undefined;
      return reason === undefined ? [] : [{ record: other.record, reason }];
    });
  }
}

function oldest(entries: ReadonlySet<Entry>, accepts: Accepts): readonly Entry[] {
  return [...entries].filter(({ record }) => accepts(record)).sort(olderFirst);
}
