const BRACE = 0x7b;
/** `{`, and `[` with the bit that tells them apart, in each byte of a word. */
const BRACES = 0x7b7b7b7b;
const FOLD = 0x20202020;
const LOWEST = 0x01010101;
const HIGHEST = 0x80808080;

/** How many of some bytes are `[` or `{`. */
function countOpeners(bytes: Uint8Array, from: number, to: number): number {
  let count = 0;
  for (let i = from; i < to; i += 1) if (((bytes[i] as number) | 0x20) === BRACE) count += 1;
  return count;
}

/** How many words hold a byte that is `[` or `{`. */
function countWords(words: Uint32Array): number {
  let count = 0;
  for (let i = 0; i < words.length; i += 1) {
    // A byte that becomes zero is found by the borrow that it causes.
    const word = ((words[i] as number) | FOLD) ^ BRACES;
    if (((word - LOWEST) & ~word & HIGHEST) !== 0) count += 1;
  }
  return count;
}

/**
 * Whether JSON text may nest deeper than `limit`: whether it holds that many `[` and `{`, those inside strings too. False
 * is certain, and true is not; the price is about one step for four bytes.
 */
export function mayNestDeeper(bytes: Uint8Array, limit: number): boolean {
  if (bytes.length <= 2 * limit) return false;
  const before = -bytes.byteOffset & 3;
  const words = Math.max(bytes.length - before, 0) >> 2;
  const after = before + words * 4;
  const edges = countOpeners(bytes, 0, before) + countOpeners(bytes, after, bytes.length);
  const bound = countWords(new Uint32Array(bytes.buffer, bytes.byteOffset + before, words)) * 4 + edges;
  return bound > limit && countOpeners(bytes, 0, bytes.length) > limit;
}
