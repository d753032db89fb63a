/** A part of a text as it reads once an encoding is undone, and where each of its characters comes from. */
export interface TextView {
  readonly text: string;
  /** End of the part in the text it was made of; the view need not be made again before it. */
  readonly until: number;
  /** Where the character at an index begins in the text; for the length of the view, where the part ends. */
  origin(index: number): number;
}

/** Undoes an encoding around a literal that gives it away. */
export interface ViewMaker {
  /** Literals of at least three characters. */
  readonly anchors: readonly string[];
  readonly ignoreCase?: boolean;
  /** Undoes it around `at`, where a literal stands; `undefined` when nothing of the kind is there. */
  readonly view: (text: string, at: number, anchor: number) => TextView | undefined;
}
