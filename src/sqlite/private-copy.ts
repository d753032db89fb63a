import { type BigIntStats, constants, copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errnoOf } from '../kernel/errno-of.ts';

const TRIES = 5;
const PAUSE_MILLIS = 40;

/** A database and the files that belong to it while it is written. */
const COMPANIONS = ['', '-wal', '-journal'] as const;

function statOf(path: string): BigIntStats | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false });
}

/** What tells whether a database was written to: size and times of its own file and of those beside it. */
export function stampOf(path: string): string {
  return COMPANIONS.map((suffix) => {
    const stats = statOf(path + suffix);
    return stats === undefined ? '-' : `${stats.ino}:${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}`;
  }).join(' ');
}

/** A clock of files may be as coarse as two seconds: until then a write may leave the time as it was. */
const SETTLED_MILLIS = 3000;

/** Whether nothing of a database was written so lately that another write could bear the same time; `now` in milliseconds. */
export function isSettled(path: string, now: number): boolean {
  return COMPANIONS.every((suffix) => {
    const stats = statOf(path + suffix);
    return stats === undefined || now - Number(stats.mtimeNs / 1_000_000n) >= SETTLED_MILLIS;
  });
}

/** Whether rows may stand beside the file: frames of a write-ahead log, or a transaction that must be rolled back. */
export function hasCompanions(path: string): boolean {
  return (statOf(`${path}-wal`)?.size ?? 0n) > 32n || (statOf(`${path}-journal`)?.size ?? 0n) > 0n;
}

function sleep(millis: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, millis);
}

function copyOnce(path: string, target: string): boolean {
  const before = stampOf(path);
  for (const suffix of COMPANIONS) {
    rmSync(target + suffix, { force: true });
    if (statOf(path + suffix) === undefined) continue;
    try {
      copyFileSync(path + suffix, target + suffix, constants.COPYFILE_FICLONE);
    } catch (error) {
      // Gone between two looks: the stamp says so.
      if (errnoOf(error) !== 'ENOENT') throw error;
    }
  }
  return stampOf(path) === before;
}

/** A copy of a database in a folder of its own that only this user can enter. */
export interface PrivateCopy {
  readonly path: string;
  /** Removes the copy; where the system allows it, also while it is open. */
  readonly remove: () => void;
}

/**
 * Copies a database with all that belongs to it, as it was at one moment. `undefined` when it was written to during
 * every try. Throws the system's error when it cannot be copied.
 */
export function copyDatabase(path: string): PrivateCopy | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'loom-read-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const target = join(folder, 'copy.db');
  try {
    for (let tries = 0; tries < TRIES; tries += 1) {
      if (copyOnce(path, target)) return { path: target, remove };
      sleep(PAUSE_MILLIS);
    }
  } catch (error) {
    remove();
    throw error;
  }
  remove();
  return undefined;
}
