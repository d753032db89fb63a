import { closeSync, constants, fstatSync, mkdirSync, openSync, readSync, renameSync, writeSync } from 'node:fs';
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

/** How much of the end of a log is read, in bytes. */
const READ_AT_MOST = 64 * 1024;
const LINE = /^(\S+) (.+?) ([a-z][a-z-]*): (.*)$/;

function tailOf(file: string): string {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const fd = openSync(file, flags);
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile()) return '';
    const start = Math.max(0, stats.size - READ_AT_MOST);
    const bytes = Buffer.alloc(stats.size - start);
    const count = readSync(fd, bytes, 0, bytes.length, start);
    const text = bytes.subarray(0, count).toString('utf8');
    return start === 0 ? text : text.slice(text.indexOf('\n') + 1);
  } finally {
    closeSync(fd);
  }
}

/** The last lines of a log, oldest first; none for one that is not there or cannot be read. Never throws. */
export function readLog(file: string): readonly LogLine[] {
  try {
    return tailOf(file)
      .split('\n')
      .flatMap((text) => {
        const [, at, task, code, message] = LINE.exec(text) ?? [];
        if (at === undefined || task === undefined || code === undefined || message === undefined) return [];
        return [{ at, task, code, message }];
      });
  } catch {
    return [];
  }
}
