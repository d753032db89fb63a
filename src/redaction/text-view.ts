/** A part of a text as it reads once an encoding is undone, and where each of its characters comes from. */
export interface TextView {
  readonly text: string;
  /** Place in the text it was made of before which the view need not be made again: the end of the part, but where it was cut. */
  readonly until: number;
  /** Where the character at an index begins in the text; for the length of the view, where the part ends. */
  origin(index: number): number;
  /** Of what stands from one place to another, that which is in a later part than its beginning. */
  beyond?(start: number, end: number): string;
}

/** Undoes an encoding around a literal that gives it away. */
export interface ViewMaker {
  /** Literals of at least three characters. */
  readonly anchors: readonly string[];
  readonly ignoreCase?: boolean;
  /** Undoes it around `at`, where a literal stands; `undefined` when nothing of the kind is there. */
  readonly view: (text: string, at: number, anchor: number) => TextView | undefined;
}

/** A part of a text without what stands between it and the next: the end of a line, a joint, a colour. */
export interface TextPart {
  readonly start: number;
  readonly content: string;
}

/** The last part that begins at or before an index. */
function rowOf(starts: readonly number[], index: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= index) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Parts of a text, read as one. */
export function joinParts(parts: readonly TextPart[]): TextView {
  const starts: number[] = [];
  let text = '';
  for (const { content } of parts) {
    starts.push(text.length);
    text += content;
  }
  const last = parts.at(-1);
  const until = (last?.start ?? 0) + (last?.content.length ?? 0);
  return {
    text,
    until,
    beyond: (start, end) => text.slice(Math.min(end, starts[rowOf(starts, start) + 1] ?? end), end),
    origin: (index) => {
      const row = rowOf(starts, index);
      return index >= text.length ? until : (parts[row]?.start ?? 0) + index - (starts[row] ?? 0);
    },
  };
}
