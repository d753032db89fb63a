import type { AgentName } from '../events/agents.ts';
import type { AppContext } from './context.ts';
import type { DetectedSources } from './detect-agent.ts';
import type { Importer, SkippedPath, SourceFile } from './ports/importer.ts';
import { KnownLooks, knownSource } from './source-change.ts';
import { writtenName } from './source-name.ts';

/** What an import of one agent is about to do, told from the places and times of its sources alone. */
export interface AgentPlan {
  readonly agent: AgentName;
  readonly files: number;
  /** Bytes of the files that are to be read. */
  readonly bytes: number;
  /** Sources that no session was kept from. */
  readonly fresh: number;
  /** Sources that changed since they were read. */
  readonly changed: number;
  readonly unchanged: number;
  /** Folders that the sources to be read say they worked in, as far as their beginnings tell. */
  readonly folders: number;
  /** Not every beginning was looked at. */
  readonly foldersPartial: boolean;
}

/** Beginnings looked at for the folders of one agent. */
const MOST_HEADS = 200;

function isSource(file: SourceFile | SkippedPath): file is SourceFile {
  return !('code' in file);
}

/** The folder that a source worked in, when its beginning says so. */
function folderOf(app: AppContext, importer: Importer, file: SourceFile): string | null {
  const head = app.sources.head(file);
  if (head === undefined) return null;
  const gatherer = importer.identify();
  for (const record of head.records) gatherer.add(record);
  return gatherer.finish(file.path)?.cwd ?? null;
}

function countFolders(app: AppContext, importer: Importer, files: readonly SourceFile[]): number {
  const folders = new Set<string>();
  for (const file of files) {
    const folder = file.part === undefined ? folderOf(app, importer, file) : null;
    if (folder !== null) folders.add(folder);
  }
  return folders.size;
}

/** Plans the import of one agent. Reads beginnings of files only, and nothing of those that are kept as they are. */
export function planImport(app: AppContext, { importer, found }: DetectedSources): AgentPlan {
  const sources = found.files.filter(isSource);
  const nameOf = (file: SourceFile) => writtenName(app, file);
  const looks = new KnownLooks(app, importer.agent, sources.length);
  const open = sources.filter((file) => looks.unchanged({ file, path: nameOf(file) }) === undefined);
  const fresh = open.filter((file) => knownSource(app, importer.agent, nameOf(file)) === undefined);
  return {
    agent: importer.agent,
    files: sources.length,
    bytes: open.reduce((sum, file) => sum + file.size, 0),
    fresh: fresh.length,
    changed: open.length - fresh.length,
    unchanged: sources.length - open.length,
    folders: countFolders(app, importer, open.slice(-MOST_HEADS)),
    foldersPartial: open.length > MOST_HEADS,
  };
}
