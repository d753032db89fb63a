import { closeSync, fstatSync, statSync } from 'node:fs';
import { errnoOf } from '../kernel/errno-of.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { tryFileLock } from './file-lock-addon.ts';
import { openSafely, storageFault } from './safe-fs.ts';

/** The store's one lock while it is held. */
export interface HeldLock {
  /** Gives the lock back; repeatable. */
  release(): void;
}

export interface LockRequest {
  readonly lockFile: string;
  /** Milliseconds, or as long as the journal grows. */
  readonly wait: number | 'growing';
  /** A figure that changes whenever the journal does. */
  readonly progress: () => number;
  /** Called once when waiting takes more than a second. */
  readonly onWait?: (() => void) | undefined;
}

/** How long an import waits for a journal that does not grow, in milliseconds. */
const STALLED = 10_000;
const NOTICE = 1000;

/** Takes the lock if nobody has it. */
export function tryWriterLock(lockFile: string): HeldLock | undefined {
  // A lock file may be replaced between open and lock; a few rounds are enough unless someone does that all the time.
  for (let round = 0; round < 8; round += 1) {
    const fd = openSafely(lockFile, 'lock');
    let kept = false;
    try {
      if (!lockOpenFile(fd, lockFile)) return undefined;
      kept = stillInPlace(fd, lockFile);
    } finally {
      if (!kept) closeSync(fd);
    }
    if (kept) return heldLock(fd);
  }
  return undefined;
}

/** Milliseconds of a clock that is never set. Hooks come through here, and the first look at `performance` costs more than a lock. */
function monotonicMillis(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

function sleep(millis: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, millis);
  });
}

/** Takes the lock, waiting with jitter. Throws `busy` when the wait is over; a stopped holder is never robbed. */
export async function acquireWriterLock(request: LockRequest): Promise<HeldLock> {
  const started = monotonicMillis();
  let grown = started;
  let seen = request.progress();
  let noticed = false;
  for (let pause = 1; ; pause = Math.min(pause * 1.5, 20)) {
    const lock = tryWriterLock(request.lockFile);
    if (lock !== undefined) return lock;
    const now = monotonicMillis();
    const progress = request.progress();
    if (progress !== seen) [seen, grown] = [progress, now];
    const over = request.wait === 'growing' ? now - grown > STALLED : now - started >= request.wait;
    if (!noticed && now - started > NOTICE) {
      noticed = true;
      request.onWait?.();
    }
    if (over) throw busy(request.lockFile);
    await sleep(pause * (0.5 + Math.random()));
  }
}

function lockOpenFile(fd: number, path: string): boolean {
  try {
    return tryFileLock(fd);
  } catch (error) {
    throw error instanceof LoomError ? error : storageFault({ operation: 'lock', path, cause: error });
  }
}

/** Whoever locks a file that was unlinked meanwhile holds a lock that nobody else looks at. */
function stillInPlace(fd: number, path: string): boolean {
  try {
    const [open, named] = [fstatSync(fd), statSync(path)];
    return open.ino === named.ino && open.dev === named.dev;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return false;
    throw storageFault({ operation: 'stat', path, cause: error });
  }
}

function heldLock(fd: number): HeldLock {
  let held = true;
  return {
    release() {
      if (!held) return;
      held = false;
      closeSync(fd);
    },
  };
}

function busy(lockFile: string): LoomError {
  return new LoomError({
    kind: 'busy',
    code: 'store-busy',
    message: 'another loom process is writing to the store',
    hints: ['run the same command again'],
    details: { lock: lockFile },
  });
}
