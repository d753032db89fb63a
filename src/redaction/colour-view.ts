import { joinParts, type TextPart, type TextView, type ViewMaker } from './text-view.ts';

const BEFORE = 2048;
const MOST = 16 * 1024;
const ESCAPE = '\u001b';
/** A colour as a terminal gets it, and as programs and records spell it. */
const COLOUR = new RegExp(String.raw`(?:${ESCAPE}|\\{1,4}(?:u001[bB]|x1[bB]|033|e))\[[0-9;]{0,16}[mK]`, 'g');

/** Where lines end that are read as one part. What lies across the end of a part of a long line is looked at again. */
function endOfLines(text: string, at: number, most: number): { readonly end: number; readonly until: number } {
  if (most >= text.length) return { end: text.length, until: text.length };
  const line = text.lastIndexOf('\n', most);
  return line > at ? { end: line, until: line } : { end: most, until: most - BEFORE };
}

/** Lines around a colour without any colours. */
function withoutColours(text: string, at: number): TextView {
  const from = Math.max(0, at - BEFORE);
  const start = from + text.slice(from, at).lastIndexOf('\n') + 1;
  const { end, until } = endOfLines(text, at, start + MOST);
  const parts: TextPart[] = [];
  let next = start;
  for (const match of text.slice(start, end).matchAll(COLOUR)) {
    parts.push({ start: next, content: text.slice(next, start + match.index) });
    next = start + match.index + match[0].length;
  }
  if (parts.length === 0) return { text: '', until, origin: () => end };
  parts.push({ start: next, content: text.slice(next, end) });
  return { ...joinParts(parts), until };
}

/** What a terminal shows in colours, which part names from values. */
export const COLOUR_VIEW: ViewMaker = {
  anchors: [
    ...Array.from('0123456789m', (next) => `${ESCAPE}[${next}`),
    'u001b[',
    'u001B[',
    '\\x1b[',
    '\\x1B[',
    '\\033[',
    '\\e[0',
    '\\e[1',
    '\\e[3',
  ],
  view: withoutColours,
};
