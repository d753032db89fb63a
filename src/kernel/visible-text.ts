import { BLANK, STRAY_SELECTOR } from './hidden-characters.ts';
import { makeOnce } from './make-once.ts';

const PICTURE = /\p{Extended_Pictographic}(?:[\u{1F3FB}-\u{1F3FF}]|\uFE0F)?/u.source;
// A joiner stays between two pictures and tags stay in the flag of a region; anywhere else both are made visible.
const EMOJI_SEQUENCE = `${PICTURE}(?:\\u200D${PICTURE})+|\\u{1F3F4}[\\u{E0030}-\\u{E0039}\\u{E0061}-\\u{E007A}]{1,6}\\u{E007F}`;
// Controls, formats (bidi, zero width, tags), lone surrogates and separators.
const UNSAFE = /\p{Cc}|\p{Cf}|\p{Cs}|\p{Zl}|\p{Zp}/u.source;
const tokens = makeOnce(() => new RegExp(`(${EMOJI_SEQUENCE})|${UNSAFE}|${BLANK}|${STRAY_SELECTOR}`, 'gu'));
/** Latin, Greek and Cyrillic letters, dashes, quotes, bullets, arrows: none of them is such a character. */
const HARMLESS = String.raw`\x20-\x7e\u00a0-\u00ac\u00ae-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u2038\u2190-\u21ff`;
/** Harmless text of one line, told quickly. */
const HARMLESS_TEXT = new RegExp(`^[${HARMLESS}]*$`);
/** The same over several lines. */
const HARMLESS_BLOCK = new RegExp(`^[\\n\\t${HARMLESS}]*$`);

/** Names one unsafe character: control pictures for C0 and DEL, `<U+202E>` for the rest. */
function visible(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '␡';
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}

/** Makes every character visible that a screen would act on or hide: controls, bidi and zero-width marks, lone surrogates. */
function makeVisible(text: string): string {
  return text.replace(
    tokens(),
    (token: string, emoji: string | undefined) => emoji ?? Array.from(token, visible).join(''),
  );
}

/** Makes untrusted text safe and keeps line feeds and tabs; CRLF becomes LF. */
export function makeBlockVisible(text: string): string {
  if (HARMLESS_BLOCK.test(text)) return text;
  return text
    .replace(/\r\n/g, '\n')
    .split(/([\n\t])/)
    .map((part) => (part === '\n' || part === '\t' ? part : makeVisible(part)))
    .join('');
}

/** Makes untrusted text safe and puts it on one line: line breaks and tabs become single spaces. */
export function makeLineVisible(text: string): string {
  if (HARMLESS_TEXT.test(text)) return text;
  return makeVisible(text.replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' '));
}
