/**
 * The number of letters to change, leave out, put in or swap with a neighbour to make one word of the other; more than `farthest`
 * is told as `farthest + 1`.
 */
export function spellingDistance(one: string, other: string, farthest: number): number {
  if (Math.abs(one.length - other.length) > farthest) return farthest + 1;
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let at = 1; at <= other.length; at += 1) next.push(cheapest({ one, other, row, at }, { before, last, next }));
    if (Math.min(...next) > farthest) return farthest + 1;
    before = last;
    last = next;
  }
  return last[other.length] ?? farthest + 1;
}

interface Step {
  readonly one: string;
  readonly other: string;
  readonly row: number;
  readonly at: number;
}

interface Rows {
  readonly before: readonly number[];
  readonly last: readonly number[];
  readonly next: readonly number[];
}

function cheapest({ one, other, row, at }: Step, { before, last, next }: Rows): number {
  const same = one[row - 1] === other[at - 1];
  const cost = Math.min((last[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1, (last[at - 1] ?? 0) + (same ? 0 : 1));
  const swapped = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
  return swapped ? Math.min(cost, (before[at - 2] ?? 0) + 1) : cost;
}
