const ID_BYTES = 32;
/** Bytes of a value by its wire type; 0: a number of any length, 2: what its own length says. */
const FIXED: Readonly<Record<number, number>> = { 1: 8, 5: 4 };
const LONGEST_NUMBER = 10;

interface Read {
  readonly value: number;
  readonly next: number;
}

/** A number at a place; lengths beyond what a list can hold come out as such and lead nowhere. */
function readNumber(bytes: Uint8Array, at: number): Read | undefined {
  let value = 0;
  for (let index = 0; index < LONGEST_NUMBER; index += 1) {
    const byte = bytes[at + index];
    if (byte === undefined) return undefined;
    value += (byte & 0x7f) * 2 ** (7 * index);
    if (byte < 0x80) return { value, next: at + index + 1 };
  }
  return undefined;
}

/** Where the value after a tag begins and ends. */
function readField(bytes: Uint8Array, at: number): { readonly start: number; readonly end: number } | undefined {
  const tag = readNumber(bytes, at);
  if (tag === undefined) return undefined;
  const wire = tag.value % 8;
  const fixed = FIXED[wire];
  if (fixed !== undefined) return { start: tag.next, end: tag.next + fixed };
  const number = wire === 0 || wire === 2 ? readNumber(bytes, tag.next) : undefined;
  if (number === undefined) return undefined;
  return wire === 0 ? { start: tag.next, end: number.next } : { start: number.next, end: number.next + number.value };
}

/** The ids of other blobs that a node of a chat names, in order; what cannot be read ends the list. */
export function blobIds(bytes: Uint8Array): readonly string[] {
  const ids: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const found = readField(bytes, at);
    if (found === undefined || found.end > bytes.length) return ids;
    const value = bytes.subarray(found.start, found.end);
    if (value.length === ID_BYTES) ids.push(Buffer.from(value).toString('hex'));
    at = found.end;
  }
  return ids;
}
