/** A cheap look at the characters around an anchor. */
export type AnchorProbe = (codes: Codes, at: number) => boolean;

/** Codes of characters, or UTF-8 bytes. */
export type Codes = Uint8Array | Uint16Array;

/** One literal to look for. */
export interface Anchor {
  /** At least three characters; U+0000 stands for any character. */
  readonly literal: string;
  readonly ignoreCase: boolean;
  /** Reject it before an `s`: a plural counts or lists secrets, it does not name one. */
  readonly notPlural: boolean;
  /** Reject it inside a word. */
  readonly wordStart: boolean;
  /** Looks at what surrounds it; must not reject what a pattern would match in the text or in its JSON form. */
  readonly probe?: AnchorProbe | undefined;
  /** What it stands for, an index of the caller. */
  readonly owner: number;
}

/** One shape for all literals: thousands of them are made at the start of a process, and looked at for each text. */
class Entry implements Anchor {
  readonly literal: string;
  readonly ignoreCase: boolean;
  readonly notPlural: boolean;
  readonly wordStart: boolean;
  readonly probe: AnchorProbe | undefined;
  readonly owner: number;
  /** Place inside the literal of the three characters by which it is found. */
  readonly offset: number;

  constructor(anchor: Anchor, offset: number) {
    this.literal = anchor.literal;
    this.ignoreCase = anchor.ignoreCase;
    this.notPlural = anchor.notPlural;
    this.wordStart = anchor.wordStart;
    this.probe = anchor.probe;
    this.owner = anchor.owner;
    this.offset = offset;
  }
}

/** 18 bits: nearly exact for three ASCII characters. */
const MASK = 0x3ffff;
const SHIFT = 6;
const COMMON = 'etaoinsrhldcu';
/** Three characters that prose and code are full of. */
const EVERYWHERE = new Set(
  'com ing for pat ion the and ent ver con pro str ect key use ack ken api aut sec //g tok pas red asi ode'.split(' '),
);
/** Stands for any character in a literal. */
export const ANY = 0;

function trigramHash(text: string): number {
  let hash = 0;
  for (let i = 0; i < 3; i += 1) hash = ((hash << SHIFT) ^ text.charCodeAt(i)) & MASK;
  return hash;
}

/** Spellings of three characters: their own case, or small, capital, and with one capital. */
function spellingsOf(trigram: string, ignoreCase: boolean): Iterable<string> {
  if (!ignoreCase) return [trigram];
  const small = trigram.toLowerCase();
  const oneCapital = [0, 1, 2].map((at) => small.slice(0, at) + small.charAt(at).toUpperCase() + small.slice(at + 1));
  return new Set([small, small.toUpperCase(), ...oneCapital]);
}

/** Rarity of a character in prose and code: late in the list of common letters, or not in it. */
function rarityOf(char: string): number {
  const rank = COMMON.indexOf(char.toLowerCase());
  if (rank !== -1) return rank / 2;
  if (char.charCodeAt(0) === ANY) return -100;
  return /[a-z@~]/i.test(char) ? 8 : /[ "':.]/.test(char) ? 1 : 4;
}

const RARITIES = Float64Array.from({ length: 128 }, (_, code) => rarityOf(String.fromCharCode(code)));
const OTHER_RARITY = 4;

function rarestOffset(literal: string): number {
  let best = 0;
  let bestScore = -1000;
  // Thousands of literals go through here at every start: no text is made but of those that may win.
  for (let at = 0; at + 3 <= literal.length; at += 1) {
    let score = 0;
    for (let i = at; i < at + 3; i += 1) score += RARITIES[literal.charCodeAt(i)] ?? OTHER_RARITY;
    if (score > bestScore && EVERYWHERE.has(literal.slice(at, at + 3).toLowerCase())) score -= 20;
    if (score <= bestScore) continue;
    best = at;
    bestScore = score;
  }
  return best;
}

/**
 * Finds many literals in one pass: a rolling hash of three characters, looks up a table of 2^18 slots that
 * is empty for nearly all text. Each literal is found by its rarest three characters.
 */
export class AnchorIndex {
  readonly mask = MASK;
  readonly shift = SHIFT;
  /** 1 for the hash of three characters by which a literal is found. */
  readonly slots = new Uint8Array(MASK + 1);
  /** Number of the bucket by hash. */
  readonly #numbers = new Uint16Array(MASK + 1);
  readonly #buckets: Entry[][] = [[]];

  readonly anchors: readonly Anchor[];

  constructor(anchors: readonly Anchor[]) {
    this.anchors = anchors;
    for (const anchor of anchors) this.#insert(anchor);
  }

  /** An index of these literals and more. */
  with(more: readonly Anchor[]): AnchorIndex {
    return new AnchorIndex([...this.anchors, ...more]);
  }

  #insert(anchor: Anchor): void {
    const offset = rarestOffset(anchor.literal);
    const entry = new Entry(anchor, offset);
    for (const spelling of spellingsOf(anchor.literal.slice(offset, offset + 3), anchor.ignoreCase)) {
      const hash = trigramHash(spelling);
      if (this.slots[hash] === 0) {
        this.slots[hash] = 1;
        this.#numbers[hash] = this.#buckets.length;
        this.#buckets.push([]);
      }
      this.#bucket(hash).push(entry);
    }
  }

  #bucket(hash: number): Entry[] {
    return this.#buckets[this.#numbers[hash] as number] as Entry[];
  }

  /** Whether any literal occurs in UTF-8 bytes, or in a part of them. The right first question to ask of a whole text. */
  occursIn(bytes: Uint8Array, from = 0, to = bytes.length): boolean {
    const slots = this.slots;
    let hash = 0;
    for (let i = from; i < to; i += 1) {
      hash = ((hash << SHIFT) ^ (bytes[i] as number)) & MASK;
      if (slots[hash] !== 0 && this.confirm(hash, bytes, i - 2)) return true;
    }
    return false;
  }

  /** Whether any literal stands in bytes, whatever is around it: more than {@link occursIn} finds, for bytes cut out of others. */
  standsIn(bytes: Uint8Array): boolean {
    let hash = 0;
    for (let i = 0; i < bytes.length; i += 1) {
      hash = ((hash << SHIFT) ^ (bytes[i] as number)) & MASK;
      if (this.slots[hash] === 0) continue;
      for (const entry of this.#bucket(hash)) if (standsAt(entry, bytes, i - 2 - entry.offset)) return true;
    }
    return false;
  }

  /** Calls `found` for each occurrence, by place of its rarest characters; `found` returns the place from which the scan goes on. */
  scan(text: string, found: (owner: number, at: number) => number): void {
    const codes = codesOf(text);
    const slots = this.slots;
    let hash = 0;
    for (let i = 0; i < codes.length; i += 1) {
      hash = ((hash << SHIFT) ^ (codes[i] as number)) & MASK;
      if (slots[hash] === 0) continue;
      const hit = i - 2;
      for (const entry of this.#bucket(hash)) {
        const start = hit - entry.offset;
        if (occursAt(entry, codes, start)) i = Math.max(i, found(entry.owner, start) - 1);
      }
    }
  }

  /** Whether a literal with this hash really occurs; `at` is the place of the three characters that were hashed. */
  confirm(hash: number, codes: Codes, at: number): boolean {
    const bucket = this.#bucket(hash);
    for (let i = 0; i < bucket.length; i += 1) {
      const entry = bucket[i] as Entry;
      if (occursAt(entry, codes, at - entry.offset)) return true;
    }
    return false;
  }
}

/** Codes of the characters of a text: bytes when all are ASCII, which is nearly always. */
function codesOf(text: string): Codes {
  const bytes = Buffer.from(text);
  if (bytes.length === text.length) return bytes;
  const wide = new Uint16Array(text.length);
  for (let i = 0; i < text.length; i += 1) wide[i] = text.charCodeAt(i);
  return wide;
}

/** Whether a code is of an ASCII letter or digit. */
export function isAlphanumeric(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

function standsAt(entry: Anchor, codes: Codes, start: number): boolean {
  if (start < 0) return false;
  const { literal } = entry;
  const fold = entry.ignoreCase ? 0x20 : 0;
  for (let i = literal.length - 1; i >= 0; i -= 1) {
    const wanted = literal.charCodeAt(i);
    if (wanted !== ANY && ((codes[start + i] ?? 0) | fold) !== (wanted | fold)) return false;
  }
  return true;
}

/** Whether a literal stands at a place, and nothing around it speaks against that. */
export function occursAt(entry: Anchor, codes: Codes, start: number): boolean {
  if (!standsAt(entry, codes, start)) return false;
  const { literal } = entry;
  if (entry.notPlural && ((codes[start + literal.length] ?? 0) | 0x20) === 0x73) return false;
  if (entry.wordStart && isInsideWord(codes, start)) return false;
  return entry.probe?.(codes, start) !== false;
}

/** Clearly inside a word: after a letter or digit that follows a small letter. An escape (`\n`, `\u00e9`) is none. */
function isInsideWord(codes: Codes, start: number): boolean {
  if (start < 2 || !isAlphanumeric(codes[start - 1] ?? 0)) return false;
  const before = codes[start - 2] ?? 0;
  if (before < 97 || before > 122) return false;
  return codes[start - 6] !== 0x5c || codes[start - 5] !== 0x75;
}
