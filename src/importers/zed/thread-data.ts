import { LoomError } from '../../kernel/loom-error.ts';
import { MAX_DOCUMENT_BYTES } from '../document-source.ts';
import type { ByteSource } from '../line-frames.ts';
import { isZstd, ZstdText } from '../zstd-text.ts';

const CHUNK = 256 * 1024;

function bytesSource(bytes: Uint8Array): ByteSource {
  return {
    read: (into, position) => {
      const part = bytes.subarray(position, position + into.length);
      into.set(part);
      return part.length;
    },
  };
}

function inflate(name: string, data: Uint8Array): Uint8Array {
  const text = new ZstdText(name, bytesSource(data));
  const chunks: Buffer[] = [];
  for (let size = 0; ; ) {
    const chunk = Buffer.alloc(CHUNK);
    const count = text.read(chunk, size);
    if (count === 0) return Buffer.concat(chunks);
    size += count;
    if (size > MAX_DOCUMENT_BYTES) {
      const message = `${name} is a thread of more than ${MAX_DOCUMENT_BYTES / 1024 / 1024} MiB`;
      throw new LoomError({ kind: 'problem', code: 'too-large', message });
    }
    chunks.push(chunk.subarray(0, count));
  }
}

/**
 * The document inside a row, whichever way it is kept; what a column says of it is not needed to tell. Throws LoomError
 * `problem` for one that cannot be decompressed or is larger than 64 MiB.
 */
export function threadDocument(name: string, data: string | Uint8Array): Uint8Array {
  if (typeof data === 'string') return Buffer.from(data);
  return isZstd(data) ? inflate(name, data) : data;
}
