import { createHash, randomBytes } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync, unlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { errnoOf } from '../kernel/errno-of.ts';
import { makeOnce } from '../kernel/make-once.ts';

/** Ends the name of a part: the writer's pid, where that pid means something, and what makes the name unique. */
const PART = /\.(\d{1,10})-(?:([0-9a-f]{8})-)?[0-9a-f]{12}\.part$/;
const FOREIGN_MILLIS = 3_600_000;

/** Name of a new draft, unique; it tells whether its writer still runs. */
export function draftName(): string {
  return `${process.pid}-${pidScope()}-${randomBytes(6).toString('hex')}`;
}

/** Stands for what shares our process ids: this boot of this machine, and this container of it. */
const pidScope = makeOnce(() => {
  const parts = [
    hostname(),
    read('/proc/sys/kernel/random/boot_id', readFileSync),
    read('/proc/self/ns/pid', readlinkSync),
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 8);
});

function read(path: string, how: (path: string, encoding: 'utf8') => string): string {
  try {
    return how(path, 'utf8');
  } catch {
    return '';
  }
}

/**
 * Removes the parts of writers that were killed. A writer of this boot and container is asked for by its pid; the parts of others stay
 * for an hour after their last change. Best effort: what cannot be removed hurts nobody.
 */
export function sweepParts(folders: readonly string[]): void {
  for (const folder of folders) {
    for (const child of namesIn(folder)) {
      for (const name of namesIn(join(folder, child))) {
        const path = join(folder, child, name);
        if (isAbandoned(path, PART.exec(name))) remove(path);
      }
    }
  }
}

function isAbandoned(path: string, part: RegExpExecArray | null): boolean {
  if (part === null) return false;
  const [, pid, scope] = part;
  if (scope === pidScope()) return !isRunning(Number(pid));
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats !== undefined && Date.now() - Math.max(stats.mtimeMs, stats.ctimeMs) > FOREIGN_MILLIS;
}

/** A number that another process has by now keeps the part, until that one ends too. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errnoOf(error) !== 'ESRCH';
  }
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It stays for the next one.
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
