import type { SecretRule } from './secret-rule.ts';

const CLOSING = /<\/private\s{0,20}>/gi;

/** Whether the tag is spoken of, alone between quotes, and begins nothing. */
function isMention(match: RegExpExecArray): boolean {
  const before = match.input.charAt(match.index - 1);
  return /["'\x60]/.test(before) && match.input.startsWith(before, match.index + match[0].length);
}

/** End of what a person marked as private: the next closing tag, else the end of the text. */
function privateEnd(text: string, from: number): number {
  CLOSING.lastIndex = from;
  return CLOSING.exec(text) === null ? text.length : CLOSING.lastIndex;
}

/** What a person marked: `<private>…</private>` is left out whole; a span that is not closed, to the end of its text. */
export const PRIVATE_SPAN: readonly SecretRule[] = [
  {
    id: 'private',
    anchors: ['<private'],
    ignoreCase: true,
    pattern: /<private(?:\s[^<>]{0,200})?>/i,
    accepts: (match) => !isMention(match),
    extend: privateEnd,
  },
];
