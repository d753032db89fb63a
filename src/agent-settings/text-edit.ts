/** One change of a text: at an offset, so many characters are cut and others are put in their place. */
export interface TextEdit {
  readonly at: number;
  readonly cut: number;
  readonly put: string;
}

/** The edit that takes back another one, in the text that came of it: what was put, and what stood there before. */
export interface InverseEdit {
  readonly at: number;
  readonly put: string;
  readonly was: string;
}

function inOrder(edits: readonly TextEdit[]): readonly TextEdit[] {
  return edits.toSorted((one, other) => one.at - other.at);
}

/** Applies edits that do not overlap; offsets are those of the text before. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let after = '';
  let from = 0;
  for (const { at, cut, put } of inOrder(edits)) {
    after += text.slice(from, at) + put;
    from = at + cut;
  }
  return after + text.slice(from);
}

/** The edits that take others back, in the order of the text. */
export function invertEdits(text: string, edits: readonly TextEdit[]): readonly InverseEdit[] {
  let shift = 0;
  return inOrder(edits).map(({ at, cut, put }) => {
    const inverse = { at: at + shift, put, was: text.slice(at, at + cut) };
    shift += put.length - cut;
    return inverse;
  });
}

/** Takes edits back in exactly the text that came of them. */
export function revertExactly(text: string, inverses: readonly InverseEdit[]): string {
  return applyEdits(
    text,
    inverses.map(({ at, put, was }) => ({ at, cut: put.length, put: was })),
  );
}

/** Takes edits back in a text that was changed elsewhere; `undefined` unless each stands there exactly once as it was put. */
export function revertByContent(text: string, inverses: readonly InverseEdit[]): string | undefined {
  let rest = text;
  for (const { put, was } of inverses.toReversed()) {
    const at = put === '' ? -1 : rest.indexOf(put);
    if (at < 0 || rest.indexOf(put, at + 1) >= 0) return undefined;
    rest = rest.slice(0, at) + was + rest.slice(at + put.length);
  }
  return rest;
}
