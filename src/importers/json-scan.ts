const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/** Index after the closing quote of the string that opens at `start`; the length when it never closes. */
function skipString(bytes: Uint8Array, start: number): number {
  for (let i = start + 1; i < bytes.length; i += 1) {
    const byte = bytes[i];
    if (byte === BACKSLASH) i += 1;
    else if (byte === QUOTE) return i + 1;
  }
  return bytes.length;
}

/** How many `[` and `{` there are, those inside strings too: an upper bound of the depth, at the price of one plain loop. */
function countOpeners(bytes: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < bytes.length; i += 1) {
    if (((bytes[i] as number) | 0x20) === OPEN_BRACE) count += 1;
  }
  return count;
}

/** Change of depth that a byte outside strings makes. */
function depthStep(byte: number | undefined): -1 | 0 | 1 {
  if (byte === OPEN_BRACE || byte === OPEN_BRACKET) return 1;
  return byte === CLOSE_BRACE || byte === CLOSE_BRACKET ? -1 : 0;
}

/** Whether JSON text nests deeper than `limit`. Looks at bytes only, so that nothing deep is ever parsed. */
export function nestsDeeperThan(bytes: Uint8Array, limit: number): boolean {
  if (bytes.length <= 2 * limit || countOpeners(bytes) <= limit) return false;
  let depth = 0;
  let i = 0;
  while (i < bytes.length) {
    if (bytes[i] === QUOTE) {
      i = skipString(bytes, i);
      continue;
    }
    depth += depthStep(bytes[i]);
    if (depth > limit) return true;
    i += 1;
  }
  return false;
}

/** Index after the object that opens at `start`; -1 when it never closes. */
function endOfObject(bytes: Uint8Array, start: number): number {
  let depth = 0;
  let i = start;
  while (i < bytes.length) {
    if (bytes[i] === QUOTE) {
      i = skipString(bytes, i);
      continue;
    }
    depth += depthStep(bytes[i]);
    i += 1;
    if (depth === 0) return i;
  }
  return -1;
}

function skipSpace(bytes: Uint8Array, start: number): number {
  let i = start;
  while (bytes[i] === 0x20 || bytes[i] === 0x09 || bytes[i] === 0x0d) i += 1;
  return i;
}

/** Where the objects of a glued line lie, and where the part begins that is no complete object (the length if there is none). */
export interface GluedParts {
  readonly objects: readonly (readonly [start: number, end: number])[];
  readonly rest: number;
}

/** Finds objects written back to back on one line: `{…}{…}`. Only brackets and strings are looked at. */
export function splitGlued(bytes: Uint8Array): GluedParts {
  const objects: [number, number][] = [];
  let at = skipSpace(bytes, 0);
  while (at < bytes.length && bytes[at] === OPEN_BRACE) {
    const end = endOfObject(bytes, at);
    if (end < 0) break;
    objects.push([at, end]);
    at = skipSpace(bytes, end);
  }
  return { objects, rest: at };
}
