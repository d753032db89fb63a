import type { SessionState } from '../domain/session-state.ts';
import type { AppContext } from './context.ts';
import type { Importer } from './ports/importer.ts';
import type { HeldRecord } from './read-source.ts';

/** How a source that no longer begins with what was kept relates to it. */
export interface Rewrite {
  /** Ranges of kept ordinals, inclusive, that the source still contains unchanged. */
  readonly keeps: readonly (readonly [number, number])[];
  /**
   * Ordinals (0-based, in source order) of records to keep: the first new, changed or moved one and all after it, so that
   * the order of kept records is that of the source.
   */
  readonly fresh: ReadonlySet<number>;
  /** Whether any record of the source is new or changed. */
  readonly changed: boolean;
  /** Whether any keyed record of the source was known. */
  readonly related: boolean;
  /** Whether the source lacks records that were current until now. */
  readonly dropped: boolean;
}

interface KnownRecord {
  readonly n: number;
  /** Digest of its text: the texts of a long session would fill the memory. */
  readonly digest: string;
}

type Digest = (text: string) => string;

const DIGEST_BYTES = 16;

function digestWith(app: AppContext): Digest {
  return (text) => String.fromCharCode(...app.sha256(text).subarray(0, DIGEST_BYTES));
}

/** Current kept records by key, else by text; equal ones in their order. */
type KnownRecords = ReadonlyMap<string, readonly KnownRecord[]>;

function knownRecords(app: AppContext, importer: Importer, state: SessionState): KnownRecords {
  const digestOf = digestWith(app);
  const known = new Map<string, KnownRecord[]>();
  for (const item of app.transcripts.records(state.id, state.transcript?.keptLength ?? 0)) {
    if ('damage' in item || !item.current) continue;
    const digest = digestOf(JSON.stringify(item.record));
    const key = importer.facts(item.record).key ?? `text:${digest}`;
    const twins = known.get(key) ?? [];
    twins.push({ n: item.n, digest });
    known.set(key, twins);
  }
  return known;
}

/** Joins ordinals into inclusive ranges. */
export function toRanges(ordinals: readonly number[]): (readonly [number, number])[] {
  const ranges: [number, number][] = [];
  for (const n of [...ordinals].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && n === last[1] + 1) last[1] = n;
    else if (last === undefined || n > last[1]) ranges.push([n, n]);
  }
  return ranges;
}

/** The first kept record after `last` that is equal, else any equal one. */
function findEqual(twins: readonly KnownRecord[], digest: string, last: number): KnownRecord | undefined {
  return twins.find((twin) => twin.n > last && twin.digest === digest) ?? twins.find((twin) => twin.digest === digest);
}

/** Compares a rewritten source with what is kept, record by record. `preview` gives a record as it would be kept. */
export function compareRewrite(
  app: AppContext,
  importer: Importer,
  question: {
    readonly state: SessionState;
    readonly records: Iterable<HeldRecord>;
    readonly preview: (record: HeldRecord) => string;
  },
): Rewrite {
  const known = knownRecords(app, importer, question.state);
  const digestOf = digestWith(app);
  const still: number[] = [];
  const found = new Set<number>();
  const fresh = new Set<number>();
  let [ordinal, last] = [-1, 0];
  let [related, changed] = [false, false];
  for (const record of question.records) {
    ordinal += 1;
    const digest = digestOf(question.preview(record));
    const twins = known.get(record.key ?? `text:${digest}`) ?? [];
    if (twins.length > 0 && record.key !== undefined) related = true;
    const equal = findEqual(twins, digest, last);
    if (equal === undefined) changed = true;
    else found.add(equal.n);
    if (equal === undefined || equal.n <= last || fresh.size > 0) fresh.add(ordinal);
    else {
      still.push(equal.n);
      last = equal.n;
    }
  }
  const count = [...known.values()].reduce((sum, twins) => sum + twins.length, 0);
  return { keeps: toRanges(still), fresh, changed, related, dropped: found.size < count };
}
