import { join } from 'node:path';
import type { NativePlace } from '../../app/ports/native-writer.ts';
import { claudeFolder } from './places.ts';

/** Longer names of folders are cut by the agent, and a digest of its own is added. */
const LONGEST_NAME = 200;

/** Name of the folder in which Claude Code keeps the sessions of a working folder. Not to be turned back. */
function folderName(cwd: string): string {
  return cwd.replace(/[^a-zA-Z0-9]/g, '-');
}

/** The one folder that the agent itself has made for so long a path; its digest cannot be computed here. */
function longFolder(name: string, there: readonly string[]): string | undefined {
  const start = `${name.slice(0, LONGEST_NAME)}-`;
  const found = there.filter((folder) => folder.startsWith(start) && folder.length < start.length + 16);
  return found.length === 1 ? found[0] : undefined;
}

/** Where Claude Code looks for a session of a folder, links resolved; `undefined` when that cannot be told. */
export function claudePlace(
  env: Readonly<Record<string, string | undefined>>,
  { nativeId, cwd }: { readonly nativeId: string; readonly cwd: string },
  folders: (path: string) => readonly string[],
): NativePlace | undefined {
  const home = claudeFolder(env);
  if (home === undefined) return undefined;
  const projects = join(home, 'projects');
  const name = folderName(cwd);
  const folder = name.length <= LONGEST_NAME ? name : longFolder(name, folders(projects));
  return folder === undefined ? undefined : { home, path: join(projects, folder, `${nativeId}.jsonl`) };
}
