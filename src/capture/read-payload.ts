import { readStandardInput } from '../files/standard-input.ts';
import { asObject, type JsonObject } from '../kernel/json-fields.ts';
import { LoomError } from '../kernel/loom-error.ts';

/** Largest payload that is read, in bytes; a tool's answer is part of it. */
const MAX_PAYLOAD_BYTES = 64 * 1024 * 1024;
/** Reads a payload from standard input. Throws LoomError `usage` when it is larger than a hook call may be. */
export function readPayload(): Buffer {
  const bytes = readStandardInput(MAX_PAYLOAD_BYTES);
  if (bytes === undefined) throw badPayload('payload-too-large', `is larger than ${MAX_PAYLOAD_BYTES} bytes`);
  return bytes;
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
