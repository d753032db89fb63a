/** A number of things in words: `1 file`, `2 files`; `many` only where it is no plain s. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
