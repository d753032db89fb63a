// Invented words for invented sessions: a bakery that keeps its books with software of its own.
const SUBJECTS = ['the oven schedule', 'the flour ledger', 'the delivery route', 'the price list', 'the till export'];
const DEEDS = ['rounds to the wrong cent', 'drops the last loaf', 'is slow on Mondays', 'forgets the holidays'];
const REASONS = ['a loop that starts at one', 'a date without a zone', 'a cache nobody empties', 'a missing index'];
const WORDS =
  'batch crust dough ferment glaze grain kneel ledger loaf malt oven proof rack rye salt score sieve starter tray yeast'.split(
    ' ',
  );

/** Mulberry32: the same seed gives the same sessions on every machine. */
export function createChance(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit) => Math.floor(next() * limit);
  return { next, below, pick: (list) => list[below(list.length)] };
}

export function inventQuestion(chance) {
  return `Why is it that ${chance.pick(SUBJECTS)} ${chance.pick(DEEDS)}? Look before you change anything.`;
}

export function inventAnswer(chance) {
  return `It comes from ${chance.pick(REASONS)}. I changed ${chance.below(9) + 1} lines and the tests pass.\n\n${inventProse(chance, 60)}`;
}

export function inventProse(chance, words) {
  return Array.from({ length: words }, () => chance.pick(WORDS)).join(' ');
}

/** Something like the output of a tool: numbered lines of code. */
export function inventCode(chance, lines) {
  const line = (_, index) =>
    `${String(index + 1).padStart(5)}→  const ${chance.pick(WORDS)}${index} = ${chance.pick(WORDS)}.map((item) => item.${chance.pick(WORDS)} * ${chance.below(900)});`;
  return Array.from({ length: lines }, line).join('\n');
}
