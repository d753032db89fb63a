import { LoomError } from '../kernel/loom-error.ts';

/** What standard input is read for, and how many bytes of it are taken. */
const KINDS = {
  'a text': 64 * 1024,
  'a list of ids': 1024 * 1024,
  'the data of an event': 1024 * 1024,
} as const;

/** What is read from standard input. */
export type StdinKind = keyof typeof KINDS;

const CHUNK = 64 * 1024;
/** How long to wait before asking a pipe again that has nothing yet, in milliseconds. */
const PAUSE = 5;

type ReadSome = (chunk: Uint8Array) => number;

function readOnce(read: ReadSome, chunk: Uint8Array): number {
  for (;;) {
    try {
      return read(chunk);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
    }
  }
}

function tooLong(kind: StdinKind): LoomError {
  return new LoomError({
    kind: 'usage',
    code: 'input-too-long',
    message: `standard input is longer than ${kind} can be: more than ${KINDS[kind] / 1024} KiB`,
    hints: kind === 'a list of ids' ? ['give the ids in several calls'] : [],
  });
}

/** Standard input as text. Throws LoomError `usage` (`input-too-long`) as soon as there is more than its kind can be. */
export async function readStdin(kind: StdinKind): Promise<string> {
  const { readSync } = await import('node:fs');
  const chunks: Uint8Array[] = [];
  for (let total = 0; ; ) {
    const chunk = Buffer.allocUnsafe(CHUNK);
    const count = readOnce((into) => readSync(0, into, 0, into.length, null), chunk);
    if (count === 0) return Buffer.concat(chunks, total).toString('utf8');
    total += count;
    if (total > KINDS[kind]) throw tooLong(kind);
    chunks.push(chunk.subarray(0, count));
  }
}
