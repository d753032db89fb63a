import stringWidth from 'string-width';
import { graphemes } from './graphemes.ts';

const ELLIPSIS = '…';
/** Characters of one column that never join their neighbours: most lines have no others, and need not be looked at closely. */
const PLAIN = /^[\x20-\x7e\u00a0-\u00a8\u00aa-\u00ac\u00af-\u02ff\u2010-\u2027\u2190-\u2193\u2500-\u257f]*$/;

/** Columns that a safe line takes up. */
export function displayWidth(text: string): number {
  return PLAIN.test(text) ? text.length : stringWidth(text);
}

/** Cuts a line to a width in columns, between graphemes, with an ellipsis where something is missing. */
export function cutToWidth(text: string, width: number): string {
  const beginning = text.slice(0, Math.max(0, width) + 1);
  if (beginning.length > width && width > 0 && PLAIN.test(beginning)) return text.slice(0, width - 1) + ELLIPSIS;
  if (displayWidth(text) <= width) return text;
  let kept = '';
  let used = 0;
  for (const grapheme of graphemes(text)) {
    const next = used + displayWidth(grapheme);
    if (next > width - 1) break;
    kept += grapheme;
    used = next;
  }
  return width < 1 ? '' : kept + ELLIPSIS;
}

/** Fills a line with spaces up to a width in columns. */
export function padToWidth(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const space = ' '.repeat(Math.max(0, width - displayWidth(text)));
  return align === 'right' ? space + text : text + space;
}
