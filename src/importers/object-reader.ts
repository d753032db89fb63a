const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const SPACE = 0x20;

/** What may come next. */
const VALUE = 1;
const KEY = 2;
const AFTER_KEY = 4;
const AFTER_VALUE = 8;
const END = 16;

/** Deeper text is given up: it is no record, and its stack would take more memory than the text itself. */
const MOST_DEPTH = 1000;
const ESCAPES: ReadonlySet<number> = new Set(Buffer.from('"\\/bfnrtu'));
const SCALAR = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;
const LONGEST_SCALAR = 400;

/** A stretch of bytes. */
export type Range = readonly [start: number, end: number];

/**
 * What reading one object from a place found. `whole`: it closes before `end`. `open`: the bytes end inside it, at `end`.
 * `broken`: the byte at `end` cannot stand there.
 */
export interface ObjectReading {
  readonly state: 'whole' | 'open' | 'broken';
  readonly end: number;
  /** For `broken`: the `{` that ends the string just before; another object may begin there, the string being cut off. */
  readonly hidden: number | undefined;
  /** The object inside that closed last. */
  readonly inner: Range | undefined;
}

/** Index of the first byte that is no space or tab. */
export function skipBlank(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] === SPACE || bytes[at] === 0x09 || bytes[at] === 0x0d) at += 1;
  return at;
}

/** Walks one object token by token, by the grammar of JSON, without making a value of it. */
class ObjectReader {
  readonly #bytes: Uint8Array;
  #at: number;
  #expects = VALUE;
  /** Start of each open container. */
  readonly #starts: number[] = [];
  #hidden: number | undefined;
  #inner: Range | undefined;

  constructor(bytes: Uint8Array, start: number) {
    this.#bytes = bytes;
    this.#at = start;
  }

  read(): ObjectReading {
    for (;;) {
      this.#at = skipBlank(this.#bytes, this.#at);
      if (this.#at >= this.#bytes.length) return this.#result('open');
      const fits = this.#token();
      if (this.#at >= this.#bytes.length && this.#starts.length > 0) return this.#result('open');
      if (!fits) return this.#result('broken');
      if (this.#starts.length === 0) return this.#result('whole');
    }
  }

  #result(state: ObjectReading['state']): ObjectReading {
    return { state, end: this.#at, hidden: this.#hidden, inner: this.#inner };
  }

  /** Reads one token; false when it does not fit, the place then being where it stops to fit. */
  #token(): boolean {
    const code = this.#bytes[this.#at];
    if (code === QUOTE) return this.#string();
    const hidden = this.#hidden;
    this.#hidden = undefined;
    const fits = this.#sign(code);
    if (!fits) this.#hidden = hidden;
    return fits;
  }

  #sign(code: number | undefined): boolean {
    switch (code) {
      case OPEN_BRACE:
        return this.#open(KEY | END);
      case OPEN_BRACKET:
        return this.#open(VALUE | END);
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        return this.#close(code);
      case COLON:
        return this.#pass(AFTER_KEY, VALUE);
      case COMMA:
        return this.#pass(AFTER_VALUE, this.#isInArray() ? VALUE : KEY);
      default:
        return this.#scalar();
    }
  }

  #isInArray(): boolean {
    return this.#bytes[this.#starts.at(-1) ?? 0] === OPEN_BRACKET;
  }

  #pass(wanted: number, next: number): boolean {
    if ((this.#expects & wanted) === 0) return false;
    this.#expects = next;
    this.#at += 1;
    return true;
  }

  #open(next: number): boolean {
    if (this.#starts.length >= MOST_DEPTH || (this.#expects & VALUE) === 0) return false;
    this.#starts.push(this.#at);
    return this.#pass(VALUE, next);
  }

  #close(code: number): boolean {
    if ((code === CLOSE_BRACKET) !== this.#isInArray() || !this.#pass(END, AFTER_VALUE | END)) return false;
    const start = this.#starts.pop() as number;
    if (code === CLOSE_BRACE) this.#inner = [start, this.#at];
    return true;
  }

  #scalar(): boolean {
    let end = this.#at;
    while (isScalarByte(this.#bytes[end] ?? 0) && end - this.#at < LONGEST_SCALAR) end += 1;
    const text = Buffer.from(this.#bytes.subarray(this.#at, end)).toString('latin1');
    if ((this.#expects & VALUE) === 0) return false;
    const fits = SCALAR.test(text);
    if (fits || end >= this.#bytes.length) this.#at = end;
    if (fits) this.#expects = AFTER_VALUE | END;
    return fits;
  }

  #string(): boolean {
    if ((this.#expects & (KEY | VALUE)) === 0) return false;
    const end = this.#stringEnd();
    if (end < 0) return false;
    this.#at = end + 1;
    this.#expects = (this.#expects & KEY) === 0 ? AFTER_VALUE | END : AFTER_KEY;
    return true;
  }

  /** Index of the closing quote; -1, and the place moved there, when something ends the string before. */
  #stringEnd(): number {
    const bytes = this.#bytes;
    let brace: number | undefined;
    let at = this.#at + 1;
    for (let code = bytes[at]; code !== QUOTE; at += 1, code = bytes[at]) {
      if (endsString(code, bytes[at + 1])) {
        this.#at = at;
        return -1;
      }
      if (code === BACKSLASH) at += 1;
      if (code !== SPACE) brace = code === OPEN_BRACE ? at : undefined;
    }
    this.#hidden = brace;
    return at;
  }
}

/** Whether a byte cannot be part of a string: a control character, no escape, or nothing. */
function endsString(code: number | undefined, next: number | undefined): boolean {
  if (code === BACKSLASH) return !ESCAPES.has(next ?? BACKSLASH);
  return code === undefined || code < SPACE;
}

/** Letters, digits, `+`, `-` and `.`. */
function isScalarByte(code: number): boolean {
  const small = code | 0x20;
  return (small >= 97 && small <= 122) || (code >= 48 && code <= 57) || code === 0x2b || code === 0x2d || code === 0x2e;
}

/** Reads the object that begins at `start`. Takes time in proportion to the bytes up to the end that it reports. */
export function readObject(bytes: Uint8Array, start: number): ObjectReading {
  return new ObjectReader(bytes, start).read();
}
