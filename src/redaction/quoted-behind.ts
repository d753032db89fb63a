import { execAt } from './exec-at.ts';

const NAME = /ssword|sswd|ssphrase|_pass|"pw"|_pwd/iy;
/** What a value may be told to be of, before it stands: `"type":"string",`. */
const TYPE_WORDS = /(?:["'](?:type|string|value)["'][:,{ ]{0,3}){1,3}/iy;
const QUOTED = /\\{0,8}["'\x60](?<value>[^\s"'\x60\\]{8,128})\\{0,8}["'\x60](?!\s{0,2}:)/dy;
const REST_OF_NAME = 16;
const SIGNS_AROUND = 12;
const WORD_AFTER = 12;
const BEHIND_NAME = 8;
const MOST_ESCAPES = 8;

const REACH = 80;

type Range = readonly [start: number, end: number];

function isWordCode(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 0x5f;
}

/** How far a run of word signs, or of others, goes on from a place: to a limit, and no further than an end. */
function runEnd(
  text: string,
  from: number,
  { end, isWord }: { readonly end: number; readonly isWord: boolean },
): number {
  let at = from;
  while (at < end && isWordCode(text.charCodeAt(at)) === isWord) at += 1;
  return at;
}

/** The first quote, or the end of the line or of what is within reach, from a place on. */
function quoteAt(text: string, from: number): number {
  let at = from;
  const most = Math.min(text.length, from + REACH);
  while (at < most && !'\n"\'\x60'.includes(text.charAt(at))) at += 1;
  return at;
}

/** How far the rest of a name and a few signs behind it go. */
function nameEnd(text: string, from: number, quote: number): number {
  let at = from;
  const most = Math.min(quote, from + REST_OF_NAME);
  while (at < most && (isWordCode(text.charCodeAt(at)) || text.charAt(at) === '-')) at += 1;
  return Math.min(quote, at + BEHIND_NAME);
}

/** How far signs, one word and a few signs more go: a value may stand at any place up to there. */
function reachFrom(text: string, from: number, quote: number): number {
  const signs = runEnd(text, from, { end: Math.min(quote, from + SIGNS_AROUND), isWord: false });
  const word = runEnd(text, signs, { end: Math.min(quote, signs + WORD_AFTER), isWord: true });
  return word === signs ? signs : Math.min(quote, word + SIGNS_AROUND);
}

function firstEscape(text: string, quote: number): number {
  let at = quote;
  while (quote - at < MOST_ESCAPES && text.charAt(at - 1) === '\\') at -= 1;
  return at;
}

/** A value in quotes that begins at a quote, or behind words for its type that do, when the quote is within reach. */
function quotedAt(text: string, quote: number, reach: number): Range | undefined {
  const plain = firstEscape(text, quote) <= reach ? execAt(QUOTED, text, quote) : null;
  const types = plain === null && quote <= reach ? execAt(TYPE_WORDS, text, quote) : null;
  const match = types === null ? plain : execAt(QUOTED, text, quote + types[0].length);
  return match?.indices?.groups?.['value'];
}

/**
 * A value in quotes behind the name of a password and no more than a few signs and a word: `passwordInput, "x"`.
 * One pass over the line: of a pattern for it there are thousands of ways to fail.
 */
export function quotedBehind(text: string, at: number): Range | undefined {
  const from = at + (execAt(NAME, text, at)?.[0].length ?? 0);
  const quote = quoteAt(text, from);
  const end = nameEnd(text, from, quote);
  if (end === quote && text.charAt(quote) !== '\n') {
    const second = quoteAt(text, quote + 1);
    const found = quotedAt(text, second, reachFrom(text, quote + 1, second));
    if (found !== undefined) return found;
  }
  const begin = end < quote && text.charAt(end) === ')' ? end + 1 : end;
  return quotedAt(text, quote, reachFrom(text, begin, quote));
}
