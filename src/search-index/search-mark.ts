import { closeSync, constants, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { markOf as markPathOf } from './index-files.ts';

/** Size and time of the last change. */
function stampOf(path: string): string {
  const { size, mtimeNs } = statSync(path, { bigint: true });
  return `${size} ${mtimeNs}\n`;
}

/** Notes how loom left the file. Best effort: without the note the index is built again. */
export function noteLeft(path: string | null): void {
  if (path === null) return;
  try {
    const fd = openSync(
      markPathOf(path),
      constants.O_CREAT | constants.O_TRUNC | constants.O_WRONLY | constants.O_NOFOLLOW,
      0o600,
    );
    try {
      writeSync(fd, stampOf(path));
    } finally {
      closeSync(fd);
    }
  } catch {
    // A cache that cannot be noted down is still read by this process.
  }
}

const PAUSES = [10, 40, 150, 400];

/**
 * Whether the file is as loom left it. SQLite finds damage in the structure of its pages, not in what they hold; and a search
 * that silently finds less is worse than a slow one. Another process may be about to write its note: then this waits a moment.
 */
export function isAsLeft(path: string | null): boolean {
  if (path === null || isNoted(path)) return true;
  for (const pause of PAUSES) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
    if (isNoted(path)) return true;
  }
  return false;
}

function isNoted(path: string): boolean {
  try {
    return statSync(markPathOf(path)).isFile() && readFileSync(markPathOf(path), 'utf8') === stampOf(path);
  } catch {
    return false;
  }
}
