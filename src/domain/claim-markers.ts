import type { MemoryKind } from '../events/memory-data.ts';
import { CLAIM_MARKERS, type ClaimMarker } from './claim-marker-table.ts';

/** Something that a person asked to be remembered, in the person's words. */
export interface MarkedClaim {
  readonly text: string;
  readonly kind: MemoryKind;
}

/** In a long prompt only its beginning and end are somebody's own words; what is between was pasted. In characters. */
const LONG_PROMPT = 6000;
const OWN_PART = 1500;
const LONGEST_LINE = 600;
const LONGEST_CLAIM = 500;
const MOST_ITEMS = 10;

const FENCE = /^\s{0,3}(?:```|~~~)/;
/** Quoted mail, indented code, prompts of shells, logs, stack traces, tables, diffs. */
const NOT_PROSE =
  /^(?:\s*>|\t| {4,}|\s*(?:\$|%|PS>|#!)\s|\s*\[?\d{4}-\d\d-\d\d[T ]|\s*\[?\d\d:\d\d(?::\d\d)?\b|\s*(?:INFO|WARN(?:ING)?|ERROR|DEBUG|TRACE|FATAL)\b|\s+at \S+|\s*\||[+@]{1,3}\s?\S*|diff --git|\s*<\/?[\w-]+[^>]*>)/;
const BULLET = /^\s{0,3}(?:[-*•]|\d{1,2}[.)])\s+/;
/** What stands between quotation marks was said by somebody else. */
const QUOTED =
  /“[^”\n]*”|„[^“”\n]*[“”]|«[^»\n]*»|「[^」\n]*」|『[^』\n]*』|"[^"\n]*"|(?<![\p{L}\p{N}])'[^'\n]*'(?![\p{L}\p{N}])|`[^`\n]*`/gu;

function ownParts(prompt: string): readonly string[] {
  return prompt.length <= LONG_PROMPT ? [prompt] : [prompt.slice(0, OWN_PART), prompt.slice(-OWN_PART)];
}

/** Lines that are prose; others are empty, so that what stood apart stays apart. */
function proseLines(text: string): readonly string[] {
  let fenced = false;
  return text.split(/\r?\n/).map((line) => {
    const isFence = FENCE.test(line);
    if (isFence) fenced = !fenced;
    return isFence || fenced || line.length > LONGEST_LINE || NOT_PROSE.test(line) ? '' : line;
  });
}

/** Sentences of a line; a full stop inside a name or number, or inside quotation marks, ends none. */
function sentencesOf(line: string): readonly string[] {
  const masked = line.replace(QUOTED, (quoted) => '\u0001'.repeat(quoted.length));
  const sentences: string[] = [];
  let start = 0;
  for (const { index, 0: end } of masked.matchAll(/[.!?]+(?=\s)|[。！？]+|$/g)) {
    sentences.push(line.slice(start, index + end.length).trim());
    start = index + end.length;
  }
  return sentences.filter((sentence) => sentence !== '');
}

function isQuestion(sentence: string): boolean {
  return /[?？]["”»」]?$/.test(sentence);
}

function isEnough(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const isDense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text);
  return text.length <= LONGEST_CLAIM && (isDense ? letters >= 4 : letters >= 6 && /\s/.test(text));
}

function tidy(text: string): string {
  const plain = text
    .trim()
    .replace(/^[“"'«]+|[”"'»]+$/gu, '')
    .replace(/[.。!！]+$/u, '')
    .trim();
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

function matchMarker(sentence: string): { readonly marker: ClaimMarker; readonly rest: string } | undefined {
  // A marker that is itself quoted is somebody else's.
  const masked = sentence.replace(QUOTED, (quoted) => '\u0001'.repeat(quoted.length));
  for (const marker of CLAIM_MARKERS) {
    const found = marker.pattern.exec(masked);
    if (found !== null) return { marker, rest: sentence.slice(found[0].length) };
  }
  return undefined;
}

class ClaimReader {
  readonly claims: MarkedClaim[] = [];
  /** A marker with nothing behind it: what it is about stands in the list below. */
  #list: ClaimMarker | undefined;
  #items = 0;

  take(line: string): void {
    const isItem = BULLET.test(line);
    const text = line.replace(BULLET, '');
    if (this.#list !== undefined && isItem && this.#items < MOST_ITEMS) {
      this.#items += 1;
      this.#add(this.#list, text);
      return;
    }
    if (line.trim() !== '' || this.#items > 0) this.#list = undefined;
    for (const sentence of sentencesOf(text)) this.#takeSentence(sentence);
  }

  #takeSentence(sentence: string): void {
    const found = isQuestion(sentence) ? undefined : matchMarker(sentence);
    if (found === undefined) return;
    const { marker, rest } = found;
    if (/^[\s:：-]*$/.test(rest)) {
      this.#list = marker;
      this.#items = 0;
    } else this.#add(marker, marker.takes === 'rest' ? rest : sentence);
  }

  #add({ kind }: ClaimMarker, words: string): void {
    const text = tidy(words);
    if (isEnough(text) && !this.claims.some((claim) => claim.text === text)) this.claims.push({ text, kind });
  }
}

/**
 * Finds what a person asked to be remembered in a prompt: sentences that begin with words such as "remember", "from now on"
 * or "we decided", in several languages. What is quoted, pasted, or code is nobody's request. Pure; no model is asked.
 */
export function findMarkedClaims(prompt: string): readonly MarkedClaim[] {
  const reader = new ClaimReader();
  for (const part of ownParts(prompt)) for (const line of proseLines(part)) reader.take(line);
  return reader.claims;
}
