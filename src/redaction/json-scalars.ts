/**
 * Thrown for bytes that are no JSON value, or one that is nested too deep. It has no stack: every string that begins like
 * JSON is tried, of which there may be thousands in a text, and to gather a stack takes longer than to try.
 */
export class NotJson extends Error {
  readonly offset: number;

  constructor(reason: string, offset: number) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(`${reason} at byte ${offset}`);
    Error.stackTraceLimit = stackTraceLimit;
    this.name = 'NotJson';
    this.offset = offset;
  }
}

const BACKSLASH = 0x5c;

/** End of the escape that begins at `at`. Throws NotJson. */
export function skipEscape(bytes: Uint8Array, at: number): number {
  const code = bytes[at + 1];
  if (code === 0x75) {
    for (let i = at + 2; i < at + 6; i += 1) {
      if (!isHexDigit(bytes[i] ?? 0)) throw new NotJson('bad escape', at);
    }
    return at + 6;
  }
  if (code === undefined || !'"\\/bfnrt'.includes(String.fromCharCode(code))) throw new NotJson('bad escape', at);
  return at + 2;
}

/** Whether an escape can hide text: a slash, a printable ASCII character as `\u0041`, or such an escape of an inner JSON text. */
export function hidesText(bytes: Uint8Array, at: number): boolean {
  const code = bytes[at + 1];
  if (code === 0x2f) return true;
  const u = code === BACKSLASH ? at + 2 : at + 1;
  if (bytes[u] !== 0x75 || bytes[u + 1] !== 0x30 || bytes[u + 2] !== 0x30) return false;
  const high = bytes[u + 3] ?? 0;
  return high >= 0x32 && high <= 0x37;
}

/** End of the word `true`, `false` or `null`. Throws NotJson. */
export function skipWord(bytes: Uint8Array, at: number, word: string): number {
  for (let i = 0; i < word.length; i += 1) {
    if (bytes[at + i] !== word.charCodeAt(i)) throw new NotJson('unknown word', at);
  }
  return at + word.length;
}

/** End of a number. Throws NotJson. */
export function skipNumber(bytes: Uint8Array, from: number): number {
  let at = bytes[from] === 0x2d ? from + 1 : from;
  at = bytes[at] === 0x30 ? at + 1 : skipDigits(bytes, at);
  if (bytes[at] === 0x2e) at = skipDigits(bytes, at + 1);
  if (bytes[at] !== 0x65 && bytes[at] !== 0x45) return at;
  const sign = bytes[at + 1];
  return skipDigits(bytes, sign === 0x2b || sign === 0x2d ? at + 2 : at + 1);
}

function skipDigits(bytes: Uint8Array, from: number): number {
  let at = from;
  while (isDigit(bytes[at] ?? 0)) at += 1;
  if (at === from) throw new NotJson('expected a value', at);
  return at;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isHexDigit(code: number): boolean {
  const lower = code | 0x20;
  return isDigit(code) || (lower >= 97 && lower <= 102);
}
