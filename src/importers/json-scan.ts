import { mayNestDeeper } from '../kernel/nesting-bound.ts';

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

/** Change of depth that a byte outside strings makes. */
export function depthStep(byte: number | undefined): -1 | 0 | 1 {
  if (byte === OPEN_BRACE || byte === OPEN_BRACKET) return 1;
  return byte === CLOSE_BRACE || byte === CLOSE_BRACKET ? -1 : 0;
}

/** Whether JSON text nests deeper than `limit`. Looks at bytes only, so that nothing deep is ever parsed. */
export function nestsDeeperThan(bytes: Uint8Array, limit: number): boolean {
  if (!mayNestDeeper(bytes, limit)) return false;
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
