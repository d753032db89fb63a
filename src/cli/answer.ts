import type { Screen } from './screen.ts';

/** JSON that is already serialised; printed as it is, so that long lists need not be parsed and printed again. */
export class RawJson {
  /** Text, or text and UTF-8 bytes in pieces that are written as they come. */
  readonly content: string | Iterable<string | Uint8Array>;
  /** A document that other programs compare byte by byte; only a terminal gets it escaped. */
  readonly isVerbatim: boolean;

  constructor(content: string | Iterable<string | Uint8Array>, isVerbatim = false) {
    this.content = content;
    this.isVerbatim = isVerbatim;
  }
}

/** Text for people, whole or in pieces that are written as they come. */
export type AnswerText = string | Iterable<string> | AsyncIterable<string>;

/** A document for other programs, in pieces. */
export type AnswerDocument = Iterable<string> | AsyncIterable<string | Uint8Array>;

/** What a command found out or did. The base command prints it; a command itself prints nothing. */
export interface Answer {
  /** The one document of `--json`: an array for lists, an object otherwise. A function, which may be async, is called only with `--json`. */
  readonly json: unknown | RawJson | (() => unknown);
  /** What is printed without `--json`; a final line feed is added when it is missing. Called only then. */
  readonly text?: (screen: Screen) => AnswerText;
  /** What is printed in the place of `text` byte by byte: what a program reads. On a terminal text may have to be made safe first. */
  readonly document?: (screen: Screen) => AnswerDocument;
  /** The documents of `--jsonl`, one per line; for commands that offer the flag. */
  readonly jsonl?: () => Iterable<unknown> | AsyncIterable<unknown>;
  /** Standard output has had all of it already: nothing more is printed there, in no format. */
  readonly written?: true;
  /** Lines for stderr that are no part of the answer: what was done, how to undo it. Left out with `--quiet`. */
  readonly notes?: readonly string[] | (() => readonly string[]);
  /** Lines for stderr that are shown even with `--quiet`. */
  readonly warnings?: readonly string[];
  /** Exit code of a command that worked and has bad news: 3 for `verify`, 20–25 for verdicts. Default 0. */
  readonly exit?: number;
  /** What was committed, named on stderr when the answer itself could not be written. */
  readonly committed?: string;
}
