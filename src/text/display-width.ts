import stringWidth from 'string-width';
import { graphemes } from './graphemes.ts';

const ELLIPSIS = '…';
const ASCII = /^[\x20-\x7e]*$/;

/** Columns that a safe line takes up. */
export function displayWidth(text: string): number {
  return ASCII.test(text) ? text.length : stringWidth(text);
}

/** Cuts a line to a width in columns, between graphemes, with an ellipsis where something is missing. */
export function cutToWidth(text: string, width: number): string {
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
