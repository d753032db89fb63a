/**
 * The letters that often follow each letter, `a` to `z`, within the words of English, of code and of its documentation:
 * 247 of 676 pairs. Two letters that somebody drew are one of them in a third of all cases, two of a word nearly always.
 */
const FOLLOWERS = [
  'bcdfgiklmnprstuvy',
  'aeilorsu',
  'acehiklortu',
  'adeilorsu',
  'abcdefgilmnpqrstvwxy',
  'aefiloru',
  'aehinorsu',
  'aeiort',
  'abcdefglmnoprstvxz',
  'es',
  'eis',
  'adeilostuy',
  'abeimopsu',
  'acdefgiknostuv',
  'abcdfgiklmnoprstuvw',
  'aehiloprstu',
  'u',
  'acdegiklmnorstuvy',
  'acehiklopstuy',
  'acehilorstuy',
  'abcdegilmnprst',
  'aei',
  'aehinor',
  'ept',
  'ps',
  'e',
];
/** One bit for each letter that often follows. */
const COMMON = FOLLOWERS.map((letters) => Array.from(letters, bitOf).reduce((bits, bit) => bits | bit, 0));

const OTHER = 0;
const SMALL = 1;
const CAPITAL = 2;
const DIGIT = 3;

/** More than this is looked at no further. */
const MOST = 64;
const FEWEST_PAIRS = 6;
/** The part of pairs that no word has, from which on a text counts as drawn. */
const DRAWN = 0.42;
/** The same for a few letters alone, which abbreviations are made of too. */
const SURELY_DRAWN = 0.48;
const FEW = 12;

function bitOf(letter: string): number {
  return 1 << (letter.charCodeAt(0) - 97);
}

function kindOf(code: number): number {
  if (code >= 97 && code <= 122) return SMALL;
  if (code >= 65 && code <= 90) return CAPITAL;
  return code >= 48 && code <= 57 ? DIGIT : OTHER;
}

function isCommonPair(first: number, second: number): boolean {
  return ((COMMON[(first | 0x20) - 97] as number) & (1 << ((second | 0x20) - 97))) !== 0;
}

/** How odd it is that one character follows another: 0 within a word or number, 1 where no word has it. */
function oddityOf(first: number, second: number, run: number): number {
  const [before, after] = [kindOf(first), kindOf(second)];
  if (before === DIGIT || after === DIGIT) {
    if (before === after) return 0;
    return after === DIGIT ? 0.5 : 0.8;
  }
  // A new word begins: odd only after one of a letter or two.
  if (before === SMALL && after === CAPITAL) return run < 3 ? 1 : 0;
  return isCommonPair(first, second) ? 0 : 1;
}

/** The part of neighbouring letters and digits that no word would put side by side; 0 where there are too few to tell. */
function oddShare(text: string): number {
  let odd = 0;
  let pairs = 0;
  let run = 0;
  for (let i = 0; i < text.length && i < MOST; i += 1) {
    const code = text.charCodeAt(i);
    const kind = kindOf(code);
    const before = i === 0 ? OTHER : kindOf(text.charCodeAt(i - 1));
    if (kind !== OTHER && before !== OTHER) {
      pairs += 1;
      odd += oddityOf(text.charCodeAt(i - 1), code, run);
    }
    if (kind !== before && !(before === CAPITAL && kind === SMALL && run === 1)) run = 0;
    run += 1;
  }
  return pairs < FEWEST_PAIRS ? 0 : odd / pairs;
}

/** Whether the letters and digits of a text were drawn, as a generator draws them, and not put together from words and numbers. */
export function looksDrawn(text: string): boolean {
  return oddShare(text) >= (text.length >= FEW || /\d/.test(text) ? DRAWN : SURELY_DRAWN);
}
