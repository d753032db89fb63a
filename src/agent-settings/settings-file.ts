import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SettingsRefusal } from '../app/ports/agent-settings.ts';
import { isBelow } from '../files/folder-bounds.ts';
import {
  type ForeignFile,
  foreignText,
  readForeignPath,
  removeForeignFile,
  replaceForeignFile,
} from '../files/foreign-file.ts';
import { realPlace, removeEmptyFolders } from '../files/held-folder.ts';
import { errnoOf, sayErrno } from '../kernel/errno-of.ts';
import { LoomError } from '../kernel/loom-error.ts';

/** A file of settings, as it is now. */
export interface SettingsFile {
  /** Links resolved: where bytes are written. */
  readonly real: string;
  /** Null when it is not there. A byte order mark is part of it. */
  readonly text: string | null;
  /** What it was read from. */
  readonly file: ForeignFile;
}

const MOST_BYTES = 4 * 1024 * 1024;

class Unfit extends Error {
  readonly refusal: SettingsRefusal;

  constructor(code: string, message: string) {
    super(message);
    this.refusal = { code, message };
  }
}

/** Where a path leads, its own link followed, too. */
function placeOf(path: string): string {
  try {
    return realPlace(path);
  } catch (error) {
    if (!['ENOENT', 'ELOOP'].includes(errnoOf(error))) throw error;
    throw new Unfit('broken-link', 'it is a link that leads nowhere');
  }
}

function refuseOutside(real: string, roots: readonly string[]): void {
  if (!roots.some((root) => isBelow(real, root)))
    throw new Unfit('link-leads-away', `it leads to ${real}, outside the home folder and the project`);
}

/** Why a file is left as it is, from whatever was thrown about it. */
function refusalOf(error: unknown, real: string): SettingsRefusal {
  if (error instanceof Unfit) return error.refusal;
  if (!(error instanceof LoomError)) return { code: 'not-readable', message: `it cannot be read (${sayErrno(error)})` };
  return { code: error.code.replace(/^file-/, ''), message: error.message.replace(real, 'it') };
}

/** Reads a file that loom may change; links are followed only below the roots. A file that is not fit says why. */
export function readSettingsFile(path: string, roots: readonly string[]): SettingsFile | SettingsRefusal {
  let real = path;
  try {
    real = placeOf(path);
    refuseOutside(
      real,
      roots.map((root) => placeOf(root)),
    );
    const file = readForeignPath(real, MOST_BYTES);
    return { real, text: foreignText(file), file };
  } catch (error) {
    return refusalOf(error, real);
  }
}

function storageFailed(path: string, cause: unknown): LoomError {
  return new LoomError({
    kind: 'storage',
    code: 'file-not-written',
    message: `cannot write ${path} (${sayErrno(cause)}); it is as it was`,
    cause,
  });
}

function guarded(path: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    throw error instanceof LoomError ? error : storageFailed(path, error);
  }
}

/** Folders above a file that are not there, outermost first. */
export function missingFolders(path: string): readonly string[] {
  const folder = dirname(path);
  return statSync(folder, { throwIfNoEntry: false }) === undefined ? [...missingFolders(folder), folder] : [];
}

/**
 * Puts a text in the place of the one that was read, whole or not at all; its mode stays. Throws LoomError `storage`/`file-not-written` and `busy`/`file-changed`.
 */
export function writeSettingsFile({ real, file }: SettingsFile, text: string): void {
  guarded(real, () => replaceForeignFile(file, text, { folders: 0o777 }));
}

/** Removes a file, and the folders that were made for it as far as nothing else is in them. */
export function removeSettingsFile({ real, file }: SettingsFile, folders: readonly string[]): void {
  guarded(real, () => removeForeignFile(file));
  removeEmptyFolders(folders);
}
