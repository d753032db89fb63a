import { LOOM_BLOCK_BEGIN, LOOM_BLOCK_END } from '../kernel/loom-marks.ts';

/** Why the block of a file cannot be kept up to date. */
export type BlockRefusal = 'block-unpaired' | 'block-repeated' | 'block-in-conflict';

/** Where the block stands in a file; `null` when there is none. */
interface BlockPlace {
  /** Of the first marker's line. */
  readonly start: number;
  /** After the last marker, before its line end. */
  readonly end: number;
  /** Between the markers' lines. */
  readonly inner: string;
}

const BEGIN_LINE = /^[ \t]*<!-- loom:begin\b[^\n>]*-->[ \t]*(?=\r?$)/gm;
const END_LINE = /^[ \t]*<!-- loom:end -->[ \t]*(?=\r?$)/gm;
const CONFLICT = /^(?:<{7}|={7}|>{7}|\|{7})(?: |\r?$)/m;
const CONFLICT_OPENS = /^<{7} /gm;
const CONFLICT_ENDS = /^>{7} /gm;

function count(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length;
}

/** Finds the block between loom's two markers, each on a line of its own. */
export function findBlock(file: string): { readonly place: BlockPlace | null } | { readonly refusal: BlockRefusal } {
  const [begins, ends] = [[...file.matchAll(BEGIN_LINE)], [...file.matchAll(END_LINE)]];
  const [begin, end] = [begins[0], ends[0]];
  if (begin === undefined && end === undefined) return { place: null };
  if (begins.length > 1 || ends.length > 1) {
    return { refusal: CONFLICT.test(file) ? 'block-in-conflict' : 'block-repeated' };
  }
  if (begin === undefined || end === undefined || end.index < begin.index) return { refusal: 'block-unpaired' };
  const inner = file.slice(begin.index + begin[0].length, end.index);
  const before = file.slice(0, begin.index);
  const isOpen = count(before, CONFLICT_OPENS) > count(before, CONFLICT_ENDS);
  if (CONFLICT.test(inner) || isOpen) return { refusal: 'block-in-conflict' };
  return { place: { start: begin.index, end: end.index + end[0].length, inner } };
}

/** The line end that a file uses most. */
function lineEndOf(file: string): '\r\n' | '\n' {
  const all = count(file, /\n/g);
  return all > 0 && count(file, /\r\n/g) * 2 > all ? '\r\n' : '\n';
}

/**
 * A file with the block kept up to date, or added at its end; every byte outside the block stays, its line ends and a
 * missing last one too.
 */
export function placeBlock(
  file: string,
  body: string,
): { readonly text: string; readonly isNew: boolean } | { readonly refusal: BlockRefusal } {
  const found = findBlock(file);
  if ('refusal' in found) return found;
  const eol = lineEndOf(file);
  const block = [LOOM_BLOCK_BEGIN, ...body.trimEnd().split('\n'), LOOM_BLOCK_END].join(eol);
  const { place } = found;
  if (place !== null) return { text: file.slice(0, place.start) + block + file.slice(place.end), isNew: false };
  if (file.trim() === '') return { text: `${file}${block}${eol}`, isNew: true };
  const isEnded = file.endsWith('\n');
  return { text: `${file}${isEnded ? eol : eol + eol}${block}${isEnded ? eol : ''}`, isNew: true };
}
