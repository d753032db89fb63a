import type { AgentName } from '../events/agents.ts';
import type { AppContext } from './context.ts';
import { findSources } from './find-sources.ts';
import { importSessions } from './import-sessions.ts';
import type { Importer, SkippedPath, SourceFile } from './ports/importer.ts';

/** The transcript of which session is meant. */
export interface SourceWish {
  readonly agent: AgentName;
  readonly nativeId: string;
  /** The agent's transcript, where the hook named it. */
  readonly transcript?: string;
}

/** What became of it. `not-contained`: the path is another agent's, or none that could be a transcript's. */
export type SourceSynced = 'synced' | 'unchanged' | 'not-found' | 'not-contained';

/** A session's file is looked for among those that changed since this long ago, in milliseconds. */
const RECENT = 24 * 60 * 60_000;

function isPlainPath(path: string): boolean {
  const isAbsolute = path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path);
  return isAbsolute && !/(?:^|[\\/])\.{1,2}(?:[\\/]|$)/.test(path) && !path.includes('\0');
}

function lies(path: string, place: string): boolean {
  const folder = place.replace(/[\\/]+$/, '');
  return path.startsWith(folder) && (path.length === folder.length || /[\\/]/.test(path.charAt(folder.length)));
}

/**
 * Whether a path that a hook named may be read as this agent's: in a place of its own, or in none of any agent's. A payload is
 * written by whoever starts the hook, and must not make one agent's conversation another's.
 */
export function isContained(
  app: Pick<AppContext, 'importers' | 'env' | 'cwd'>,
  importer: Importer,
  path: string,
): boolean {
  if (!isPlainPath(path)) return false;
  const holds = (each: Importer) => each.places(app.env, app.cwd).some((place) => lies(path, place));
  return holds(importer) || !app.importers.some((other) => other !== importer && holds(other));
}

type Found = readonly (SourceFile | SkippedPath)[];

function isFile(found: SourceFile | SkippedPath): found is SourceFile {
  return !('code' in found);
}

/** A file is told by its path; a session of a database by its part. */
function isOf(nativeId: string, file: SourceFile): boolean {
  return file.part === nativeId || (nativeId.length >= 8 && file.path.includes(nativeId));
}

/** The source of exactly this session: the file that the hook named, else the one that bears its id. */
function findSource(app: AppContext, importer: Importer, wish: SourceWish): Found | 'not-contained' {
  const { transcript, nativeId } = wish;
  if (transcript === undefined) {
    const { files } = findSources(app, importer, { paths: [], since: app.clock() - RECENT });
    return files.filter((file) => isFile(file) && isOf(nativeId, file));
  }
  if (!isContained(app, importer, transcript)) return 'not-contained';
  if (!app.sources.exists(transcript)) return [];
  return findSources(app, importer, { paths: [transcript] }).files.filter(
    (file) => isFile(file) && file.path === transcript && (file.part === undefined || file.part === nativeId),
  );
}

/** Keeps what the agent's own transcript of one session holds by now, and nothing else. */
export async function syncSource(app: AppContext, wish: SourceWish): Promise<SourceSynced> {
  const importer = app.importerFor(wish.agent);
  if (importer === undefined) return 'not-found';
  const files = findSource(app, importer, wish);
  if (files === 'not-contained') return files;
  if (files.length === 0) return 'not-found';
  const report = await importSessions(app, { importer, files, dryRun: false, revive: false });
  app.sources.lists?.keep();
  return report.sessions.added + report.sessions.updated > 0 ? 'synced' : 'unchanged';
}
