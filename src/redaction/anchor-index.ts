/** A cheap look at the characters around an anchor. */
export type AnchorProbe = (codeAt: (index: number) => number, at: number) => boolean;

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
  readonly probe?: AnchorProbe;
  /** What it stands for, an index of the caller. */
  readonly owner: number;
}

interface Entry extends Anchor {
  /** Place inside the literal of the three characters by which it is found. */
  readonly offset: number;
}

const MASK = 0x7fff;
const COMMON = 'etaoinsrhldcu';
/** Three characters that prose and code are full of. */
const EVERYWHERE = new Set(
  'com ing for pat ion the and ent ver con pro str ect key use ack ken api aut sec //g tok pas red asi ode'.split(' '),
);
/** Stands for any character in a literal. */
const ANY = 0;

function trigramHash(text: string): number {
  let hash = 0;
  for (let i = 0; i < 3; i += 1) hash = ((hash << 5) ^ text.charCodeAt(i)) & MASK;
  return hash;
}

/** Three character codes in one number. */
function pack(first: number, second: number, third: number): number {
  return (first << 16) | (second << 8) | third;
}

/** Spellings of three characters: their own case, or all eight. */
function spellingsOf(trigram: string, ignoreCase: boolean): ReadonlySet<string> {
  let spellings = [''];
  for (const char of trigram) {
    const forms = ignoreCase ? [char.toLowerCase(), char.toUpperCase()] : [char];
    spellings = spellings.flatMap((start) => forms.map((form) => start + form));
  }
  return new Set(spellings);
}

/** Rarity of a character in prose and code: late in the list of common letters, or not in it. */
function rarity(char: string): number {
  const rank = COMMON.indexOf(char.toLowerCase());
  if (rank !== -1) return rank / 2;
  if (char.charCodeAt(0) === ANY) return -100;
  return /[a-z@~]/i.test(char) ? 8 : /[ "':.]/.test(char) ? 1 : 4;
}

function rarestOffset(literal: string): number {
  let best = 0;
  let bestScore = -1000;
  for (let at = 0; at + 3 <= literal.length; at += 1) {
    const trigram = literal.slice(at, at + 3);
    const common = EVERYWHERE.has(trigram.toLowerCase()) ? -20 : 0;
    const score = Array.from(trigram).reduce((sum, char) => sum + rarity(char), common);
    if (score > bestScore) {
      best = at;
      bestScore = score;
    }
  }
  return best;
}

/**
 * Finds many literals in one pass: a rolling hash of three characters, looks up a table of 2^15 slots that
 * is empty for nearly all text. Each literal is found by its rarest three characters.
 */
export class AnchorIndex {
  readonly mask = MASK;
  /** Number of a bucket by hash; 0 for none. */
  readonly slots = new Uint16Array(MASK + 1);
  /** The three characters a slot stands for, packed into one number; -1 when it stands for several. */
  readonly exact = new Int32Array(MASK + 1);
  readonly #buckets: Entry[][] = [[]];

  constructor(anchors: readonly Anchor[]) {
    for (const anchor of anchors) this.#insert(anchor);
  }

  #insert(anchor: Anchor): void {
    const offset = rarestOffset(anchor.literal);
    for (const spelling of spellingsOf(anchor.literal.slice(offset, offset + 3), anchor.ignoreCase)) {
      const hash = trigramHash(spelling);
      const packed = pack(spelling.charCodeAt(0), spelling.charCodeAt(1), spelling.charCodeAt(2));
      if (this.slots[hash] === 0) {
        this.slots[hash] = this.#buckets.length;
        this.exact[hash] = packed;
        this.#buckets.push([]);
      }
      if (this.exact[hash] !== packed) this.exact[hash] = -1;
      this.#buckets[this.slots[hash] ?? 0]?.push({ ...anchor, offset });
    }
  }

  /** Whether any literal occurs in UTF-8 bytes. The right first question to ask of a whole line. */
  occursIn(bytes: Uint8Array): boolean {
    const slots = this.slots;
    let hash = 0;
    for (let i = 0; i < bytes.length; i += 1) {
      hash = ((hash << 5) ^ (bytes[i] as number)) & MASK;
      if (slots[hash] !== 0 && this.confirmBytes(hash, bytes, i - 2)) return true;
    }
    return false;
  }

  /**
   * Calls `found` for each occurrence, by place of its rarest characters; `found` returns the place from which the scan
   * goes on, or -1 for the next character.
   */
  scan(text: string, found: (owner: number, at: number) => number): void {
    const slots = this.slots;
    let hash = 0;
    for (let i = 0; i < text.length; i += 1) {
      hash = ((hash << 5) ^ text.charCodeAt(i)) & MASK;
      if (slots[hash] === 0 || !this.#isExact(hash, text, i - 2)) continue;
      const next = this.#confirm(slots[hash] as number, text, { at: i - 2, found });
      if (next > i) i = next - 1;
    }
  }

  #isExact(hash: number, text: string, at: number): boolean {
    const exact = this.exact[hash];
    return exact === -1 || exact === pack(text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2));
  }

  #confirm(bucket: number, text: string, hit: { at: number; found: (owner: number, at: number) => number }): number {
    let next = -1;
    for (const entry of this.#buckets[bucket] as Entry[]) {
      const start = hit.at - entry.offset;
      if (start < 0 || !occursAt(entry, (i) => text.charCodeAt(i), start)) continue;
      next = Math.max(next, hit.found(entry.owner, start));
    }
    return next;
  }

  /** Whether a literal with this hash really occurs; `at` is the place of the three characters that were hashed. */
  confirmBytes(hash: number, bytes: Uint8Array, at: number): boolean {
    const exact = this.exact[hash];
    if (exact !== -1 && exact !== pack(bytes[at] ?? 0, bytes[at + 1] ?? 0, bytes[at + 2] ?? 0)) return false;
    for (const entry of this.#buckets[this.slots[hash] ?? 0] as Entry[]) {
      const start = at - entry.offset;
      if (start >= 0 && occursAt(entry, (i) => bytes[i] ?? 0, start)) return true;
    }
    return false;
  }
}

function isAlphanumeric(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

function occursAt(entry: Entry, codeAt: (index: number) => number, start: number): boolean {
  const { literal } = entry;
  const fold = entry.ignoreCase ? 0x20 : 0;
  for (let i = 0; i < literal.length; i += 1) {
    const wanted = literal.charCodeAt(i);
    if (wanted !== ANY && (codeAt(start + i) | fold) !== (wanted | fold)) return false;
  }
  if (entry.probe?.(codeAt, start) === false) return false;
  if (entry.notPlural && (codeAt(start + literal.length) | 0x20) === 0x73) return false;
  return !entry.wordStart || !isInsideWord(codeAt, start);
}

/** Clearly inside a word: after a letter or digit that follows a small letter. An escape such as `\n` does not. */
function isInsideWord(codeAt: (index: number) => number, start: number): boolean {
  if (start < 2 || !isAlphanumeric(codeAt(start - 1))) return false;
  const before = codeAt(start - 2);
  return before >= 97 && before <= 122;
}
