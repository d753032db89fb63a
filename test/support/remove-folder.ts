import { rmSync } from 'node:fs';

const MOST_TRIES = 50;
const PAUSE = 20;

/** Removes a folder of a test, though a process that was just ended, or that works on behind a hook, may still write into it. */
export function removeFolder(path: string): void {
  for (let tries = 1; ; tries += 1) {
    try {
      rmSync(path, { recursive: true, force: true });
      return;
    } catch (error) {
      if (tries === MOST_TRIES) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
    }
  }
}
