import { availableParallelism } from 'node:os';
import { closeSilentSessions } from '../app/close-silent.ts';
import type { AppContext } from '../app/context.ts';
import type { FoundSources } from '../app/find-sources.ts';
import type { ClaimWish } from '../app/import-claims.ts';
import { bookOutcome, emptyReport, type ImportReport, mergeReports, skipOutcome } from '../app/import-report.ts';
import { type AheadOffer, importSessions } from '../app/import-sessions.ts';
import type { AheadReader } from '../app/ports/ahead-reader.ts';
import type { Importer, SkippedPath } from '../app/ports/importer.ts';
import { countOf } from '../kernel/count-of.ts';
import type { IsoTime } from '../kernel/ids.ts';
import { instantMillis } from '../kernel/instant.ts';
import { LoomError } from '../kernel/loom-error.ts';
import type { Answer } from './answer.ts';
import type { DecryptFlags } from './encrypted-source.ts';
import { findTarget, type ImportTarget, isMemoryTool, readTarget, type TargetSources } from './import-target.ts';
import type { Progress } from './progress.ts';
import { describeImport } from './render/import-report.ts';

export interface ImportWords {
  /** `[AGENT] [PATH…]` as typed. */
  readonly words: readonly string[];
  readonly dryRun: boolean;
  readonly revive: boolean;
  readonly since?: IsoTime;
  /** `--yes` was given. */
  readonly yes: boolean;
  /** Keys of an encrypted export. */
  readonly decrypt: DecryptFlags;
  /** No plan is shown: `--quiet` or `--json`. */
  readonly silent: boolean;
}

/** Runs `loom import` and gives its answer: report, exit code, follow-up commands. */
export async function runImport(app: AppContext, request: ImportWords, progress: Progress): Promise<Answer> {
  const memory = new BoundOnDemand();
  try {
    return await importWords(app, request, { progress, memory });
  } finally {
    await memory.release();
  }
}

/** Bounds memory from the first source on that has to be read: most imports find that nothing changed. */
class BoundOnDemand {
  #unbound: Promise<() => void> | undefined;

  readonly bound = async (): Promise<void> => {
    this.#unbound ??= import('./bound-memory.ts').then(({ boundMemory }) => boundMemory());
    await this.#unbound;
  };

  async release(): Promise<void> {
    (await this.#unbound)?.();
  }
}

/** What goes with an import, whatever is imported. */
interface Company {
  readonly progress: Progress;
  readonly memory: BoundOnDemand;
}

async function importWords(app: AppContext, request: ImportWords, company: Company): Promise<Answer> {
  if (isMemoryTool(request.words)) return importMemory(app, request);
  const target = readTarget(app, request.words);
  if (target.store) {
    await company.memory.bound();
    return importAnswer(app, await importStoreFiles(app, request, target.paths), target);
  }
  const since = request.since === undefined ? undefined : instantMillis(request.since);
  const sources = findTarget(app, target, since);
  if (request.words.length === 0 && !request.dryRun) await agree(app, sources, request);
  const reports = await importTarget(app, { target, sources, request, ...company });
  if (!request.dryRun) await closeSilentSessions(app);
  return importAnswer(app, reports.length === 1 ? (reports[0] as ImportReport) : mergeReports(reports), target);
}

async function importMemory(app: AppContext, request: ImportWords): Promise<Answer> {
  const { runImportMemory } = await import('./run-import-memory.ts');
  return runImportMemory(app, request);
}

async function importStoreFiles(
  app: AppContext,
  request: ImportWords,
  paths: readonly string[],
): Promise<ImportReport> {
  const { importExport } = await import('./import-export.ts');
  return importExport(app, { ...request, paths });
}

/** The plan is loaded where it is made: most imports name what they read, and find that nothing changed. */
async function agree(app: AppContext, { agents }: TargetSources, request: ImportWords): Promise<void> {
  const { agreeOnPlan } = await import('./agree-on-plan.ts');
  await agreeOnPlan(app, agents, request);
}

/** What proposals are made with is large, and few agents remember anything themselves. */
async function importClaimsOf(app: AppContext, importer: Importer, wish: ClaimWish): Promise<void> {
  if (importer.claims === undefined) return;
  const { importClaims } = await import('../app/import-claims.ts');
  await importClaims(app, importer, wish);
}

interface TargetImport extends Company {
  readonly target: ImportTarget;
  readonly sources: TargetSources;
  readonly request: ImportWords;
}

async function importTarget(app: AppContext, wish: TargetImport): Promise<readonly ImportReport[]> {
  const { agents, others } = wish.sources;
  const reports: ImportReport[] = [];
  const ahead = new AheadOnDemand(app);
  try {
    for (const { importer, found } of agents) reports.push(await importAgent(app, importer, { ...wish, found, ahead }));
  } finally {
    await ahead.close();
    app.sources.lists?.keep();
  }
  if (wish.target.importers !== 'detect') tellNothingFound(app, reports);
  else if (others.length > 0 || agents.length === 0) reports.push(reportOthers(app, others, wish));
  return reports;
}

/** Bytes of new sources from which on a second thread saves more than its start takes. */
const WORTH_A_THREAD = 32 * 1024 * 1024;

/** Starts a second thread when it is asked for. */
class AheadOnDemand implements AheadOffer {
  readonly worthBytes = WORTH_A_THREAD;
  readonly #app: AppContext;
  #opened: Promise<AheadReader> | undefined;

  constructor(app: AppContext) {
    this.#app = app;
  }

  readonly open = (): Promise<AheadReader> => {
    this.#opened ??= this.#app.openAhead();
    return this.#opened;
  };

  async close(): Promise<void> {
    await (await this.#opened)?.close();
  }
}

/** An agent that is not on this machine is nothing to tell of while another one is. */
function tellNothingFound(app: AppContext, reports: readonly ImportReport[]): void {
  const [first] = reports;
  if (first === undefined || reports.some(({ files }) => files > 0)) return;
  first.warnings.push(
    reports.length === 1
      ? `no ${first.agent} session files in ${writtenPlaces(app, first).join(', ') || 'any usual place'}; if they lie elsewhere: loom import ${first.agent} PATH`
      : `no session files in the usual places of ${reports.length} agents (--json lists them); if yours lie elsewhere: loom import PATH`,
  );
}

/** What is no session of any agent, one problem each. */
function reportOthers(
  app: AppContext,
  others: readonly SkippedPath[],
  { target, request }: TargetImport,
): ImportReport {
  const report = emptyReport(null, request.dryRun);
  for (const other of others) bookOutcome(report, app.redactor.redact(other.path).text, skipOutcome(other));
  report.searched.push(...target.paths);
  if (others.length === 0) report.warnings.push(`no session files in ${writtenPlaces(app, report).join(', ')}`);
  return report;
}

async function importAgent(
  app: AppContext,
  importer: Importer,
  {
    found,
    request,
    progress,
    memory,
    ahead,
  }: TargetImport & { readonly found: FoundSources; readonly ahead: AheadOnDemand },
): Promise<ImportReport> {
  const report = await importSessions(app, {
    importer,
    files: found.files,
    dryRun: request.dryRun,
    revive: request.revive,
    // One core gains nothing by it.
    ...(request.dryRun || availableParallelism() < 2 ? {} : { ahead }),
    onProgress: (done, total) => progress.report(done, total, `Importing ${importer.agent}`),
    onWait: () => progress.report(0, null, 'Waiting for another loom to finish'),
    onReading: memory.bound,
  });
  await importClaimsOf(app, importer, { report, places: found.searched });
  report.searched.push(...found.searched);
  return report;
}

/** Problems of files that are no session of any agent, as opposed to damaged or unreadable ones. */
const FOREIGN: ReadonlySet<string> = new Set([
  'not-a-session',
  'binary',
  'empty',
  'utf-16',
  'not-a-regular-file',
  'unreadable-content',
]);

function notSessions(report: ImportReport): LoomError {
  const [first] = report.problems;
  const message =
    report.files === 1
      ? `${first?.path ?? 'the file'} ${first?.message ?? 'is no session'}`
      : `none of the ${report.files} files is a session of an agent`;
  return new LoomError({
    kind: 'usage',
    code: 'not-a-session',
    message,
    hints: ['loom import --dry-run'],
    details: { problems: report.problems },
  });
}

/** 3 when a file failed whole; 2 when all that a person named are no sessions. */
function exitOf(report: ImportReport, target: ImportTarget): number {
  const { added, updated, unchanged, failed } = report.sessions;
  const foreign = report.problems.filter((problem) => FOREIGN.has(problem.code));
  const nothing = added + updated + unchanged === 0;
  if (target.paths.length > 0 && report.files > 0 && nothing && foreign.length === report.files)
    throw notSessions(report);
  return failed > 0 ? 3 : 0;
}

/** Places as they may be told. They are redacted only then: most imports tell none, and need no redaction for anything else. */
function writtenPlaces(app: AppContext, { searched }: ImportReport): readonly string[] {
  return searched.map((path) => app.redactor.redact(path).text);
}

function importAnswer(app: AppContext, report: ImportReport, target: ImportTarget): Answer {
  const exit = exitOf(report, target);
  return {
    json: () => ({ ...report, searched: writtenPlaces(app, report) }),
    text: () => describeImport(report),
    warnings: report.warnings,
    notes: report.changed.length > 0 && !report.dryRun ? ['See them: loom sessions list --all'] : [],
    exit,
    ...(report.dryRun
      ? {}
      : {
          committed: `${countOf(report.sessions.added + report.sessions.updated, 'session is', 'sessions are')} kept`,
        }),
  };
}
