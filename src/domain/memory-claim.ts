import { plainText } from './instruction-shape-fold.ts';
import { familyOf, isBan, isDenial, isEmptyWord, isLightWord, stemOf } from './memory-words.ts';

/** What a text claims, as far as words tell: made to compare claims, not to understand them. */
export interface Claim {
  /** Lower-case words without punctuation: equal for texts that differ in form only. */
  readonly normal: string;
  /** What is said, each once: stems, and names and numbers as they are. */
  readonly said: ReadonlySet<string>;
  /** What is denied. */
  readonly denied: ReadonlySet<string>;
  /** The whole of it is a ban. */
  readonly banned: boolean;
  /** Numbers and versions. */
  readonly numbers: ReadonlySet<string>;
  /** Names of code, files, flags and errors. */
  readonly names: ReadonlySet<string>;
  /** The thing spoken of and what it is said to be, for claims of that form. */
  readonly equation: { readonly subject: ReadonlySet<string>; readonly value: ReadonlySet<string> } | null;
}

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const TOKEN = /[\p{L}\p{N}_$@#%+][\p{L}\p{M}\p{N}_$@#%+'./\\:-]*|--?[a-z][\w-]*/gu;
const CONTRASTS =
  /\b(?:instead of|rather than|in place of|as opposed to|en lugar de|en vez de|plutot que|au lieu de|anstelle von|anstatt|statt)\b|(?<=\b(?:prefer|favou?r)\w* [^.\n]{0,60})\bover\b/g;
const NUMBER_WORDS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const COPULA =
  /^(?<subject>.{2,80}?)\s*(?:\b(?:is|are|equals|is called|is named|lives in|defaults to|ist|sind|est|sont|es|son)\b|=|:(?=\s))\s*(?<value>.{1,80})$/u;

function isNumber(word: string): boolean {
  return /^[v~^]?\d[\d.,_]*(?:%|[a-z]{1,3})?$/.test(word);
}

function isName(word: string): boolean {
  const isMixed = /\d/.test(word) && /[a-z]/.test(word);
  return (isMixed || /[_/\\@#$]|\w\.\w|\w::?\w|^--?[a-z]/u.test(word)) && !isNumber(word);
}

/** Pairs of neighbours stand for words where these are not set apart. */
function pairsOf(word: string): readonly string[] {
  const letters = [...word];
  return letters.length < 2 ? letters : letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
}

/** `30s` and `30 s` are the same number with a unit. */
function partsOf(word: string): readonly string[] {
  const trimmed = word.replace(/[.,:;'/-]+$/u, '');
  const unit = /^(\d[\d.,]*)(ms|s|sec|min|h|d|kb|mb|gb|px|%)$/.exec(trimmed);
  return unit === null ? [trimmed] : [unit[1] ?? '', unit[2] ?? ''];
}

function wordsOf(text: string): readonly string[] {
  const marked = text.replace(CONTRASTS, 'not').replace(/n't\b/g, ' not');
  return [...marked.matchAll(TOKEN)].flatMap(([word]) => (CJK.test(word) ? pairsOf(word) : partsOf(word)));
}

function canonical(word: string): string {
  const number = NUMBER_WORDS.indexOf(word);
  if (number >= 0) return String(number);
  return isNumber(word) || isName(word) ? word : stemOf(word.replace(/'s?$/, ''));
}

interface Gathered {
  readonly said: Set<string>;
  readonly denied: Set<string>;
  readonly numbers: Set<string>;
  readonly names: Set<string>;
  banned: boolean;
}

/** Sorts words into what is said and what is denied; a denial holds for the next word that says something. */
function gather(words: readonly string[]): Gathered {
  const gathered: Gathered = {
    said: new Set(),
    denied: new Set(),
    numbers: new Set(),
    names: new Set(),
    banned: false,
  };
  let denying = false;
  for (const word of words) {
    if (isDenial(word)) denying = true;
    else if (word !== '' && !isEmptyWord(word)) {
      place(gathered, canonical(word), denying);
      denying = false;
    }
  }
  return gathered;
}

function place(gathered: Gathered, word: string, denying: boolean): void {
  if (isBan(word) && familyOf(word) === undefined) gathered.banned = true;
  else if (word === 'forbid') gathered.banned = !denying;
  else (denying ? gathered.denied : gathered.said).add(word);
  if (isNumber(word)) gathered.numbers.add(word);
  else if (isName(word)) gathered.names.add(word);
}

function equationOf(text: string): Claim['equation'] {
  const parts = COPULA.exec(text.replace(/[.!?]+\s*$/, ''))?.groups;
  if (parts === undefined) return null;
  const subject = gather(wordsOf(parts['subject'] ?? '')).said;
  const value = gather(wordsOf(parts['value'] ?? '')).said;
  return subject.size === 0 || value.size === 0 || value.size > 2 ? null : { subject, value };
}

/** No record is longer; what is beyond says nothing of a claim. In UTF-16 units. */
const LONGEST = 4096;

/** Reads what a text claims. */
export function readClaim(text: string): Claim {
  const plain = plainText(text.slice(0, LONGEST));
  const normal = plain
    .replace(/[^\p{L}\p{N}_$@#%+/\\.:-]+|[.:](?=\s|$)|(?<=\s)-(?=\s)/gu, ' ')
    .replace(/ +/g, ' ')
    .trim();
  return { normal, ...gather(wordsOf(plain)), equation: equationOf(plain) };
}

/** Words of a claim that tell it from others. */
export function weighty(words: Iterable<string>): readonly string[] {
  return [...words].filter((word) => !isLightWord(word));
}

/** What two claims have in common that may disagree: words, and kinds of choice. */
export function claimKeys({ said, denied }: Claim): readonly string[] {
  const words = [...new Set([...said, ...denied])];
  const choices = words.map(familyOf).filter((family) => family !== undefined);
  return [...words, ...new Set(choices.map((family) => `choice ${family}`))];
}
