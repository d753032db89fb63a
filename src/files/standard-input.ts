import { readSync } from 'node:fs';
import { errnoOf } from '../kernel/errno-of.ts';

const CHUNK = 64 * 1024;
/** How long to wait before asking a pipe again that has nothing yet, in milliseconds. */
const PAUSE = 5;

function readOnce(chunk: Uint8Array): number {
  for (;;) {
    try {
      return readSync(0, chunk, 0, chunk.length, null);
    } catch (error) {
      const code = errnoOf(error);
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
    }
  }
}

/** Reads standard input to its end; `undefined` as soon as there are more bytes than that. */
export function readStandardInput(mostBytes: number): Buffer | undefined {
  const chunks: Buffer[] = [];
  for (let total = 0; ; ) {
    const chunk = Buffer.allocUnsafe(CHUNK);
    const count = readOnce(chunk);
    if (count === 0) return Buffer.concat(chunks, total);
    total += count;
    if (total > mostBytes) return undefined;
    chunks.push(chunk.subarray(0, count));
  }
}
