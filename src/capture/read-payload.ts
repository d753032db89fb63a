import { readSync } from 'node:fs';
import { asObject, type JsonObject } from '../kernel/json-fields.ts';
import { LoomError } from '../kernel/loom-error.ts';

/** Largest payload that is read, in bytes; a tool's answer is part of it. */
const MAX_PAYLOAD_BYTES = 64 * 1024 * 1024;
const CHUNK = 64 * 1024;
/** How long to wait before asking a pipe again that has nothing yet, in milliseconds. */
const PAUSE = 5;

/** Reads standard input to its end. Throws LoomError `usage` when it is larger than a hook call may be. */
export function readStandardInput(): Buffer {
  const chunks: Buffer[] = [];
  let total = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(CHUNK);
    const count = readOnce(chunk);
    if (count === 0) return Buffer.concat(chunks, total);
    chunks.push(chunk.subarray(0, count));
    total += count;
    if (total > MAX_PAYLOAD_BYTES) throw badPayload('payload-too-large', `is larger than ${MAX_PAYLOAD_BYTES} bytes`);
  }
}

function readOnce(chunk: Buffer): number {
  for (;;) {
    try {
      return readSync(0, chunk, 0, chunk.length, null);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
    }
  }
}

/** Parses a hook's payload. Throws LoomError `usage` for anything but one JSON object. */
export function parsePayload(bytes: Uint8Array): JsonObject {
  const text = new TextDecoder().decode(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badPayload('bad-payload', text.trim() === '' ? 'is empty' : 'is no JSON');
  }
  const payload = asObject(value);
  if (payload === undefined) throw badPayload('bad-payload', 'is no JSON object');
  return payload;
}

function badPayload(code: string, what: string): LoomError {
  return new LoomError({ kind: 'usage', code, message: `the hook's payload ${what}` });
}
