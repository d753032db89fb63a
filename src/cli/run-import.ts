import type { AppContext } from '../app/context.ts';
import { detectSources } from '../app/detect-agent.ts';
import { type FoundSources, findSources, type SourceSearch } from '../app/find-sources.ts';
import { bookOutcome, emptyReport, type ImportReport, mergeReports, skipOutcome } from '../app/import-report.ts';
import { importSessions } from '../app/import-sessions.ts';
import type { Importer, SkippedPath } from '../app/ports/importer.ts';
import { parseAgentName } from '../events/agents.ts';
import type { IsoTime } from '../kernel/ids.ts';
import { instantMillis } from '../kernel/instant.ts';
import { LoomError } from '../kernel/loom-error.ts';
import type { Answer } from './answer.ts';
import { importExport } from './import-export.ts';
import type { Progress } from './progress.ts';
import { describeImport } from './render/import-report.ts';
import { isExportFile } from './sniff-export.ts';

export interface ImportWords {
  /** `[AGENT] [PATH…]` as typed. */
  readonly words: readonly string[];
  readonly dryRun: boolean;
  readonly revive: boolean;
  readonly since?: IsoTime;
}

interface Target {
  /** The agents to import; `detect` when paths are named and no agent. */
  readonly importers: readonly Importer[] | 'detect';
  readonly store: boolean;
  readonly paths: readonly string[];
}

/** Tells the agent from the paths; an unknown first word that is no path either is an unknown agent. */
function readTarget(app: AppContext, words: readonly string[]): Target {
  const [first, ...rest] = words;
  if (first === undefined) return { importers: app.importers, store: false, paths: [] };
  const agent = parseAgentName(first.toLowerCase());
  if (agent === 'loom') return { importers: [], store: true, paths: rest };
  if (agent !== undefined && !(rest.length === 0 && app.sources.exists(first) && first.includes('/'))) {
    const importer = app.importerFor(agent);
    if (importer === undefined) throw notYet(app, agent);
    return { importers: [importer], store: false, paths: rest };
  }
  if (!app.sources.exists(first) && !/[/.\\]/.test(first)) throw unknownAgent(app, first);
  return { importers: 'detect', store: words.length === 1 && isExportFile(first), paths: words };
}

function notYet(app: AppContext, agent: string): LoomError {
  const known = app.importers.map((importer) => importer.agent).join(', ');
  return new LoomError({
    kind: 'usage',
    code: 'no-importer',
    message: `this loom has no importer for ${agent}`,
    hints: [`importers: ${known}, loom`],
  });
}

function unknownAgent(app: AppContext, word: string): LoomError {
  const known = app.importers.map((importer) => importer.agent).join(', ');
  return new LoomError({
    kind: 'not-found',
    code: 'path-not-found',
    message: `${word} is neither an agent nor a path`,
    hints: [`importers: ${known}, loom`],
  });
}

/** Runs `loom import` and gives its answer: report, exit code, follow-up commands. */
export async function runImport(app: AppContext, request: ImportWords, progress: Progress): Promise<Answer> {
  const target = readTarget(app, request.words);
  if (target.store)
    return importAnswer(await importExport(app, { paths: target.paths, revive: request.revive }), target);
  const reports = await importTarget(app, { target, request, progress });
  return importAnswer(reports.length === 1 ? (reports[0] as ImportReport) : mergeReports(reports), target);
}

interface AgentImport {
  readonly target: Target;
  readonly request: ImportWords;
  readonly progress: Progress;
}

function searchOf({ target, request }: AgentImport): SourceSearch {
  return {
    paths: target.paths,
    ...(request.since === undefined ? {} : { since: instantMillis(request.since) }),
  };
}

async function importTarget(app: AppContext, wish: AgentImport): Promise<readonly ImportReport[]> {
  const { importers } = wish.target;
  const reports: ImportReport[] = [];
  if (importers !== 'detect') {
    for (const importer of importers)
      reports.push(await importAgent(app, importer, { ...wish, found: findSources(app, importer, searchOf(wish)) }));
    tellNothingFound(reports);
    return reports;
  }
  const { agents, others } = detectSources(app, searchOf(wish));
  for (const { importer, found } of agents) reports.push(await importAgent(app, importer, { ...wish, found }));
  if (others.length > 0 || agents.length === 0) reports.push(reportOthers(app, others, wish));
  return reports;
}

/** An agent that is not on this machine is nothing to tell of while another one is. */
function tellNothingFound(reports: readonly ImportReport[]): void {
  const [first] = reports;
  if (first === undefined || reports.some(({ files }) => files > 0)) return;
  const searched = reports.flatMap((report) => report.searched).join(', ') || 'any usual place';
  first.warnings.push(`no ${reports.length === 1 ? `${first.agent} ` : ''}session files in ${searched}`);
}

/** What is no session of any agent, one problem each. */
function reportOthers(app: AppContext, others: readonly SkippedPath[], { target, request }: AgentImport): ImportReport {
  const report = emptyReport(null, request.dryRun);
  for (const other of others) bookOutcome(report, app.redactor.redact(other.path).text, skipOutcome(other));
  report.searched.push(...target.paths.map((path) => app.redactor.redact(path).text));
  if (others.length === 0) report.warnings.push(`no session files in ${report.searched.join(', ')}`);
  return report;
}

async function importAgent(
  app: AppContext,
  importer: Importer,
  { found, request, progress }: AgentImport & { readonly found: FoundSources },
): Promise<ImportReport> {
  const report = await importSessions(app, {
    importer,
    files: found.files,
    dryRun: request.dryRun,
    revive: request.revive,
    onProgress: (done, total) => progress.report(done, total, `Importing ${importer.agent}`),
    onWait: () => progress.report(0, null, 'Waiting for another loom to finish'),
  });
  report.searched.push(...found.searched.map((path) => app.redactor.redact(path).text));
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
function exitOf(report: ImportReport, target: Target): number {
  const { added, updated, unchanged, failed } = report.sessions;
  const foreign = report.problems.filter((problem) => FOREIGN.has(problem.code));
  const nothing = added + updated + unchanged === 0;
  if (target.paths.length > 0 && report.files > 0 && nothing && foreign.length === report.files)
    throw notSessions(report);
  return failed > 0 ? 3 : 0;
}

function importAnswer(report: ImportReport, target: Target): Answer {
  const exit = exitOf(report, target);
  return {
    json: report,
    text: () => describeImport(report),
    warnings: report.warnings,
    notes: report.changed.length > 0 && !report.dryRun ? ['See them: loom sessions list --all'] : [],
    exit,
    ...(report.dryRun ? {} : { committed: `${report.sessions.added + report.sessions.updated} sessions are kept` }),
  };
}
