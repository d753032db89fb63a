/** How much the fault tests try: `LOOM_FAULTS=few`, one of each kind; `all`, every one; else a good part. */

export type Depth = 'few' | 'usual' | 'all';

function wishedDepth(): Depth {
  const { LOOM_FAULTS: wish } = process.env;
  return wish === 'few' || wish === 'all' ? wish : 'usual';
}

export const DEPTH: Depth = wishedDepth();

/** A number of times, of steps or of kills: the first where few are wished for. */
export function times(few: number, usual: number): number {
  return DEPTH === 'few' ? few : usual;
}

/** A list, or of it every so-many-th where few are wished for, from a place that differs from one question to the next. */
export function sampled<T>(list: readonly T[], every: number, from = 0): readonly T[] {
  return DEPTH === 'few' ? list.filter((_, index) => (index + from) % every === 0) : list;
}
