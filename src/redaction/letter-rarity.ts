import { ANY } from './anchor-plan.ts';

/** Pairs of letters that prose and code are full of. */
const COMMON_PAIRS: ReadonlySet<string> = new Set(
  (
    'er on en in to at th ar or an re te st es ti co al is it ro ri le se de ed nt ng ha he io as ou li me el ce ur us ' +
    'ra la ne ta ma ic il un tr pa no ec om ss so lo pe ac ve'
  ).split(' '),
);
const COMMON = 'etaoinsrhldcumpg';
/** What makes a pair of common letters less rare than either of them. */
const COMMON_PAIR = 6;

/** How rare a character is in prose and code; one that is missing, or may be any, is less than common. */
export function rarityOf(char: string): number {
  if (char === '') return -4;
  if (char.charCodeAt(0) === ANY) return -1000;
  const rank = COMMON.indexOf(char.toLowerCase());
  if (rank !== -1) return rank / 2;
  return /[a-z@~]/i.test(char) ? 9 : /[ "':.,]/.test(char) ? 1 : 6;
}

/** How rare two characters are together. */
export function rarityOfPair(pair: string): number {
  const common = COMMON_PAIRS.has(pair.toLowerCase()) ? COMMON_PAIR : 0;
  return rarityOf(pair.charAt(0)) + rarityOf(pair.charAt(1)) - common;
}
