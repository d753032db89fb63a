import { STRAY_SELECTOR } from '../kernel/hidden-characters.ts';
import { decodings, turnings } from './instruction-shape-decode.ts';

/** A text as it reads, whatever was done to hide what it says. */
export interface UndisguisedText {
  /** Readings in lower case; a shape that one of them shows is there. */
  readonly readings: readonly string[];
  /** The whole text, turned around or shifted by half the alphabet: English orders show in it, if any. */
  readonly turned: readonly string[];
  /** Characters that nobody sees stand inside it. */
  readonly hidden: boolean;
  /** Words mix letters of two scripts that look alike. */
  readonly disguised: boolean;
}

/** Characters that are never seen: zero-width and bidi controls, soft hyphens, tag characters, variation selectors. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/** Invisible ones that honest text does not hold: not the joiners of emoji, Persian and Indic words, nor a leading mark. */
const SUSPICIOUS = new RegExp(
  `${
    /[\u00ad\u200b\u2060-\u2064\ufeff](?=\p{L})(?<=\p{L}.)|[\u202a-\u202e\u2066-\u2069]|[\u{e0020}-\u{e007e}]|(?<=[a-z])[\u200c\u200d](?=[a-z])/u
      .source
  }|${STRAY_SELECTOR}|[\u2065\ufff0-\ufff8]|[\u{e0080}-\u{e00ff}\u{e01f0}-\u{e0fff}]`,
  'iu',
);

/** Letters of other scripts that pass for Latin ones. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  с: 'c',
  ԁ: 'd',
  е: 'e',
  ё: 'e',
  һ: 'h',
  н: 'h',
  і: 'i',
  ї: 'i',
  ј: 'j',
  к: 'k',
  ӏ: 'l',
  м: 'm',
  п: 'n',
  о: 'o',
  р: 'p',
  ԛ: 'q',
  г: 'r',
  ѕ: 's',
  т: 't',
  у: 'y',
  ѵ: 'v',
  ԝ: 'w',
  х: 'x',
  α: 'a',
  ε: 'e',
  η: 'n',
  ι: 'i',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  σ: 'o',
  τ: 't',
  υ: 'u',
  χ: 'x',
  ı: 'i',
  ɡ: 'g',
  ɑ: 'a',
  օ: 'o',
  ո: 'n',
  ս: 'u',
  ց: 'g',
  հ: 'h',
  ᴀ: 'a',
  ʙ: 'b',
  ᴄ: 'c',
  ᴅ: 'd',
  ᴇ: 'e',
  ꜰ: 'f',
  ɢ: 'g',
  ʜ: 'h',
  ɪ: 'i',
  ᴊ: 'j',
  ᴋ: 'k',
  ʟ: 'l',
  ᴍ: 'm',
  ɴ: 'n',
  ᴏ: 'o',
  ᴘ: 'p',
  ʀ: 'r',
  ꜱ: 's',
  ᴛ: 't',
  ᴜ: 'u',
  ᴠ: 'v',
  ᴡ: 'w',
  ʏ: 'y',
  ᴢ: 'z',
};

/** Digits and signs that stand for letters inside a word. */
const STAND_INS: Readonly<Record<string, string>> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
};

const LATIN_MARKS = /(?<=[a-z])\p{M}+/gu;
const WORD = /[\p{L}\p{M}]+/gu;
const SWITCH = /(?<=[a-z])(?=[\u0370-\u058f])|(?<=[\u0370-\u058f])(?=[a-z])/gu;

/** Folds compatibility forms, case and accents of Latin letters, and takes invisible characters out. */
export function plainText(text: string): string {
  const visible = text.replace(INVISIBLE, '').normalize('NFKC').replace(INVISIBLE, '').toLowerCase();
  return visible
    .normalize('NFD')
    .replace(LATIN_MARKS, '')
    .normalize('NFC')
    .replaceAll('ß', 'ss')
    .replace(/[’‘ʼ`´]/gu, "'")
    .replace(/[“”„«»]/gu, '"')
    .replace(/\b(you|we|they)'re\b/g, '$1 are')
    .replace(/\b(you|we|they|i)'ve\b/g, '$1 have')
    .replace(/\b(you|we|they|i)'ll\b/g, '$1 will')
    .replace(/[\u2000-\u200a\u00a0\u3000\t]/gu, ' ');
}

/** Letters that only pass for Latin ones become those, in words that hold nothing else. */
function latinised(text: string): string {
  return text.replace(WORD, (word) => {
    const letters = [...word].map((letter) => LOOKALIKES[letter] ?? letter);
    return letters.every((letter) => /[a-z]/.test(letter)) ? letters.join('') : word;
  });
}

/** Digits that stand for letters become those, in words that hold letters too. */
function lettered(text: string, one: 'i' | 'l'): string {
  return text.replace(/[a-z0-9@$]{3,}/gu, (word) =>
    /[a-z]/.test(word) && /[0-9@$]/.test(word)
      ? [...word].map((sign) => (sign === '1' ? one : (STAND_INS[sign] ?? sign))).join('')
      : word,
  );
}

/** Words whose letters were set apart: `i g n o r e   a l l`, `i-g-n-o-r-e`. */
function drawnTogether(text: string): string {
  return text.replace(
    /(?<![\p{L}\p{N}])(?:\p{L}([ ._*\n-]))(?:\p{L}\1){2,}\p{L}(?![\p{L}\p{N}])/gu,
    (spaced, gap: string) => spaced.replaceAll(gap, ''),
  );
}

function oneSpace(text: string): string {
  return text.replace(/ {2,}/g, ' ');
}

/** Counts words in which letters of two scripts alternate. A Latin word with a foreign ending is everyday Russian. */
function isMixed(text: string): boolean {
  return [...text.matchAll(WORD)].some(([word]) => [...word.matchAll(SWITCH)].length >= 2 && latinised(word) !== word);
}

function readingsOf(text: string): readonly string[] {
  const base = plainText(text);
  const latin = latinised(base);
  const together = drawnTogether(latin);
  return [base, latin, lettered(latin, 'i'), lettered(latin, 'l'), together, lettered(together, 'i')].map(oneSpace);
}

/** Reads a text in the ways an agent might, so that no spelling hides an order. */
export function undisguise(text: string): UndisguisedText {
  const base = plainText(text);
  return {
    readings: [...new Set([text, ...decodings(text)].flatMap(readingsOf))],
    turned: turnings(latinised(base)).map(oneSpace),
    hidden: SUSPICIOUS.test(text) || /<!--[\s\S]*?-->/.test(text),
    disguised: isMixed(base),
  };
}
