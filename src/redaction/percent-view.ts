import type { TextView, ViewMaker } from './text-view.ts';

const MOST = 16 * 1024;
/** A name stands close before its value. */
const MOST_BEFORE = 2 * 1024;
/** What ends a link or form in running text. */
const OUTSIDE = /[\s"'<>\x60\\(){}[\]|^]/;

function edge(text: string, from: number, step: 1 | -1): number {
  const most = step === 1 ? MOST : MOST_BEFORE;
  let at = from;
  for (let count = 0; count < most && at >= 0 && at < text.length && !OUTSIDE.test(text.charAt(at)); count += 1)
    at += step;
  return at;
}

const PERCENT = 0x25;

/** The ASCII character that an escape stands for; -1 when there is none at a place. */
function escapedCode(text: string, at: number): number {
  if (text.charCodeAt(at) !== PERCENT) return -1;
  const high = text.charCodeAt(at + 1) - 48;
  return high >= 2 && high <= 7 && /^[0-9a-fA-F]$/.test(text.charAt(at + 2))
    ? high * 16 + Number.parseInt(text.charAt(at + 2), 16)
    : -1;
}

/** The link around an escape with its escapes of ASCII characters undone. */
function decodeLink(text: string, at: number): TextView {
  const start = edge(text, at, -1) + 1;
  const end = edge(text, at, 1);
  const places: number[] = [];
  let decoded = '';
  let plain = start;
  for (let i = start; i < end; ) {
    const code = escapedCode(text, i);
    places.push(i);
    if (code === -1) {
      i += 1;
      continue;
    }
    decoded += text.slice(plain, i) + String.fromCharCode(code);
    i += 3;
    plain = i;
  }
  // What lies across the end of a part of a long link is looked at again.
  const until = end - at < MOST ? end : end - MOST_BEFORE;
  return { text: decoded + text.slice(plain, end), until, origin: (index) => places[index] ?? end };
}

/** Links and forms, whose secrets may hide behind percent escapes. */
export const PERCENT_VIEW: ViewMaker = {
  anchors: ['%24', '%25', '%26', '%2b', '%2f', '%3a', '%3d', '%40', '%7e'],
  ignoreCase: true,
  view: decodeLink,
};
