import type { AnchorProbe, Codes } from './anchor-index.ts';

const DASH = 0x2d;
const UNDERSCORE = 0x5f;
const BACKSLASH = 0x5c;
const PLUS = 0x2b;
/** The colon of Chinese and Japanese text, and the first of its bytes. */
const WIDE_COLON = 0xff1a;
const WIDE_COLON_BYTE = 0xef;
/** `"`, `'`, `]`, `*`, backtick and white space. */
const CLOSING: ReadonlySet<number> = new Set([0x2a, 0x22, 0x27, 0x5d, 0x60, 0x20, 0x09, 0x0a, 0x0d]);
/** `:`, `=`, `>`, `,` and `{`. */
const SEPARATORS: ReadonlySet<number> = new Set([0x3a, 0x3d, 0x3e, 0x2c, 0x7b]);

function isNameCode(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === DASH ||
    code === UNDERSCORE
  );
}

/** Whether a word that looks like the name of a secret is followed by a separator, or is a command line flag. Most are prose. */
export function isNameOfValue(codes: Codes, at: number): boolean {
  let end = at;
  while (end < at + 64 && isNameCode(codes[end] ?? 0)) end += 1;
  return isFollowedBySeparator(codes, end) || isFlag(codes, at);
}

function isFollowedBySeparator(codes: Codes, from: number): boolean {
  for (let at = from; at < from + 40; at += 1) {
    const code = codes[at] ?? 0;
    if (isJoint(codes, at)) return true;
    // The letter of an escape in JSON text; a quote or backslash is as good.
    if (code === BACKSLASH && codes[at + 1] !== 0x75) at += 1;
    else if (!CLOSING.has(code) && code !== PLUS && code !== DASH) return isValueWord(codes, at);
  }
  return true;
}

/** A separator, and the hint of a prompt. */
const JOINTS: ReadonlySet<number> = new Set([...SEPARATORS, WIDE_COLON, WIDE_COLON_BYTE, 0x5b, 0x28]);

/** A separator, `||` and `??`, a call of what a name was given to, and the hint of a prompt. */
function isJoint(codes: Codes, at: number): boolean {
  const code = codes[at] ?? 0;
  const next = codes[at + 1] ?? 0;
  if (JOINTS.has(code)) return true;
  if (code === BACKSLASH) return next === 0x75;
  if (code === 0x7c || code === 0x3f) return next === code;
  // A pattern in a call of a test, and what is typed into a field.
  if (code === 0x2f || code === 0x2e) return isCalled(next);
  return code === 0x29 && (next === 0x2e || next === 0x0a);
}

/** The first letters of `i)`, `set(`, `fill(`, `type(` and the like. */
function isCalled(code: number): boolean {
  return code === 0x69 || code === 0x73 || code === 0x66 || code === 0x74 || code === 0x29;
}

/** `value`, as after a name of its own: `name: X`, `value: y`; the type of a variable; an arrow. */
function isValueWord(codes: Codes, at: number): boolean {
  if (codes[at] === 0x3c) return codes[at + 1] === DASH;
  if (((codes[at] ?? 0) | 0x20) === 0x73) return codes[at + 1] === 0x74 && codes[at + 2] === 0x72;
  return codes[at] === 0x76 && codes[at + 1] === 0x61 && codes[at + 2] === 0x6c && codes[at + 3] === 0x75;
}

/** A dash in the word before: `--db-password`, or what only looks like it. */
function isFlag(codes: Codes, at: number): boolean {
  for (let start = at - 1; start >= 0 && at - start < 64 && isNameCode(codes[start] ?? 0); start -= 1) {
    if (codes[start] === DASH) return true;
  }
  return false;
}

/** A line feed, or its escape in JSON, or the end of the text. */
export function endsLine(codes: Codes, at: number): boolean {
  const code = codes[at] ?? 0x0a;
  return code === 0x0a || (code === BACKSLASH && codes[at + 1] === 0x6e);
}

/** Whether an at sign stands in the word before, as in an address of mail: `ada@x.example / password`. */
export function isAfterAddress(codes: Codes, at: number): boolean {
  for (let i = at - 1; i >= at - 80 && (codes[i] ?? 0) > 0x20; i -= 1) if (codes[i] === 0x40) return true;
  return false;
}

/** A probe for an anchor that is found by a rare part of it: what stands before that part. */
export function comesAfter(before: string): AnchorProbe {
  return (codes, at) => {
    for (let i = 1; i <= before.length; i += 1) {
      if (codes[at - i] !== before.charCodeAt(before.length - i)) return false;
    }
    return true;
  };
}
