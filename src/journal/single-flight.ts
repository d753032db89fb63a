import { existsSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolders } from '../files/make-folders.ts';
import { errnoOf } from '../kernel/errno-of.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { storageFault } from './safe-fs.ts';
import { acquireWriterLock, type HeldLock, tryWriterLock } from './writer-lock.ts';

/** How long the one that waits for its turn waits at most, in milliseconds. */
const LONGEST_WAIT = 120_000;

/** The turn to do something for a name. */
export interface Turn {
  /** Ends the turn; repeatable. */
  end(): void;
}

/** Lock files are removed by their holder, so that a store does not gather one a session. */
function endTurn(file: string, lock: HeldLock): void {
  try {
    unlinkSync(file);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
  } finally {
    lock.release();
  }
}

function turnOf(file: string, lock: HeldLock): Turn {
  let ended = false;
  return {
    end() {
      if (ended) return;
      ended = true;
      endTurn(file, lock);
    },
  };
}

async function waitFor(file: string): Promise<HeldLock | undefined> {
  try {
    return await acquireWriterLock({ lockFile: file, wait: LONGEST_WAIT, progress: () => 0 });
  } catch (error) {
    if (error instanceof LoomError && error.kind === 'busy') return undefined;
    throw error;
  }
}

/** Holds a name as long as this process lives; `undefined` while another one has it. */
export function holdName(folder: string, name: string): Turn | undefined {
  makeFolder(folder);
  const file = join(folder, `${name}.lock`);
  const lock = tryWriterLock(file);
  return lock === undefined ? undefined : turnOf(file, lock);
}

/** Whether a process that lives holds a name. */
export function isNameHeld(folder: string, name: string): boolean {
  const file = join(folder, `${name}.lock`);
  if (!existsSync(file)) return false;
  const lock = tryWriterLock(file);
  if (lock !== undefined) endTurn(file, lock);
  return lock === undefined;
}

function makeFolder(folder: string): void {
  try {
    makeFolders(folder);
  } catch (cause) {
    throw storageFault({ operation: 'mkdir', path: folder, cause });
  }
}

/**
 * Takes the turn for a name: one process at a time has it, and one more waits for it; whoever comes third is told to leave
 * (`undefined`), since the one that waits sees what it would see. The kernel ends the turn of a process that dies.
 */
export async function takeTurn(folder: string, name: string): Promise<Turn | undefined> {
  makeFolder(folder);
  const file = join(folder, `${name}.lock`);
  const lock = tryWriterLock(file);
  if (lock !== undefined) return turnOf(file, lock);
  const queue = join(folder, `${name}.next`);
  const place = tryWriterLock(queue);
  if (place === undefined) return undefined;
  try {
    const late = await waitFor(file);
    return late === undefined ? undefined : turnOf(file, late);
  } finally {
    endTurn(queue, place);
  }
}
