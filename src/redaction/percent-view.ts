import type { TextView, ViewMaker } from './text-view.ts';

const MOST = 16 * 1024;
/** What ends a link or form in running text. */
const OUTSIDE = /[\s"'<>\x60\\(){}[\]|^]/;

function edge(text: string, from: number, step: 1 | -1): number {
  let at = from;
  for (let count = 0; count < MOST && at >= 0 && at < text.length && !OUTSIDE.test(text.charAt(at)); count += 1)
    at += step;
  return at;
}

/** The link around an escape with its escapes of ASCII characters undone. */
function decodeLink(text: string, at: number): TextView {
  const start = edge(text, at, -1) + 1;
  const end = edge(text, at, 1);
  const places: number[] = [];
  let decoded = '';
  for (let i = start; i < end; ) {
    const sign = text.charAt(i) === '%' ? /^%[2-7][0-9a-fA-F]/.exec(text.slice(i, i + 3)) : null;
    places.push(i);
    decoded += sign === null ? text.charAt(i) : String.fromCharCode(Number.parseInt(sign[0].slice(1), 16));
    i += sign === null ? 1 : 3;
  }
  return { text: decoded, until: end, origin: (index) => places[index] ?? end };
}

/** Links and forms, whose secrets may hide behind percent escapes. */
export const PERCENT_VIEW: ViewMaker = {
  anchors: ['%24', '%25', '%26', '%2b', '%2f', '%3a', '%3d', '%40', '%7e'],
  ignoreCase: true,
  view: decodeLink,
};
