import type { Bytes } from '../app/ports/encryption.ts';

const CHUNK = 64 * 1024;

/** Gathers small pieces of text into chunks of bytes. */
export async function* gatherBytes(pieces: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Uint8Array> {
  let pending: string[] = [];
  let length = 0;
  for await (const piece of pieces) {
    pending.push(piece);
    length += piece.length;
    if (length < CHUNK) continue;
    yield Buffer.from(pending.join(''), 'utf8');
    pending = [];
    length = 0;
  }
  if (length > 0) yield Buffer.from(pending.join(''), 'utf8');
}

/** A stream as the age library takes it, pulled chunk by chunk. */
export function streamOf(bytes: Bytes): ReadableStream<Uint8Array> {
  const iterator = Symbol.asyncIterator in bytes ? bytes[Symbol.asyncIterator]() : bytes[Symbol.iterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await iterator.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
    async cancel() {
      await iterator.return?.(undefined);
    },
  });
}

/** The chunks of a stream; one that is left early is cancelled. */
export async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  let ended = false;
  try {
    for (;;) {
      const next = await reader.read();
      ended = next.done;
      if (next.done) return;
      yield next.value;
    }
  } finally {
    if (!ended) await reader.cancel().catch(() => undefined);
  }
}
