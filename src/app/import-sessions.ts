import { MAX_COMMIT_BYTES, MAX_COMMIT_EVENTS } from '../events/envelope.ts';
import { sessionStream } from '../kernel/ids.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { commitDecision, type Decide, touchesStream } from './commit-decision.ts';
import { draftBytes } from './commit-slices.ts';
import type { AppContext } from './context.ts';
import { foreignAgent } from './detect-agent.ts';
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
import { offerSummary } from './offer-summary.ts';
import type { Importer, SkippedPath, SourceFile } from './ports/importer.ts';
import type { JournalEntry } from './ports/journal.ts';
import { prepareImport } from './prepare-import.ts';
import type { PreparedImport, SettledSource } from './prepared-import.ts';
import { freezeProjects } from './project-change.ts';
import { unchangedSession } from './source-change.ts';
import { sourceName } from './source-name.ts';

/** New sessions renamed into place and committed together. */
const BATCH_SESSIONS = 64;
/** Kept bytes waiting for one commit. */
const BATCH_BYTES = 2 * 1024 * 1024;

export interface ImportRequest {
  readonly importer: Importer;
  /** Files found by `findSources`, in the order to import. */
  readonly files: readonly (SourceFile | SkippedPath)[];
  readonly dryRun: boolean;
  readonly revive: boolean;
  readonly onProgress?: (done: number, total: number) => void;
  /** Told of each file when it is decided: after its commit, where it needs one. `path` is redacted. */
  readonly onOutcome?: (path: string, outcome: SourceOutcome) => void;
  readonly onWait?: () => void;
  /** Asked before each file: what was read until then is committed, and the rest is left for another time. */
  readonly isStopped?: () => boolean;
}

interface Waiting {
  readonly file: SourceFile;
  readonly prepared: PreparedImport;
}

interface Run {
  readonly app: AppContext;
  readonly request: ImportRequest;
  readonly report: ImportReport;
  readonly pending: PendingBeginnings;
  readonly places: SeenPlaces;
  batch: Waiting[];
  bytes: number;
  events: number;
  eventBytes: number;
}

/** Keeps every session found in the files; each commit holds the lock by itself. */
export async function importSessions(app: AppContext, request: ImportRequest): Promise<ImportReport> {
  const run: Run = {
    app,
    request,
    report: emptyReport(request.importer.agent, request.dryRun),
    pending: new Map(),
    places: new Map(),
    batch: [],
    bytes: 0,
    events: 0,
    eventBytes: 0,
  };
  app.readModel.catchUp();
  let done = 0;
  try {
    for (const file of request.files) {
      if (request.isStopped?.() === true) break;
      await importFile(run, file);
      done += 1;
      request.onProgress?.(done, request.files.length);
    }
    // What another process changed meanwhile waits again.
    while (run.batch.length > 0) await commitBatch(run);
  } finally {
    app.sources.release();
  }
  if (run.report.changed.length > 0 && !request.dryRun) await freezeProjects(app, { wait: 'growing' });
  return run.report;
}

async function importFile(run: Run, file: SourceFile | SkippedPath): Promise<void> {
  const { app, report } = run;
  const path = app.redactor.redact(sourceName(file)).text;
  if ('code' in file) {
    book(run, path, skipOutcome(file));
    return;
  }
  report.bytes += file.size;
  const unchanged = unchangedSession(app, run.request.importer.agent, { file, path });
  if (unchanged !== undefined) {
    book(run, path, unchanged);
    return;
  }
  const result = prepareFile(run, file, path);
  if (result.kind === 'settled') bookSettled(run, path, result);
  else await enqueue(run, { file, prepared: result });
}

function prepareFile(run: Run, file: SourceFile, path: string): PreparedImport | SettledSource {
  try {
    return prepareSteadily(run, file, path);
  } catch (error) {
    if (error instanceof LoomError && error.kind === 'problem') {
      return { kind: 'settled', outcome: { status: 'failed', code: error.code, message: error.message } };
    }
    throw error;
  }
}

/** A database that was written to meanwhile is read once more, from a copy. */
function prepareSteadily(run: Run, file: SourceFile, path: string): PreparedImport | SettledSource {
  try {
    return prepareOpen(run, file, path);
  } catch (error) {
    if (error instanceof LoomError && error.code === 'source-changed') return prepareOpen(run, file, path);
    throw error;
  }
}

function prepareOpen(run: Run, file: SourceFile, path: string): PreparedImport | SettledSource {
  const { app, request, pending, places } = run;
  const { importer, revive, dryRun } = request;
  const foreign = foreignAgent(app, importer, file);
  if (foreign !== undefined) return { kind: 'settled', outcome: foreign };
  const source = importer.open?.(file, app.sources) ?? app.sources.open(file);
  if ('code' in source) {
    const { status, code, message } = skipOutcome(source);
    return { kind: 'settled', outcome: { status: code === 'not-a-session' ? status : 'failed', code, message } };
  }
  try {
    return prepareImport({ app, importer, file, path, source, pending, places, options: { revive, dryRun } });
  } finally {
    source.close();
  }
}

function book({ report, request }: Run, path: string, outcome: SourceOutcome): void {
  bookOutcome(report, path, outcome);
  request.onOutcome?.(path, outcome);
}

function bookSettled(run: Run, path: string, settled: SettledSource): void {
  book(run, path, settled.outcome);
  if (settled.tally !== undefined) bookTally(run.report, settled.tally);
}

async function enqueue(run: Run, waiting: Waiting): Promise<void> {
  const { prepared } = waiting;
  const collides = run.batch.some((item) => item.prepared.session === prepared.session);
  const eventBytes = prepared.drafts.reduce((sum, draft) => sum + draftBytes(draft), 0);
  const full =
    run.batch.length >= BATCH_SESSIONS ||
    run.events + prepared.drafts.length > MAX_COMMIT_EVENTS ||
    run.eventBytes + eventBytes > MAX_COMMIT_BYTES ||
    run.bytes + prepared.transcript.size() > BATCH_BYTES;
  if (collides) {
    prepared.transcript.discard();
    await commitBatch(run);
    await importFile(run, waiting.file);
    return;
  }
  if (full) await commitBatch(run);
  run.batch.push(waiting);
  run.bytes += prepared.transcript.size();
  run.events += prepared.drafts.length;
  run.eventBytes += eventBytes;
}

/** Whether the journal still says of a session what a batch was prepared from. */
function stillTrue({ app, request }: Run, prepared: PreparedImport, tail: readonly JournalEntry[]): boolean {
  if (touchesStream(tail, sessionStream(prepared.session))) return false;
  const state = app.readModel.state(prepared.session);
  if ((state?.transcript?.event ?? null) !== prepared.base) return false;
  return request.revive || state === undefined || (state.deleted === null && !state.purged);
}

/** Commits what waits. What another process changed meanwhile is read again, once the rest is committed. */
async function commitBatch(run: Run): Promise<void> {
  const { request, batch } = run;
  if (batch.length === 0) return;
  run.batch = [];
  run.bytes = 0;
  run.events = 0;
  run.eventBytes = 0;
  if (request.dryRun) {
    for (const waiting of batch) settle(run, waiting, true);
    return;
  }
  const landed = await landBatch(run, batch);
  for (const waiting of batch) settle(run, waiting, landed.has(waiting));
  const voided = batch.filter((waiting) => !landed.has(waiting));
  if (voided.length > 0) run.app.readModel.catchUp();
  for (const { file } of voided) await importFile(run, file);
  forgetBeginnings(run);
}

/** What is committed is found through the read model from now on; keys of all that was imported would fill the memory. */
function forgetBeginnings({ app, batch, pending }: Run): void {
  if (batch.length > 0) return;
  pending.clear();
  app.readModel.catchUp();
}

/** Makes a batch durable and commits it; what could not be committed is removed. Returns those still true inside the lock. */
async function landBatch(run: Run, batch: readonly Waiting[]): Promise<ReadonlySet<Waiting>> {
  const drafts = batch.map((waiting) => waiting.prepared.transcript);
  try {
    await run.app.transcripts.sealAll(drafts);
    return await commitSealed(run, batch);
  } catch (error) {
    for (const draft of drafts) draft.discard();
    throw error;
  }
}

async function commitSealed(run: Run, batch: readonly Waiting[]): Promise<ReadonlySet<Waiting>> {
  const { app, request } = run;
  let landed: readonly Waiting[] = [];
  const decide: Decide<never> = (tail) => {
    landed = batch.filter(({ prepared }) => stillTrue(run, prepared, tail));
    if (landed.length === 0) return { kind: 'nothing' };
    return {
      kind: 'append',
      drafts: landed.flatMap((waiting) => waiting.prepared.drafts),
      before: () => app.transcripts.publishAll(landed.map((waiting) => waiting.prepared.transcript)),
    };
  };
  const outcome = await commitDecision(app, () => decide, {
    wait: 'growing',
    ...(request.onWait === undefined ? {} : { onWait: request.onWait }),
  });
  if (outcome.kind === 'appended') {
    for (const { prepared } of landed) offerSummary(app, request.importer, { prepared, events: outcome.events });
  }
  return new Set(landed);
}

function settle(run: Run, { file, prepared }: Waiting, landed: boolean): void {
  const { app, report, request } = run;
  if (!landed || request.dryRun) prepared.transcript.discard();
  if (!landed) return;
  book(run, app.redactor.redact(sourceName(file)).text, prepared.outcome);
  bookTally(report, prepared.tally);
  report.warnings.push(...prepared.warnings);
}
