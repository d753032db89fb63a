import { cutAfter, cutBefore } from './cut-text.ts';
import type { TextSpan } from './search-match.ts';

/** Characters of a snippet, ellipses left out. */
export const SNIPPET_LENGTH = 200;
const LEAD = 40;
const SPACE = /\s/;

/** Moves a cut out of a word, if its border is near. */
function toBorder(text: string, at: number, step: -1 | 1): number {
  for (let moved = 0, place = at; moved < 24 && place > 0 && place < text.length; moved += 1, place += step) {
    if (SPACE.test(text[step === -1 ? place - 1 : place] ?? '')) return place;
  }
  return step === -1 ? cutBefore(text, at) : cutAfter(text, at);
}

function window(text: string, start: number, end: number): string {
  const from = start <= 0 ? 0 : toBorder(text, start, -1);
  const to = end >= text.length ? text.length : toBorder(text, end, 1);
  const cut = text.slice(from, to).replace(/\s+/g, ' ').trim();
  return `${from > 0 ? '…' : ''}${cut}${to < text.length ? '…' : ''}`;
}

/**
 * What to show of a text: from the first match to the last with a little around them. Where these are far apart, the
 * surroundings of both; without a match the beginning.
 */
export function snippetOf(text: string, spans: readonly TextSpan[], most: number = SNIPPET_LENGTH): string {
  const start = Math.min(...spans.map((span) => span.start));
  const end = Math.max(...spans.map((span) => span.end));
  if (spans.length === 0) return window(text, 0, most);
  const room = most - (end - start);
  if (room >= 0) {
    const before = Math.min(Math.max(LEAD, Math.floor(room / 3)), room);
    const from = Math.max(0, start - before);
    return window(text, from, Math.max(end, from + most));
  }
  const half = Math.floor(most / 2);
  const first = window(text, Math.max(0, start - LEAD), start - LEAD + half);
  const last = window(text, end + LEAD - half, end + LEAD);
  return `${first} ${last}`.replace('… …', ' … ');
}
