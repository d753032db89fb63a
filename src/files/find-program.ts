import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, parse, resolve } from 'node:path';
import { isWithin } from './folder-bounds.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Folders of PATH that a search for a program must pass over, so that no project brings its own. */
export interface AvoidedFolders {
  /** Exactly these folders; undefined ones are none. */
  readonly exactly?: readonly (string | undefined)[];
  /** This folder and all below it; one at the root of the file system avoids nothing. */
  readonly root?: string;
}

function isAvoided(folder: string, { exactly = [], root }: AvoidedFolders): boolean {
  if (exactly.some((each) => each !== undefined && resolve(folder) === resolve(each))) return true;
  return root !== undefined && parse(root).root !== root && isWithin(folder, root);
}

/** Folders of PATH; empty and relative entries, which mean the current folder or lead on from it, are none. */
export function programFolders(env: Env, avoid: AvoidedFolders = {}): readonly string[] {
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter);
  return folders.filter((folder) => isAbsolute(folder) && !isAvoided(folder, avoid));
}

/** Whether a path is a file that may be run. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The first program of PATH that has one of the names, endings and all; `undefined` for none. */
export function findProgram(names: readonly string[], env: Env, avoid: AvoidedFolders = {}): string | undefined {
  return programFolders(env, avoid)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(isProgram);
}
