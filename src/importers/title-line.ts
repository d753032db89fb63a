import { makeOnce } from '../kernel/make-once.ts';

/** Costs milliseconds to make, and a text of one-column characters does not need it. */
const graphemes = makeOnce(() => new Intl.Segmenter(undefined, { granularity: 'grapheme' }));
const SIMPLE = /^[ -~]*$/;
const WIDE =
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Emoji_Presentation}|[\u3000-\u303f\uff01-\uff60]/u;
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;

/** Terminal columns of a title. */
export const TITLE_COLUMNS = 80;

/** Makes one line of well-formed text, cut between graphemes to fit `columns`, with `…` where something was cut; null for nothing. */
export function toTitleLine(text: string, columns: number = TITLE_COLUMNS): string | null {
  const head = text
    .trimStart()
    .slice(0, columns * 40)
    .replace(/[\ud800-\udbff]$/, '')
    .toWellFormed();
  const line = head.replace(INVISIBLE, ' ').trim();
  if (line === '') return null;
  if (SIMPLE.test(line)) return line.length <= columns ? line : `${line.slice(0, columns).trimEnd()}…`;
  return cutBetweenGraphemes(line, columns);
}

function cutBetweenGraphemes(line: string, columns: number): string {
  let width = 0;
  let kept = '';
  for (const { segment } of graphemes().segment(line)) {
    width += WIDE.test(segment) ? 2 : 1;
    if (width > columns) return `${kept.trimEnd()}…`;
    kept += segment;
  }
  return kept;
}
