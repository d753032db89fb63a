import type { LeftOut } from '../events/snapshot-data.ts';

const MOST_EXAMPLES = 10;

/** Counts what a bound kept out; nothing for a count of zero. */
export function leftOut(code: LeftOut['code'], paths: readonly string[] | number): readonly LeftOut[] {
  if (typeof paths === 'number') return paths === 0 ? [] : [{ code, count: paths }];
  if (paths.length === 0) return [];
  return [{ code, count: paths.length, paths: paths.slice(0, MOST_EXAMPLES) }];
}

/** Adds up what was left out in several places, by code. */
export function sumLeftOut(parts: readonly LeftOut[]): readonly LeftOut[] {
  const sums = new Map<LeftOut['code'], LeftOut>();
  for (const part of parts) {
    const before = sums.get(part.code);
    const paths = [...new Set([...(before?.paths ?? []), ...(part.paths ?? [])])].slice(0, MOST_EXAMPLES);
    const count = (before?.count ?? 0) + part.count;
    sums.set(part.code, { code: part.code, count, ...(paths.length === 0 ? {} : { paths }) });
  }
  return [...sums.values()];
}
