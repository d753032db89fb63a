/** Marks that change no word: accents, Hebrew points, Arabic vowels and tatweel, selectors; never the voicing of kana. */
const MARKS =
  /(?![\u3099\u309a])\p{Script=Inherited}|[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u00ad\u2060\ufeff]/gu;
const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', ı: 'i', ς: 'σ' };
const SPECIAL = /[ßæœøđłıς]/g;
/** Some compatibility forms are written with marks of their own, such as (1). */
const NO_LETTER = /[^\p{L}\p{N}\p{M}]+/gu;
const PLAIN = /^[\x20-\x7e]*$/;

/** Folds a word for comparison: compatibility forms, case, accents and invisible characters no longer tell words apart. */
export function foldWord(word: string): string {
  if (PLAIN.test(word)) return word.toLowerCase();
  return word
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(MARKS, '')
    .normalize('NFC')
    .replace(NO_LETTER, '')
    .replace(SPECIAL, (letter) => LETTERS[letter] ?? letter);
}
