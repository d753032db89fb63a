import { execAt } from './exec-at.ts';

const REACH = 64 * 1024;
const GAP = /(?:[\s"'`+,|>\\]|\\+[nrt]|(?<=\n)-)+/y;
const ARMOR_HEADER = /(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset):[^\n\\"]{0,120}/y;
const BODY = /[A-Za-z0-9+/=]+/y;

const BREAK = String.raw`(?:[ \t"'+,]{0,16}(?:[\r\n]|\\{1,8}[nr]){1,4}[ \t"'>|+-]{0,32}?)`;

/** A line of base64 begins here, not at the letter of an escaped line feed. */
const LINE_START = String.raw`(?:(?<![A-Za-z0-9+/\\])|(?<=\\[nr]))`;

/**
 * Source of a pattern for the lines before the END line of a key whose BEGIN line is lost: at least one full line of
 * base64, the part of a line before it, and a short line after it.
 */
export const TORN_KEY_BODY = `(?:${LINE_START}[A-Za-z0-9+/]{1,76}={0,2}${BREAK})?(?:${LINE_START}[A-Za-z0-9+/]{40,80}={0,2}${BREAK}){1,500}(?:${LINE_START}[A-Za-z0-9+/]{1,76}={0,2}${BREAK})?-{0,4}`;

/** Where the body of a private key ends, given the end of its BEGIN line; also for a key that was cut off, indented or escaped. */
export function privateKeyEnd(text: string, from: number): number {
  const closing = closingLine(text, from);
  return closing ?? truncatedEnd(text, from);
}

function closingLine(text: string, from: number): number | undefined {
  const next = text.indexOf('-BEGIN ', from);
  const window = text.slice(from, next === -1 ? from + REACH : Math.min(next, from + REACH));
  const end = window.indexOf('-END ');
  if (end === -1) return undefined;
  const tail = /^-END [A-Z0-9 ]{0,24}PRIVATE KEY(?: BLOCK)?-{0,5}/.exec(window.slice(end, end + 64));
  return tail === null ? undefined : from + end + tail[0].length;
}

function lengthAt(pattern: RegExp, text: string, at: number): number {
  return execAt(pattern, text, at)?.[0].length ?? 0;
}

/** Without an END line: the run of base64 words; one short word may follow the long ones. */
function truncatedEnd(text: string, from: number): number {
  let end = from;
  for (;;) {
    const start = end + lengthAt(GAP, text, end);
    const header = lengthAt(ARMOR_HEADER, text, start);
    const length = header === 0 ? bodyLength(text, start) : header;
    if (length === 0) return end;
    end = start + length;
  }
}

/** Length of a word that can be a line of a key; words of prose have no digit, sign or capital inside. */
function bodyLength(text: string, at: number): number {
  const length = lengthAt(BODY, text, at);
  if (length === 0 || length > REACH) return Math.min(length, REACH);
  const word = text.slice(at, at + length);
  return length >= 8 && /[0-9+/=]|.[A-Z]/.test(word) ? length : 0;
}
