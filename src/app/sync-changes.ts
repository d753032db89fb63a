import type { AgentName } from '../events/agents.ts';
import type { SessionId } from '../kernel/ids.ts';
import type { AppContext } from './context.ts';
import { importClaims } from './import-claims.ts';
import { emptyReport, type SourceOutcome } from './import-report.ts';
import { importSessions } from './import-sessions.ts';
import type { Importer, SkippedPath, SourceFile } from './ports/importer.ts';
import { sourceName, writtenName } from './source-name.ts';

/** What a sync has to tell: a session that grew, a source that could not be kept, or new proposals for memory. */
export type SyncNews =
  | {
      readonly kind: 'session';
      readonly agent: AgentName;
      readonly session: SessionId;
      readonly status: 'added' | 'updated';
      readonly title: string | null;
    }
  | {
      readonly kind: 'problem';
      readonly agent: AgentName;
      readonly path: string;
      readonly code: string;
      readonly message: string;
    }
  | { readonly kind: 'claims'; readonly agent: AgentName; readonly proposed: number };

type Found = SourceFile | SkippedPath;

/** Sources whose last look is remembered; one that is forgotten is only looked at once more. */
const MOST_REMEMBERED = 50_000;

/** Remembers what sources looked like when they were last read, whatever came of it, so that none is read twice for nothing. */
export class SeenSources {
  readonly #looks = new Map<string, string>();

  /** Whether a source looks other than when it was last noted. */
  isNews(file: Found): boolean {
    return this.#looks.get(sourceName(file)) !== lookOf(file);
  }

  note(file: Found): void {
    const name = sourceName(file);
    this.#looks.delete(name);
    this.#looks.set(name, lookOf(file));
    if (this.#looks.size <= MOST_REMEMBERED) return;
    const [oldest] = this.#looks.keys();
    if (oldest !== undefined) this.#looks.delete(oldest);
  }
}

function lookOf(file: Found): string {
  if ('code' in file) return file.code;
  return `${file.size} ${file.mtimeNs} ${file.ctimeNs} ${file.dev} ${file.ino}`;
}

/** What to sync: sources of one agent. */
export interface AgentFiles {
  readonly importer: Importer;
  readonly files: readonly Found[];
  /** Where the agent may keep what it remembers, when that is to be looked at too. */
  readonly claimsIn?: readonly string[];
}

export interface SyncOptions {
  readonly seen: SeenSources;
  readonly revive: boolean;
  readonly onWait?: () => void;
  readonly onProgress?: (done: number, total: number, agent: AgentName) => void;
  /** Asked between files; what was read until then is kept. */
  readonly isStopped?: () => boolean;
}

/** A file that went away between being found and being read is no problem: it was not there. */
function isGone(app: AppContext, file: Found): boolean {
  return !app.sources.exists(file.path);
}

function problemOf(agent: AgentName, path: string, outcome: SourceOutcome): readonly SyncNews[] {
  if (outcome.status !== 'failed' && outcome.status !== 'skipped') return [];
  return [{ kind: 'problem', agent, path, code: outcome.code, message: outcome.message }];
}

/** Proposes what the agent itself remembers; what was told before is told once. */
async function syncClaims(app: AppContext, { importer, claimsIn = [] }: AgentFiles): Promise<readonly SyncNews[]> {
  if (importer.claims === undefined || claimsIn.length === 0) return [];
  const { agent } = importer;
  const report = emptyReport(agent, false);
  await importClaims(app, importer, { report, places: claimsIn });
  const proposed = report.claims?.proposed ?? 0;
  return proposed > 0 ? [{ kind: 'claims', agent, proposed }] : [];
}

async function syncAgent(
  app: AppContext,
  { importer, files }: AgentFiles,
  options: SyncOptions,
): Promise<readonly SyncNews[]> {
  const { agent } = importer;
  const news = files.filter((file) => options.seen.isNews(file) && !isGone(app, file));
  if (news.length === 0) return [];
  const decided: { readonly path: string; readonly outcome: SourceOutcome }[] = [];
  const { onProgress } = options;
  await importSessions(app, {
    importer,
    files: news,
    dryRun: false,
    revive: options.revive,
    onOutcome: (path, outcome) => decided.push({ path, outcome }),
    ...(options.onWait === undefined ? {} : { onWait: options.onWait }),
    ...(options.isStopped === undefined ? {} : { isStopped: options.isStopped }),
    ...(onProgress === undefined ? {} : { onProgress: (done, total) => onProgress(done, total, agent) }),
  });
  const paths = new Set(decided.map(({ path }) => path));
  for (const file of news) if (paths.has(writtenName(app, file))) options.seen.note(file);
  app.readModel.catchUp();
  return decided.flatMap(({ path, outcome }) =>
    'session' in outcome ? sessionNews(app, agent, outcome) : problemOf(agent, path, outcome),
  );
}

function sessionNews(
  app: AppContext,
  agent: AgentName,
  outcome: Extract<SourceOutcome, { readonly session: SessionId }>,
): readonly SyncNews[] {
  const { status, session } = outcome;
  if (status === 'unchanged') return [];
  return [{ kind: 'session', agent, session, status, title: app.readModel.view(session)?.title ?? null }];
}

/** Imports what looks other than at the last sync, and tells what came of it. */
export async function* syncChanges(
  app: AppContext,
  agents: readonly AgentFiles[],
  options: SyncOptions,
): AsyncGenerator<SyncNews> {
  for (const files of agents) {
    if (options.isStopped?.() === true) return;
    yield* await syncAgent(app, files, options);
    yield* await syncClaims(app, files);
  }
}
