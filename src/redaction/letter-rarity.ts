import { makeOnce } from '../kernel/make-once.ts';
import { ANY } from './anchor-plan.ts';

/** Pairs of letters that prose and code are full of. */
const COMMON_PAIRS = (
  'er on en in to at th ar or an re te st es ti co al is it ro ri le se de ed nt ng ha he io as ou li me el ce ur us ' +
  'ra la ne ta ma ic il un tr pa no ec om ss so lo pe ac ve'
).split(' ');
const COMMON = 'etaoinsrhldcumpg';
/** What makes a pair of common letters less rare than either of them. */
const COMMON_PAIR = 6;

const CODES = 256;

function rarityOfChar(char: string): number {
  if (char.charCodeAt(0) === ANY) return -1000;
  const rank = COMMON.indexOf(char.toLowerCase());
  if (rank !== -1) return rank / 2;
  return /[a-z@~]/i.test(char) ? 9 : /[ "':.,]/.test(char) ? 1 : 6;
}

/** By code: thousands of literals are rated at each start, each at every place of it. */
const rarities = makeOnce(() =>
  Float64Array.from({ length: CODES }, (_, code) => rarityOfChar(String.fromCharCode(code))),
);

/** {@link COMMON_PAIR} where two codes, the first the lower byte, are a common pair in any case. */
const commonPairs = makeOnce(() => {
  const common = new Uint8Array(CODES * CODES);
  for (const pair of COMMON_PAIRS) {
    for (const first of [pair.charCodeAt(0), pair.toUpperCase().charCodeAt(0)]) {
      for (const second of [pair.charCodeAt(1), pair.toUpperCase().charCodeAt(1)]) {
        common[first | (second << 8)] = COMMON_PAIR;
      }
    }
  }
  return common;
});

/** How rare the character at a place is in prose and code; one that is missing, or may be any, is less than common. */
export function rarityAt(literal: string, at: number): number {
  return at < literal.length ? (rarities()[literal.charCodeAt(at)] as number) : -4;
}

/** How rare the two characters at a place are together; both are bytes. */
export function rarityOfPairAt(literal: string, at: number): number {
  const pair = literal.charCodeAt(at) | (literal.charCodeAt(at + 1) << 8);
  return rarityAt(literal, at) + rarityAt(literal, at + 1) - (commonPairs()[pair] as number);
}
