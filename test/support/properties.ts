import { randomInt } from 'node:crypto';
import fc from 'fast-check';

/** The seed of every property: one that is kept, so that a run says something of the code alone; another by `LOOM_SEED=NUMBER` or `LOOM_SEED=random`. */
function seedOf(asked: string | undefined): number {
  if (asked === 'random') return randomInt(0x7fffffff);
  const seed = Number(asked ?? 1);
  if (!Number.isInteger(seed)) throw new Error(`LOOM_SEED is a whole number or "random", not ${asked}`);
  return seed;
}

fc.configureGlobal({ seed: seedOf(process.env['LOOM_SEED']) });

export { fc };
