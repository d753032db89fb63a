import type { SessionState } from '../domain/session-state.ts';
import type { AppContext } from './context.ts';
import type { Importer } from './ports/importer.ts';
import type { HeldRecord } from './read-source.ts';

/** How a source that no longer begins with what was kept relates to it. */
export interface Rewrite {
  /** Ranges of kept ordinals, inclusive, that the source still contains unchanged. */
  readonly keeps: readonly (readonly [number, number])[];
  /** Ordinals (0-based, in source order) of records that are new or changed. */
  readonly fresh: ReadonlySet<number>;
  /** Whether any keyed record of the source was known. */
  readonly related: boolean;
  /** Whether the source lacks records that were current until now. */
  readonly dropped: boolean;
}

interface KnownRecord {
  readonly n: number;
  readonly text: string;
}

function knownRecords(app: AppContext, importer: Importer, state: SessionState): Map<string, KnownRecord> {
  const known = new Map<string, KnownRecord>();
  for (const item of app.transcripts.records(state.id, state.transcript?.keptLength ?? 0)) {
    if ('damage' in item || !item.current) continue;
    const key = importer.facts(item.record).key ?? `text:${JSON.stringify(item.record)}`;
    if (!known.has(key)) known.set(key, { n: item.n, text: JSON.stringify(item.record) });
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
  const still: number[] = [];
  const fresh = new Set<number>();
  let ordinal = -1;
  let related = false;
  for (const record of question.records) {
    ordinal += 1;
    const text = question.preview(record);
    const match = known.get(record.key ?? `text:${text}`);
    if (match !== undefined && record.key !== undefined) related = true;
    if (match !== undefined && match.text === text) still.push(match.n);
    else fresh.add(ordinal);
  }
  const keeps = toRanges(still);
  const kept = keeps.reduce((sum, [from, to]) => sum + to - from + 1, 0);
  return { keeps, fresh, related, dropped: kept < known.size };
}
