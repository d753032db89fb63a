import type { AgentName } from '../events/agents.ts';
import type { ImportTally } from '../events/session-data.ts';
import { addAll } from '../kernel/add-all.ts';
import type { SessionId } from '../kernel/ids.ts';
import type { SkippedPath } from './ports/importer.ts';

/** What happened to one source file. */
export type SourceOutcome =
  | { readonly status: 'added' | 'updated' | 'unchanged'; readonly session: SessionId }
  | { readonly status: 'skipped' | 'failed'; readonly code: string; readonly message: string };

/** Codes of sources that could not be read, as opposed to those that are no session. */
const UNREAD: ReadonlySet<string> = new Set(['unreadable', 'unreadable-database', 'source-changed']);

/** What becomes of a path that is no source: it fails when it may have been one. */
export function skipOutcome({
  code,
  message,
}: SkippedPath): Extract<SourceOutcome, { readonly status: 'skipped' | 'failed' }> {
  return { status: UNREAD.has(code) ? 'failed' : 'skipped', code, message };
}

/** What one agent contributed to a report over several. */
export interface AgentShare {
  readonly agent: AgentName;
  readonly files: number;
  readonly bytes: number;
  readonly sessions: ImportReport['sessions'];
}

/** What became of the claims in an agent's own memory. */
export interface ClaimCounts {
  readonly read: number;
  /** Made as proposals, for a person to accept. */
  readonly proposed: number;
  /** Known records say the same, or the claim was told before. */
  readonly known: number;
  readonly refused: number;
  /** Of projects that no session was seen in. */
  readonly unplaced: number;
}

/** The answer of `import`; counts are sums over all files. */
export interface ImportReport {
  readonly agent: AgentName | 'several' | null;
  readonly dryRun: boolean;
  files: number;
  bytes: number;
  readonly sessions: { added: number; updated: number; unchanged: number; skipped: number; failed: number };
  readonly records: {
    read: number;
    kept: number;
    skipped: number;
    malformed: number;
    recovered: number;
    unknown: number;
  };
  readonly skippedTypes: Record<string, number>;
  readonly redactions: Record<string, number>;
  /** Session ids that were added or updated. */
  readonly changed: string[];
  readonly problems: { path: string; code: string; message: string }[];
  readonly warnings: string[];
  /** What the agent itself remembers, where it keeps something. */
  claims?: ClaimCounts;
  /** Places as they were given or found: to be redacted where they are told. */
  readonly searched: string[];
  /** Each agent by itself, where several were imported; those without any file are left out. */
  readonly agents?: readonly AgentShare[];
}

/** An empty report. */
export function emptyReport(agent: ImportReport['agent'], dryRun: boolean): ImportReport {
  return {
    agent,
    dryRun,
    files: 0,
    bytes: 0,
    sessions: { added: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 },
    records: { read: 0, kept: 0, skipped: 0, malformed: 0, recovered: 0, unknown: 0 },
    skippedTypes: {},
    redactions: {},
    changed: [],
    problems: [],
    warnings: [],
    searched: [],
  };
}

/** Adds up numbers under the same key. */
export function addCounts(into: Record<string, number>, more: Readonly<Record<string, number>>): void {
  for (const [key, count] of Object.entries(more)) {
    const before = Object.hasOwn(into, key) ? (into[key] ?? 0) : 0;
    Object.defineProperty(into, key, { value: before + count, enumerable: true, writable: true, configurable: true });
  }
}

/** Books one file's outcome. */
export function bookOutcome(report: ImportReport, path: string, outcome: SourceOutcome): void {
  report.files += 1;
  report.sessions[outcome.status] += 1;
  if (outcome.status === 'added' || outcome.status === 'updated') report.changed.push(outcome.session);
  if (outcome.status === 'failed' || outcome.status === 'skipped') {
    report.problems.push({ path, code: outcome.code, message: outcome.message });
  }
}

/** Books the records of one sync. */
export function bookTally(report: ImportReport, tally: ImportTally): void {
  for (const name of ['read', 'kept', 'skipped', 'malformed', 'recovered', 'unknown'] as const)
    report.records[name] += tally[name];
  addCounts(report.skippedTypes, tally.skippedTypes ?? {});
  addCounts(report.redactions, tally.redactions ?? {});
}

function sumClaims(one: ClaimCounts | undefined, other: ClaimCounts): ClaimCounts {
  if (one === undefined) return other;
  const names = ['read', 'proposed', 'known', 'refused', 'unplaced'] as const;
  return Object.fromEntries(names.map((name) => [name, one[name] + other[name]])) as unknown as ClaimCounts;
}

/** One report over several agents. */
export function mergeReports(reports: readonly ImportReport[]): ImportReport {
  const merged = emptyReport(
    'several',
    reports.some((report) => report.dryRun),
  );
  for (const report of reports) {
    merged.files += report.files;
    merged.bytes += report.bytes;
    addCounts(
      merged.sessions as unknown as Record<string, number>,
      report.sessions as unknown as Record<string, number>,
    );
    addCounts(merged.records as unknown as Record<string, number>, report.records as unknown as Record<string, number>);
    addCounts(merged.skippedTypes, report.skippedTypes);
    addCounts(merged.redactions, report.redactions);
    addAll(merged.changed, report.changed);
    addAll(merged.problems, report.problems);
    addAll(merged.warnings, report.warnings);
    if (report.claims !== undefined) merged.claims = sumClaims(merged.claims, report.claims);
    addAll(merged.searched, report.searched);
  }
  return { ...merged, agents: reports.flatMap(shareOf) };
}

function shareOf({ agent, files, bytes, sessions }: ImportReport): readonly AgentShare[] {
  return agent === null || agent === 'several' || files === 0 ? [] : [{ agent, files, bytes, sessions }];
}
