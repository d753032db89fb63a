import { fstatSync, writeSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { safeScreenText } from './safe-text.ts';

/** The reader went away: the command ends quietly with 0. */
export class ClosedPipe extends Error {}

/** The answer could not be written, for example on a full disk. */
export class AnswerNotWritten extends Error {
  constructor(cause: unknown) {
    super(`the answer could not be written (${errorCode(cause)})`, { cause });
    this.name = 'AnswerNotWritten';
  }
}

const STDOUT = 1;
const STDERR = 2;
const CHUNK = 65_536;
const PAUSE = new Int32Array(new SharedArrayBuffer(4));

function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown error';
}

/** Waits for a slow reader of a non-blocking pipe without giving up the order of what is written. */
function pauseBriefly(): void {
  Atomics.wait(PAUSE, 0, 0, 5);
}

function writeAll(descriptor: number, bytes: Uint8Array): void {
  let written = 0;
  while (written < bytes.length) {
    try {
      written += writeSync(descriptor, bytes, written, Math.min(CHUNK, bytes.length - written));
    } catch (error) {
      if (errorCode(error) !== 'EAGAIN') throw error;
      pauseBriefly();
    }
  }
}

/**
 * Writes to stdout and returns when the system has taken every byte, so that a later exit loses nothing.
 * Throws {@link ClosedPipe} when nobody reads any more and {@link AnswerNotWritten} when the bytes have no place.
 */
export function writeAnswer(content: string | Uint8Array): void {
  try {
    writeAll(STDOUT, typeof content === 'string' ? Buffer.from(content, 'utf8') : content);
  } catch (error) {
    if (errorCode(error) === 'EPIPE') throw new ClosedPipe();
    throw new AnswerNotWritten(error);
  }
}

/** Standard output as a stream: a pipe is written to without waiting for its reader, a file takes everything at once. */
export async function openOutputStream(): Promise<Writable> {
  const stats = fstatSync(STDOUT);
  if (!stats.isFIFO() && !stats.isSocket()) return process.stdout;
  const { Socket } = await import('node:net');
  return new Socket({ fd: STDOUT, readable: false, writable: true });
}

/** Writes text for people to stdout. Whatever was overlooked on the way, nothing that a screen acts on passes here. */
export function writeShown(text: string): void {
  writeAnswer(safeScreenText(text));
}

let silent = false;
let diverted: ((text: string) => void) | null = null;

/** While a program fills the screen, notices are told to it; `null` writes them to stderr again. */
export function divertNotices(sink: ((text: string) => void) | null): void {
  diverted = sink;
}

/** Nothing more is written to stderr by this process: an agent that runs a hook takes what is there for a failure. */
export function silenceNotices(): void {
  silent = true;
}

/** Moves the cursor of a terminal on stderr; for progress alone. */
export function writeControl(text: string): void {
  if (silent) return;
  if (diverted !== null) {
    diverted(text);
    return;
  }
  try {
    writeAll(STDERR, Buffer.from(text, 'utf8'));
  } catch {
    // Nobody is there to be told.
  }
}

/** Writes text for people to stderr, safe as {@link writeShown}; a closed or full stderr is no reason to fail. */
export function writeNotice(text: string): void {
  writeControl(safeScreenText(text));
}
