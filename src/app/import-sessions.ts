import { LoomError } from '../kernel/loom-error.ts';
import { AheadWindow, mayReadAhead } from './ahead-window.ts';
import type { AppContext } from './context.ts';
import { foreignAgent } from './detect-agent.ts';
import { ImportCommits, type Waiting } from './import-commits.ts';
import type { SeenPlaces } from './import-events.ts';
import type { PendingBeginnings } from './import-lineage.ts';
import {
  bookOutcome,
  bookTally,
  emptyReport,
  type ImportReport,
  type SourceOutcome,
  skipOutcome,
} from './import-report.ts';
import { keepAhead } from './keep-ahead.ts';
import type { AheadReader, SourceAhead } from './ports/ahead-reader.ts';
import type { Importer, SkippedPath, SourceFile } from './ports/importer.ts';
import { prepareImport } from './prepare-import.ts';
import type { PreparedImport, SettledSource } from './prepared-import.ts';
import { freezeProjects } from './project-change.ts';
import { KnownLooks, knownSource } from './source-change.ts';
import { sourceName, writtenName } from './source-name.ts';

/** A reader that an import may use. */
export interface AheadOffer {
  readonly open: () => Promise<AheadReader>;
  /** Bytes of new sources from which on it is worth its start. */
  readonly worthBytes: number;
}

export interface ImportRequest {
  readonly importer: Importer;
  /** Files found by `findSources`, in the order to import. */
  readonly files: readonly (SourceFile | SkippedPath)[];
  readonly dryRun: boolean;
  readonly revive: boolean;
  /** Reads sources that nothing was kept of before their turn, beside the commits. */
  readonly ahead?: AheadOffer;
  readonly onProgress?: (done: number, total: number) => void;
  /** Told of each file when it is decided: after its commit, where it needs one. `path` is redacted. */
  readonly onOutcome?: (path: string, outcome: SourceOutcome) => void;
  readonly onWait?: () => void;
  /** Told before each source that has to be read. */
  readonly onReading?: () => Promise<void>;
  /** Asked before each file: what was read until then is committed, and the rest is left for another time. */
  readonly isStopped?: () => boolean;
}

interface Run {
  readonly app: AppContext;
  readonly request: ImportRequest;
  readonly report: ImportReport;
  readonly pending: PendingBeginnings;
  readonly places: SeenPlaces;
  readonly commits: ImportCommits;
  readonly looks: KnownLooks;
  readonly ahead: AheadWindow | undefined;
}

async function beginRun(app: AppContext, request: ImportRequest): Promise<Run> {
  const { importer, revive, onWait } = request;
  const report = emptyReport(importer.agent, request.dryRun);
  const pending: PendingBeginnings = new Map();
  const onLanded = (waiting: Waiting) => settle({ app, request, report }, waiting);
  const waits = onWait === undefined ? {} : { onWait };
  const commits = new ImportCommits({ app, importer, pending, revive, onLanded, ...waits });
  const looks = new KnownLooks(app, importer.agent, request.files.length);
  const ahead = await openWindow(app, request, looks);
  return { app, request, report, pending, places: new Map(), commits, looks, ahead };
}

/** Sources that nothing was kept of are read before their turn, where that is worth it. */
async function openWindow(
  app: AppContext,
  { importer, files, ahead }: ImportRequest,
  looks: KnownLooks,
): Promise<AheadWindow | undefined> {
  if (ahead === undefined) return undefined;
  const isNew = (file: SourceFile | SkippedPath): file is SourceFile =>
    !('code' in file) && mayReadAhead(file) && !looks.isKnown(sourceName(file));
  const news = files.filter(isNew);
  const bytes = news.reduce((sum, { size }) => sum + size, 0);
  return bytes < ahead.worthBytes
    ? undefined
    : new AheadWindow({ app, importer, files: news, reader: await ahead.open() });
}

/** Keeps every session found in the files; each commit holds the lock by itself. */
export async function importSessions(app: AppContext, request: ImportRequest): Promise<ImportReport> {
  const run = await beginRun(app, request);
  let done = 0;
  try {
    for (const file of request.files) {
      if (request.isStopped?.() === true) break;
      await importFile(run, file);
      await run.commits.advance();
      done += 1;
      request.onProgress?.(done, request.files.length);
    }
    await finish(run);
  } catch (error) {
    run.commits.discard();
    throw error;
  } finally {
    await run.ahead?.discard();
    app.sources.release();
  }
  if (run.report.changed.length > 0 && !request.dryRun) await freezeProjects(app, { wait: 'growing' });
  return run.report;
}

/** Commits what waits, and reads again what another process changed meanwhile, until nothing is left. */
async function finish(run: Run): Promise<void> {
  let voided: readonly SourceFile[] = [];
  do {
    for (const file of voided) await importFile(run, file);
    await run.commits.finish();
    voided = run.commits.takeVoided();
  } while (voided.length > 0);
}

async function importFile(run: Run, file: SourceFile | SkippedPath): Promise<void> {
  const { app, report } = run;
  const name = sourceName(file);
  const seen = 'code' in file ? undefined : run.looks.unchanged({ file, path: name });
  // A name that is kept as it stands was redacted when it was kept.
  const path = seen === undefined ? writtenName(app, file) : name;
  if ('code' in file) {
    book(run, path, skipOutcome(file));
    return;
  }
  report.bytes += file.size;
  const unchanged = seen ?? (path === name ? undefined : run.looks.unchanged({ file, path }));
  if (unchanged !== undefined) {
    book(run, path, unchanged);
    return;
  }
  await run.request.onReading?.();
  const result = prepareFile(run, { file, path, ahead: await run.ahead?.take(file) });
  if (result.kind === 'settled') bookSettled(run, path, result);
  else await enqueue(run, { file, prepared: result });
}

/** A source with its path as it may be written, and what was read of it before its turn. */
interface Turn {
  readonly file: SourceFile;
  readonly path: string;
  readonly ahead: SourceAhead | undefined;
}

function prepareFile(run: Run, turn: Turn): PreparedImport | SettledSource {
  try {
    return prepareSteadily(run, turn);
  } catch (error) {
    if (error instanceof LoomError && error.kind === 'problem') {
      return { kind: 'settled', outcome: { status: 'failed', code: error.code, message: error.message } };
    }
    throw error;
  }
}

/** A database that was written to meanwhile is read once more, from a copy. */
function prepareSteadily(run: Run, turn: Turn): PreparedImport | SettledSource {
  try {
    return prepareOpen(run, turn);
  } catch (error) {
    if (error instanceof LoomError && error.code === 'source-changed') return prepareOpen(run, turn);
    throw error;
  }
}

function prepareOpen(run: Run, { file, path, ahead }: Turn): PreparedImport | SettledSource {
  const { app, request, pending, places } = run;
  const { importer, revive, dryRun } = request;
  const known = knownSource(app, importer.agent, path);
  const wish = { app, importer, file, path, known, pending, places, options: { revive, dryRun } };
  const kept = ahead === undefined ? undefined : keepAhead(wish, ahead);
  if (kept !== undefined) return kept;
  const foreign = known === undefined ? foreignAgent(app, importer, file) : undefined;
  if (foreign !== undefined) return { kind: 'settled', outcome: foreign };
  const source = importer.open?.(file, app.sources) ?? app.sources.open(file);
  if ('code' in source) {
    const { status, code, message } = skipOutcome(source);
    return { kind: 'settled', outcome: { status: code === 'not-a-session' ? status : 'failed', code, message } };
  }
  try {
    return prepareImport({ ...wish, source });
  } finally {
    source.close();
  }
}

function book({ report, request }: Pick<Run, 'report' | 'request'>, path: string, outcome: SourceOutcome): void {
  bookOutcome(report, path, outcome);
  request.onOutcome?.(path, outcome);
}

function bookSettled(run: Run, path: string, settled: SettledSource): void {
  book(run, path, settled.outcome);
  if (settled.tally !== undefined) bookTally(run.report, settled.tally);
}

async function enqueue(run: Run, waiting: Waiting): Promise<void> {
  const { app, commits, request } = run;
  const { prepared, file } = waiting;
  if (request.dryRun) {
    prepared.transcript.discard();
    settle({ app, request, report: run.report }, waiting);
    return;
  }
  if (!commits.holds(prepared.session)) {
    await commits.add(waiting);
    return;
  }
  // What this run has of the session comes first, and is what the source is compared with then.
  prepared.transcript.discard();
  await commits.finish();
  await importFile(run, file);
}

function settle(run: Pick<Run, 'app' | 'request' | 'report'>, { file, prepared }: Waiting): void {
  book(run, writtenName(run.app, file), prepared.outcome);
  bookTally(run.report, prepared.tally);
  run.report.warnings.push(...prepared.warnings);
}
