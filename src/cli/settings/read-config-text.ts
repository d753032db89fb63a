import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** More than settings can need. */
export const MOST_BYTES = 256 * 1024;

/** What a settings file says, or why it is not read. */
export type ConfigText =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly refusal: string };

/** A person may link their own settings; those of a project lie where they are found, in its own folder. */
function isLinked(path: string): boolean {
  return lstatSync(path).isSymbolicLink() || lstatSync(dirname(path)).isSymbolicLink();
}

/**
 * Whether the settings of a project may come from somebody else: only if they come from the owner of the folder that holds
 * them, as one chose to work in it. Else anybody could leave settings in a folder above, such as that of temporary files.
 */
function isForeign(stats: Stats): boolean {
  if (process.getuid === undefined || [process.getuid(), 0].includes(stats.uid)) return false;
  return stats.uid !== statSync(process.cwd()).uid;
}

function whyNot(path: string, stats: Stats, scope: 'user' | 'project'): string | undefined {
  if (!stats.isFile()) return 'it is no regular file';
  if (stats.size > MOST_BYTES) return 'it has more than 256 KiB';
  if (scope === 'user') return undefined;
  if (isLinked(path)) return 'it is a link';
  return isForeign(stats) ? 'it belongs to another user' : undefined;
}

/** Reads the text of a settings file, of the file that was opened: never a pipe, a device, or more than settings can need. */
export function readConfigText(path: string, scope: 'user' | 'project'): ConfigText {
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const refusal = whyNot(path, fstatSync(descriptor), scope);
    return refusal === undefined ? { ok: true, value: readFileSync(descriptor, 'utf8') } : { ok: false, refusal };
  } finally {
    closeSync(descriptor);
  }
}
