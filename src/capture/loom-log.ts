import { closeSync, constants, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Size above which a log becomes the old one, in bytes; two files are kept. */
const ROTATE_AT = 512 * 1024;
const LONGEST = 500;

/** One line of diagnostics. It holds no word of a conversation. */
export interface LogLine {
  readonly at: string;
  /** What was being done, e.g. `hook claude-code`. */
  readonly task: string;
  readonly code: string;
  readonly message: string;
}

/** Appends a line to the first log file that takes it; `undefined` when none does. Never throws. */
export function writeLog(files: readonly string[], line: LogLine): string | undefined {
  const text = `${line.at} ${line.task} ${line.code}: ${line.message.replace(/\s+/g, ' ')}`.slice(0, LONGEST);
  return files.find((file) => appendLine(file, `${text}\n`));
}

function appendLine(file: string, text: string): boolean {
  try {
    // Only the last folder is made: a store that is not there is not made by its log.
    makeFolder(dirname(file));
    const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);
    const fd = openSync(file, flags | (constants.O_NONBLOCK ?? 0), 0o600);
    try {
      const stats = fstatSync(fd);
      if (!stats.isFile() || stats.nlink > 1) return false;
      if (stats.size > ROTATE_AT) renameSync(file, `${file}.1`);
      return writeSync(fd, text) === Buffer.byteLength(text);
    } finally {
      closeSync(fd);
    }
  } catch {
    return false;
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
