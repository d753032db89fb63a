import { makeLineVisible } from '../kernel/visible-text.ts';
import { displayWidth } from '../text/display-width.ts';
import { graphemes } from '../text/graphemes.ts';
import type { PaneLine } from './ui-host.ts';

/** One word, or as much of a word as fits. */
function* fittingParts(text: string, width: number): Generator<string> {
  for (const word of text.match(/\s*\S+/gu) ?? []) {
    if (displayWidth(word.trimStart()) <= width) yield word;
    else yield* slices(word, width);
  }
}

function* slices(word: string, width: number): Generator<string> {
  let part = '';
  let used = 0;
  for (const grapheme of graphemes(word)) {
    const wide = displayWidth(grapheme);
    if (used + wide > width && part !== '') {
      yield part;
      [part, used] = ['', 0];
    }
    // Something wider than the pane has no place in it.
    part += wide > width ? '' : grapheme;
    used += wide > width ? 0 : wide;
  }
  if (part !== '') yield part;
}

/** Breaks a safe line into lines of at most `width` columns, between words where it can, between graphemes always. */
export function wrapLine(text: string, width: number): readonly string[] {
  if (displayWidth(text) <= width) return [text];
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const part of fittingParts(text, width)) {
    const wide = displayWidth(part);
    if (used + wide <= width) {
      line += part;
      used += wide;
      continue;
    }
    if (used > 0) lines.push(line);
    line = part.trimStart();
    used = displayWidth(line);
  }
  return used > 0 ? [...lines, line] : lines;
}

const WRAPPED = new WeakMap<readonly PaneLine[], { readonly width: number; readonly lines: readonly PaneLine[] }>();
const TAB = '    ';

/** Makes lines safe and breaks them to a width; the last answer for the same lines is kept. */
export function wrapPane(lines: readonly PaneLine[], width: number): readonly PaneLine[] {
  const kept = WRAPPED.get(lines);
  if (kept?.width === width) return kept.lines;
  const wrapped = lines.flatMap((line) =>
    line.text
      .split('\n')
      .flatMap((text) => wrapLine(makeLineVisible(text.replaceAll('\t', TAB)), width))
      .map((text) => ({ ...line, text })),
  );
  WRAPPED.set(lines, { width, lines: wrapped });
  return wrapped;
}
