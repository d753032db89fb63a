/** Characters that have forms to choose from, by the selectors that choose: anywhere else a selector is only hidden bytes. */
const STRAY_SELECTORS = [
  /(?<![\p{Emoji}\p{S}\p{Po}])[\uFE0E\uFE0F]/u,
  /(?<![\p{Sm}\p{Script=Han}\p{Script=Myanmar}\p{Script=Phags_Pa}\u3001\u3002\uFF01\uFF0C\uFF0E\uFF1A\uFF1B\uFF1F])\uFE00/u,
  /(?<!\p{Script=Han})[\uFE01\uFE02\u{E0100}-\u{E01EF}]/u,
  /(?<!\p{Script=Mongolian})[\u180B-\u180D\u180F]/u,
  /[\uFE03-\uFE0D]/u,
];

/** Source of a pattern, for the flag `u`: a variation selector that chooses nothing, and each of several in a row. */
export const STRAY_SELECTOR = ['\\p{Variation_Selector}{2,}', ...STRAY_SELECTORS.map(({ source }) => source)].join('|');

/** Source of a pattern, for the flag `u`: what looks like nothing though it is a letter, a mark, or no character yet. */
export const BLANK = '(?!\\p{Variation_Selector})\\p{Default_Ignorable_Code_Point}';
