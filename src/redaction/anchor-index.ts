import { ANY, type AnchorPlan, joinPlans, MASK, planAnchors, SHIFT } from './anchor-plan.ts';

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

/** Literals by their place; those of the table are made when one of them may have been met. */
export interface AnchorList {
  readonly length: number;
  at(index: number): Anchor | undefined;
}

/** What a scan tells of what it meets. */
export interface AnchorVisitor {
  /** Whether anybody wants to know of an owner's literal at a place. */
  readonly wants?: (owner: number, at: number) => boolean;
  /** Asked before the surroundings of a literal are looked at: the place from which the scan goes on, or -1. */
  readonly probes?: (owner: number, at: number) => number;
  /** A literal occurs; returns the place from which the scan goes on, or -1. */
  readonly found: (owner: number, at: number) => number;
}

/** One shape for all literals: they are looked at for each text. */
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

function allOf(anchors: AnchorList): readonly Anchor[] {
  return Array.from({ length: anchors.length }, (_, index) => anchors.at(index) as Anchor);
}

const BACKSLASH = 0x5c;
const IS_LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
/** No literal that begins a word is longer. */
const LONGEST_START = 24;

/**
 * Finds many literals in one pass: a rolling hash of three characters, looks up a table of 2^18 slots that
 * is empty for nearly all text. Each literal is found by its rarest three characters.
 */
export class AnchorIndex {
  readonly mask = MASK;
  readonly shift = SHIFT;
  /** 1 for the hash of three characters by which a literal is found. */
  readonly slots = new Uint8Array(MASK + 1);
  readonly #anchors: AnchorList;
  readonly #plan: AnchorPlan;
  /** Number of the bucket by hash. */
  readonly #numbers = new Uint16Array(MASK + 1);
  /** Place of each bucket in the plan. */
  readonly #places: number[] = [];
  readonly #buckets: (readonly Entry[] | undefined)[] = [];
  readonly #check = new BoundedCheck();

  /** `plan` is the plan of these very anchors, where it was made before. */
  constructor(anchors: AnchorList, plan = planAnchors(allOf(anchors))) {
    if (plan.offsets.length !== anchors.length) throw new Error('the plan is of other anchors');
    this.#anchors = anchors;
    this.#plan = plan;
    const { buckets } = plan;
    for (let at = 0; at < buckets.length; at += 2 + (buckets[at + 1] as number)) {
      const hash = buckets[at] as number;
      this.slots[hash] = 1;
      this.#numbers[hash] = this.#places.length;
      this.#places.push(at);
      this.#buckets.push(undefined);
    }
  }

  get anchors(): readonly Anchor[] {
    return allOf(this.#anchors);
  }

  /** An index of these literals and those of another one. */
  with(other: AnchorIndex): AnchorIndex {
    return new AnchorIndex([...this.anchors, ...other.anchors], joinPlans(this.#plan, other.#plan));
  }

  /** What may stand where three characters have this hash; few of thousands are ever asked for. */
  #bucket(hash: number): readonly Entry[] {
    const number = this.#numbers[hash] as number;
    return this.#buckets[number] ?? this.#fill(number);
  }

  #fill(number: number): readonly Entry[] {
    const { buckets, offsets } = this.#plan;
    const place = this.#places[number] as number;
    const members = buckets.slice(place + 2, place + 2 + (buckets[place + 1] as number));
    const entries = members.map((index) => new Entry(this.#anchors.at(index) as Anchor, offsets[index] as number));
    this.#buckets[number] = entries;
    return entries;
  }

  /**
   * Whether any literal may occur in UTF-8 bytes, or in a part of them: so it is said, too, of what is so full of what looks
   * like one that asking takes long. The right first question to ask of a whole text.
   */
  mayOccurIn(bytes: Uint8Array, from = 0, to = bytes.length): boolean {
    const slots = this.slots;
    this.#check.begin(to - from);
    let hash = 0;
    for (let i = from; i < to; i += 1) {
      hash = ((hash << SHIFT) ^ (bytes[i] as number)) & MASK;
      if (slots[hash] !== 0 && this.#confirm(hash, bytes, i - 2)) return true;
    }
    return false;
  }

  /** Whether any literal stands in bytes, whatever is around it: more than {@link mayOccurIn} finds, for bytes cut out of others. */
  standsIn(bytes: Uint8Array): boolean {
    let hash = 0;
    for (let i = 0; i < bytes.length; i += 1) {
      hash = ((hash << SHIFT) ^ (bytes[i] as number)) & MASK;
      if (this.slots[hash] === 0) continue;
      for (const entry of this.#bucket(hash)) if (standsAt(entry, bytes, i - 2 - entry.offset)) return true;
    }
    return false;
  }

  /** Whether a literal that must not stand inside a word begins at a place, whatever is before it. */
  beginsAt(text: string, at: number): boolean {
    const codes = codesOf(text.slice(at, at + LONGEST_START));
    let hash = 0;
    for (let i = 0; i < codes.length; i += 1) {
      hash = ((hash << SHIFT) ^ (codes[i] as number)) & MASK;
      if (this.slots[hash] === 0) continue;
      for (const entry of this.#bucket(hash))
        if (entry.wordStart && entry.offset === i - 2 && standsAt(entry, codes, 0)) return true;
    }
    return false;
  }

  /** Tells of each occurrence, by place of its rarest characters. Where nobody wants what would be found, nothing is looked at. */
  scan(text: string, visitor: AnchorVisitor): void {
    const codes = codesOf(text);
    const meeting = new Meeting(codes, visitor);
    const slots = this.slots;
    let hash = 0;
    for (let i = 0; i < codes.length; i += 1) {
      hash = ((hash << SHIFT) ^ (codes[i] as number)) & MASK;
      if (slots[hash] === 0) continue;
      const hit = i - 2;
      const bucket = this.#bucket(hash);
      for (let next = 0; next < bucket.length; next += 1) {
        const entry = bucket[next] as Entry;
        i = Math.max(i, meeting.meet(entry, hit - entry.offset) - 1);
      }
    }
  }

  /** Whether a literal with this hash really occurs; `at` is the place of the three characters that were hashed. */
  #confirm(hash: number, codes: Codes, at: number): boolean {
    const bucket = this.#bucket(hash);
    for (let i = 0; i < bucket.length; i += 1) {
      const entry = bucket[i] as Entry;
      if (this.#check.occurs(entry, codes, at - entry.offset)) return true;
    }
    return false;
  }
}

/** What one scan meets. */
class Meeting {
  readonly #codes: Codes;
  readonly #visitor: AnchorVisitor;
  #asked: AnchorProbe | undefined;
  #askedAt = -1;
  #answer = false;

  constructor(codes: Codes, visitor: AnchorVisitor) {
    this.#codes = codes;
    this.#visitor = visitor;
  }

  /** Where the scan goes on once a literal may stand at a place; -1 for the next character. */
  meet(entry: Entry, start: number): number {
    const { wants, found } = this.#visitor;
    if (wants?.(entry.owner, start) === false || !standsOpen(entry, this.#codes, start)) return -1;
    const { probe } = entry;
    // Rules that stand one after the other ask the same.
    if (probe !== undefined && (probe !== this.#asked || start !== this.#askedAt)) {
      const beyond = this.#visitor.probes?.(entry.owner, start) ?? -1;
      if (beyond !== -1) return beyond;
      this.#asked = probe;
      this.#askedAt = start;
      this.#answer = probe(this.#codes, start);
    }
    return probe === undefined || this.#answer ? found(entry.owner, start) : -1;
  }
}

/** Codes of the characters of a text: bytes when all are ASCII, which is nearly always. */
function codesOf(text: string): Codes {
  const bytes = Buffer.from(text);
  if (bytes.length === text.length) return bytes;
  const wide = Buffer.from(text, 'utf16le');
  const isReadable = IS_LITTLE_ENDIAN && wide.byteOffset % Uint16Array.BYTES_PER_ELEMENT === 0;
  if (isReadable) return new Uint16Array(wide.buffer, wide.byteOffset, text.length);
  return Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
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

/** What may be done beside the share of the bytes that are looked at, where comparing a literal counts one. */
const MOST_CHECKED = 2048;
/** What asking for the surroundings of a literal counts. */
const PROBE = 8;

/**
 * Tells where literals really occur in bytes. Bytes that are full of what looks like a literal and is none, which ordinary text
 * is not, would take long: when too much was compared in vain, it says yes.
 */
export class BoundedCheck {
  #left = MOST_CHECKED;

  /** Before so many bytes are looked at. What was left before stays, so that many short texts are bounded as one long one is. */
  begin(bytes: number): void {
    this.#left = Math.min(MOST_CHECKED, Math.max(this.#left, 0) + 16) + (bytes >>> 3);
  }

  /** Whether a literal stands at a place, and nothing around it is known to speak against that. */
  occurs(anchor: Anchor, codes: Codes, start: number): boolean {
    this.#left -= 1;
    if (this.#left < 0) return true;
    if (!standsOpen(anchor, codes, start)) return false;
    this.#left -= PROBE;
    return anchor.probe === undefined || anchor.probe(codes, start);
  }
}

/** Whether a literal stands at a place, neither inside a word that it must begin nor as a plural. */
function standsOpen(entry: Anchor, codes: Codes, start: number): boolean {
  if (entry.wordStart && isInsideWord(codes, start)) return false;
  if (!standsAt(entry, codes, start)) return false;
  const { literal } = entry;
  return !entry.notPlural || ((codes[start + literal.length] ?? 0) | 0x20) !== 0x73;
}

/** Clearly inside a word: after a letter or digit that ends no escape (`\n`, `\u00e9`, `%3A`, the `m` of a colour). */
function isInsideWord(codes: Codes, start: number): boolean {
  if (start < 2 || !isAlphanumeric(codes[start - 1] ?? 0)) return false;
  if (codes[start - 2] === BACKSLASH || codes[start - 3] === 0x25) return false;
  if (codes[start - 6] === BACKSLASH && codes[start - 5] === 0x75) return false;
  return codes[start - 1] !== 0x6d || isAlphabetic(codes[start - 2] ?? 0);
}

function isAlphabetic(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}
