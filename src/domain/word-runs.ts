import { makeOnce } from '../kernel/make-once.ts';

/** What the characters of a run are, as bits. */
export const LOWER = 1;
export const UPPER = 2;
export const DIGIT = 4;
/** A letter, number or mark that is not ASCII. */
export const BEYOND = 8;
/** Such a one that takes two UTF-16 units. */
const PAIR = BEYOND | 16;

function asciiKind(code: number): number {
  if (code >= 97 && code <= 122) return LOWER;
  if (code >= 65 && code <= 90) return UPPER;
  return code >= 48 && code <= 57 ? DIGIT : 0;
}

const ASCII_KINDS = Uint8Array.from({ length: 128 }, (_, code) => asciiKind(code));
const isWordCharacter = makeOnce(() => /^[\p{L}\p{N}\p{M}\u200c\u200d]/u);
/** Kinds of characters that one unit is enough for, plus one, as far as any text needed them. */
const looked = makeOnce(() => new Uint8Array(65_536));

function kindBeyond(text: string, at: number): number {
  const code = text.codePointAt(at) ?? 0;
  if (code > 0xffff) return isWordCharacter().test(String.fromCodePoint(code)) ? PAIR : 0;
  const kinds = looked();
  const known = kinds[code] ?? 0;
  if (known !== 0) return known - 1;
  const kind = isWordCharacter().test(String.fromCharCode(code)) ? BEYOND : 0;
  kinds[code] = kind + 1;
  return kind;
}

function kindAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < 128 ? (ASCII_KINDS[code] ?? 0) : kindBeyond(text, at);
}

const SPACE = 32;

/** Goes from run to run of letters, numbers and marks. Any text will do: lone surrogates stand between runs. */
export class WordRuns {
  readonly text: string;
  start = 0;
  end = 0;
  /** Where the run before ended; -1 at the first. */
  before = -1;
  kinds = 0;
  /** How many of its characters are ASCII capitals. */
  capitals = 0;
  /** Follows from the characters of the run. */
  hash = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** Whether there is one more. */
  next(): boolean {
    const { text } = this;
    if (this.start < this.end) this.before = this.end;
    let at = this.end;
    while (at < text.length && (text.charCodeAt(at) === SPACE || kindAt(text, at) === 0)) at += 1;
    this.start = at;
    this.end = this.measure();
    return this.end > this.start;
  }

  /** Calls little: of a search most of these characters are gone through before anything is compiled. */
  private measure(): number {
    const { text } = this;
    let [kinds, capitals, hash] = [0, 0, 0];
    let at = this.start;
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      const kind = code < 128 ? (ASCII_KINDS[code] as number) : kindBeyond(text, at);
      if (kind === 0) break;
      hash = ((hash << 5) - hash + code) | 0;
      kinds |= kind;
      if (kind === UPPER) capitals += 1;
      else if (kind === PAIR) at += 1;
    }
    this.kinds = kinds & ~(PAIR ^ BEYOND);
    this.capitals = capitals;
    this.hash = hash;
    return at;
  }
}

/** One character more. */
export function addToHash(hash: number, code: number): number {
  return ((hash << 5) - hash + code) | 0;
}
