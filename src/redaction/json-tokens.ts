import type { AnchorIndex } from './anchor-index.ts';
import { hidesText, NotJson, skipEscape, skipNumber, skipWord } from './json-scalars.ts';

/** Deepest nesting of a record that is kept. */
export const MAX_JSON_DEPTH = 200;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

const ROW = 5;
const IS_KEY = 1;
const HAS_ESCAPE = 2;
const IS_SUSPECT = 4;

/** One string token of a JSON text. Offsets include the quotes. */
export interface JsonString {
  readonly index: number;
  readonly start: number;
  readonly end: number;
  readonly isKey: boolean;
  readonly hasEscape: boolean;
  /** Index of the key token that governs this value: its own, or that of the array it stands in; -1 for none. */
  readonly key: number;
}

/**
 * Walks the tokens of one JSON value in UTF-8 bytes, checks its grammar and remembers where its strings are, without
 * decoding any. One instance is reused for many records; what it says is about the last one scanned.
 */
export class JsonTokens {
  #bytes: Uint8Array = new Uint8Array(0);
  #at = 0;
  #from = 0;
  #lineFeeds = false;
  #rows = new Int32Array(64 * ROW);
  #count = 0;
  /** Per container: parent, slot in the parent, 1 for an array, governing key. */
  #boxes: number[] = [];
  #box = -1;
  #depth = 0;
  /** Slot of the value that comes next: a key token, or an index in an array. */
  #slot = -1;
  #slots = new Int32Array(MAX_JSON_DEPTH + 1);
  #end = 0;
  readonly #anchors: AnchorIndex | undefined;

  /** With anchors, strings that contain one are told apart; without, every string is suspect. */
  constructor(anchors?: AnchorIndex) {
    this.#anchors = anchors;
  }

  /** Scans one JSON value; white space around it is not part of it. Throws NotJson. */
  scan(bytes: Uint8Array): void {
    this.#bytes = bytes;
    this.#at = 0;
    this.#lineFeeds = false;
    this.#count = 0;
    this.#boxes.length = 0;
    this.#box = -1;
    this.#depth = 0;
    this.#skipSpace();
    this.#from = this.#at;
    this.#lineFeeds = false;
    this.#slot = -1;
    this.#value();
    while (this.#depth > 0) this.#continueBox();
    this.#end = this.#at;
    const spread = this.#lineFeeds;
    this.#skipSpace();
    this.#lineFeeds = spread;
    if (this.#at !== bytes.length) throw new NotJson('text after the value', this.#at);
  }

  /** Start of the value. */
  get start(): number {
    return this.#from;
  }

  /** End of the value. */
  get end(): number {
    return this.#end;
  }

  /** Whether the value itself is spread over several lines. */
  get isPretty(): boolean {
    return this.#lineFeeds;
  }

  /** Number of string tokens. */
  get count(): number {
    return this.#count;
  }

  /** Start of a string token, its opening quote. */
  startOf(index: number): number {
    return this.#rows[index * ROW] ?? 0;
  }

  /** End of a string token, after its closing quote. */
  endOf(index: number): number {
    return this.#rows[index * ROW + 1] ?? 0;
  }

  /** Whether a string token contains an anchor, or an escape that could hide one; true for all without anchors. */
  isSuspect(index: number): boolean {
    return ((this.#rows[index * ROW + 2] ?? 0) & IS_SUSPECT) !== 0;
  }

  /** Whether a string token is an object key. */
  isKey(index: number): boolean {
    return ((this.#rows[index * ROW + 2] ?? 0) & IS_KEY) !== 0;
  }

  /** The key token that governs a value: its own, or that of the array it stands in; -1 for none, and for a key. */
  keyOf(index: number): number {
    const box = this.#rows[index * ROW + 3] ?? -1;
    if (box === -1 || this.isKey(index)) return -1;
    return this.#isArray(box) ? (this.#boxes[box * 4 + 3] ?? -1) : (this.#rows[index * ROW + 4] ?? -1);
  }

  /** The string token with an index below `count`. */
  string(index: number): JsonString {
    return {
      index,
      start: this.startOf(index),
      end: this.endOf(index),
      isKey: this.isKey(index),
      hasEscape: ((this.#rows[index * ROW + 2] ?? 0) & HAS_ESCAPE) !== 0,
      key: this.keyOf(index),
    };
  }

  /** JSON pointer of a string token; of the member, for a key. `nameOf` gives the text of a key token. */
  pointer(index: number, nameOf: (key: number) => string): string {
    const row = index * ROW;
    let slot = this.isKey(index) ? index : (this.#rows[row + 4] ?? -1);
    let pointer = '';
    for (let box = this.#rows[row + 3] ?? -1; box !== -1; box = this.#boxes[box * 4] ?? -1) {
      const name = this.#isArray(box) ? String(slot) : nameOf(slot).replaceAll('~', '~0').replaceAll('/', '~1');
      pointer = `/${name}${pointer}`;
      slot = this.#boxes[box * 4 + 1] ?? -1;
    }
    return pointer;
  }

  /** Keys that readers see: of several members of one object with one name, the last. */
  finalKeys(nameOf: (key: number) => string): ReadonlySet<number> {
    const last = new Map<string, number>();
    for (let index = 0; index < this.#count; index += 1) {
      if (this.isKey(index)) last.set(`${this.#rows[index * ROW + 3]} ${nameOf(index)}`, index);
    }
    return new Set(last.values());
  }

  /** Whether a later member of the same name hides a string, or anything that it is part of, from readers. */
  isShadowed(index: number, finalKeys: ReadonlySet<number>): boolean {
    let slot = this.isKey(index) ? index : (this.#rows[index * ROW + 4] ?? -1);
    for (let box = this.#rows[index * ROW + 3] ?? -1; box !== -1; box = this.#boxes[box * 4] ?? -1) {
      if (!this.#isArray(box) && !finalKeys.has(slot)) return true;
      slot = this.#boxes[box * 4 + 1] ?? -1;
    }
    return false;
  }

  #isArray(box: number): boolean {
    return this.#boxes[box * 4 + 2] === 1;
  }

  #skipSpace(): void {
    for (;;) {
      const code = this.#bytes[this.#at];
      if (code === LINE_FEED || code === RETURN) this.#lineFeeds = true;
      else if (code !== SPACE && code !== 0x09) return;
      this.#at += 1;
    }
  }

  #value(): void {
    const code = this.#bytes[this.#at];
    if (code === QUOTE) this.#string(0);
    else if (code === OPEN_BRACE) this.#open(0);
    else if (code === OPEN_BRACKET) this.#open(1);
    else if (code === 0x74) this.#at = skipWord(this.#bytes, this.#at, 'true');
    else if (code === 0x66) this.#at = skipWord(this.#bytes, this.#at, 'false');
    else if (code === 0x6e) this.#at = skipWord(this.#bytes, this.#at, 'null');
    else this.#at = skipNumber(this.#bytes, this.#at);
  }

  #open(array: 0 | 1): void {
    if (this.#depth >= MAX_JSON_DEPTH) throw new NotJson(`nested deeper than ${MAX_JSON_DEPTH}`, this.#at);
    const parentIsArray = this.#box !== -1 && this.#isArray(this.#box);
    const key = parentIsArray ? (this.#boxes[this.#box * 4 + 3] ?? -1) : this.#slot;
    this.#boxes.push(this.#box, this.#slot, array, key);
    this.#box = this.#boxes.length / 4 - 1;
    this.#depth += 1;
    this.#slots[this.#depth] = -1;
    this.#at += 1;
    this.#skipSpace();
    if (this.#bytes[this.#at] === (array === 1 ? CLOSE_BRACKET : CLOSE_BRACE)) this.#close();
    else this.#member();
  }

  #close(): void {
    this.#at += 1;
    this.#depth -= 1;
    this.#box = this.#boxes[this.#box * 4] ?? -1;
  }

  /** After a value inside a container: its end, or a comma and the next member. */
  #continueBox(): void {
    this.#skipSpace();
    const code = this.#bytes[this.#at];
    if (code === COMMA) {
      this.#at += 1;
      this.#skipSpace();
      this.#member();
    } else if (code === (this.#isArray(this.#box) ? CLOSE_BRACKET : CLOSE_BRACE)) this.#close();
    else throw new NotJson('expected a comma or the end of an object or array', this.#at);
  }

  #member(): void {
    if (this.#isArray(this.#box)) {
      this.#slot = (this.#slots[this.#depth] ?? -1) + 1;
      this.#slots[this.#depth] = this.#slot;
    } else {
      if (this.#bytes[this.#at] !== QUOTE) throw new NotJson('expected a key', this.#at);
      this.#slot = this.#count;
      this.#string(IS_KEY);
      this.#skipSpace();
      if (this.#bytes[this.#at] !== COLON) throw new NotJson('expected a colon', this.#at);
      this.#at += 1;
      this.#skipSpace();
    }
    this.#value();
  }

  /** The closing quote counts as part of the text that is searched for anchors. */
  #string(flag: number): void {
    const bytes = this.#bytes;
    const start = this.#at + 1;
    let flags = flag;
    let at = start;
    for (;;) {
      const code = bytes[at] as number;
      if (code === QUOTE) break;
      if (code === BACKSLASH) {
        flags |= hidesText(bytes, at) ? HAS_ESCAPE | IS_SUSPECT : HAS_ESCAPE;
        at = skipEscape(bytes, at);
      } else if (code >= SPACE) at += 1;
      else throw new NotJson('unfinished string', at);
    }
    if (this.#anchors?.mayOccurIn(bytes, start, at + 1) !== false) flags |= IS_SUSPECT;
    this.#record(flags, at + 1);
    this.#at = at + 1;
  }

  #record(flags: number, end: number): void {
    const row = this.#count * ROW;
    if (row + ROW > this.#rows.length) {
      const wider = new Int32Array(this.#rows.length * 2);
      wider.set(this.#rows);
      this.#rows = wider;
    }
    this.#rows[row] = this.#at;
    this.#rows[row + 1] = end;
    this.#rows[row + 2] = flags;
    this.#rows[row + 3] = this.#box;
    this.#rows[row + 4] = this.#slot;
    this.#count += 1;
  }
}
