import { makeOnce } from '../kernel/make-once.ts';

/** Made when a text needs them: large classes take their time. */
const classes = makeOnce(() => ({
  /** Marks that change no word: accents, Hebrew points, Arabic vowels and tatweel, selectors; never the voicing of kana. */
  marks:
    /(?![\u3099\u309a])\p{Script=Inherited}|[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u00ad\u2060\ufeff]/gu,
  /** Some compatibility forms are written with marks of their own, such as (1). */
  noLetter: /[^\p{L}\p{N}\p{M}]+/gu,
}));
const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', ı: 'i', ς: 'σ' };
const SPECIAL = /[ßæœøđłıς]/g;
const PLAIN = /^[\x20-\x7e]*$/;

/** Folds a word for comparison: compatibility forms, case, accents and invisible characters no longer tell words apart. */
export function foldWord(word: string): string {
  if (PLAIN.test(word)) return word.toLowerCase();
  return word
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(classes().marks, '')
    .normalize('NFC')
    .replace(classes().noLetter, '')
    .replace(SPECIAL, (letter) => LETTERS[letter] ?? letter);
}
