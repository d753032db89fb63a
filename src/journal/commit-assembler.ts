import type { JournalEntry, LinePlace } from '../app/ports/journal.ts';
import { MAX_COMMIT_EVENTS } from '../events/envelope.ts';
import type { StreamName } from '../kernel/ids.ts';

/** A line that parsed. */
export type GoodEntry = Exclude<JournalEntry, { readonly kind: 'damage' }>;
export type DamageEntry = Extract<JournalEntry, { readonly kind: 'damage' }>;

/** A damaged line, a break in the chain, or the blank that a repair left: each accounts for lines that are not there. */
export type Gap = DamageEntry | { readonly kind: 'blank'; readonly place: LinePlace };

interface OpenCommit {
  readonly id: string;
  readonly size: number;
  last: number;
  missing: number;
  /** Offset before which the first missing line would lie. */
  missingAt: number | undefined;
}

/** What is left when a segment has no more lines. */
export interface Remainder {
  readonly entries: readonly JournalEntry[];
  /** Offset before which everything was given out; `undefined` when nothing is held back. */
  readonly heldFrom: number | undefined;
}

const NONE: readonly JournalEntry[] = [];

/**
 * Puts the lines of one segment together to commits, so that a commit is given out whole or not at all. A gap within a commit
 * marks all its streams; a gap between commits stands alone.
 */
export class CommitAssembler {
  #held: (GoodEntry | Gap)[] = [];
  #open: OpenCommit | undefined;
  /** Reading that starts in the middle of a commit does not miss its beginning. */
  #resumed: boolean;

  constructor(resumed: boolean) {
    this.#resumed = resumed;
  }

  /** Takes a line that parsed; gives out what is complete now. */
  take(entry: GoodEntry): readonly JournalEntry[] {
    const [id, index, size] = entry.event.commit;
    const open = this.#open;
    if (open === undefined && size === 1 && this.#held.length === 0) return [entry];
    if (open !== undefined && id === open.id && size === open.size && index > open.last) {
      if (index > open.last + 1) {
        open.missing += index - open.last - 1;
        open.missingAt ??= entry.place.offset;
      }
      open.last = index;
      this.#held.push(entry);
      return index === size - 1 ? this.#flush() : NONE;
    }
    const before = this.#closeBefore(index);
    this.#begin(entry);
    return index === size - 1 ? [...before, ...this.#flush()] : before;
  }

  /** Takes a gap; it is held until the lines around it tell whose it is. */
  takeGap(gap: Gap): readonly JournalEntry[] {
    this.#resumed = false;
    this.#held.push(gap);
    return this.#held.length > 2 * MAX_COMMIT_EVENTS ? this.#flush() : NONE;
  }

  /**
   * Ends the segment. A commit whose later lines are missing is held back for ever if the segment was not ended after it; a
   * bad line at the very end is the rest of its commit.
   */
  finish(segment: { readonly endedHere: boolean; readonly torn: boolean }): Remainder {
    const last = this.#held.at(-1);
    if (this.#open === undefined || segment.endedHere || (!segment.torn && last !== undefined && isGap(last))) {
      return { entries: this.#flush(), heldFrom: undefined };
    }
    return { entries: NONE, heldFrom: this.#held[0]?.place.offset };
  }

  #begin(entry: GoodEntry): void {
    const [id, index, size] = entry.event.commit;
    const missing = this.#resumed ? 0 : index;
    this.#open = { id, size, last: index, missing, missingAt: missing > 0 ? entry.place.offset : undefined };
    this.#resumed = false;
    this.#held.push(entry);
  }

  /** Gives out what does not belong to a commit that begins with this index: gaps before an index above 0 do belong to it. */
  #closeBefore(index: number): readonly JournalEntry[] {
    return this.#open === undefined && index > 0 ? NONE : this.#flush();
  }

  #flush(): readonly JournalEntry[] {
    const held = this.#held;
    const open = this.#open;
    this.#held = [];
    this.#open = undefined;
    if (open === undefined) return held.filter((item) => item.kind !== 'blank');
    const missing = open.missing + open.size - 1 - open.last;
    const unexplained = missing > 0 && !held.some(isGap);
    if (!unexplained && !held.some((item) => item.kind === 'damage'))
      return held.filter((item) => item.kind !== 'blank');
    const streams = streamsOf(held);
    const served = held
      .filter((item) => item.kind !== 'blank')
      .map((item) => (item.kind === 'damage' ? { ...item, streams } : item));
    return unexplained ? [partialCommit(held, { missing, streams, at: open.missingAt }), ...served] : served;
  }
}

function isGap(item: GoodEntry | Gap): boolean {
  return item.kind === 'damage' || item.kind === 'blank';
}

function streamsOf(held: readonly (GoodEntry | Gap)[]): readonly StreamName[] {
  const streams = new Set<StreamName>();
  for (const item of held) {
    if (item.kind === 'damage') for (const stream of item.streams) streams.add(stream);
    else if (item.kind !== 'blank') streams.add(item.event.stream);
  }
  return [...streams];
}

function partialCommit(
  held: readonly (GoodEntry | Gap)[],
  fault: { missing: number; streams: readonly StreamName[]; at: number | undefined },
): DamageEntry {
  const last = held.at(-1)?.place ?? { segment: 0, offset: 0, length: 0 };
  return {
    kind: 'damage',
    code: 'partial-commit',
    place: { segment: last.segment, offset: fault.at ?? last.offset + last.length, length: 0 },
    streams: fault.streams,
    detail: `${fault.missing} line(s) of a commit are not there`,
  };
}
