/** Edit distance in UTF-16 units; two neighbours that changed places count as one edit. */
function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= a.length; row += 1) {
    rows.push([row]);
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = at(row - 1, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const swapped =
        a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1] ? at(row - 2, column - 2) + 1 : replaced;
      rows[row]?.push(Math.min(at(row - 1, column) + 1, at(row, column - 1) + 1, replaced, swapped));
    }
  }
  return at(a.length, b.length);
}

/** The candidate a mistyped word most likely meant; `undefined` when none is near enough to be worth saying. */
export function closest(given: string, candidates: readonly string[]): string | undefined {
  const word = given.slice(0, 100).toLowerCase();
  const limit = Math.max(1, Math.floor(word.length / 3));
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    const isAbbreviation = word.length >= 2 && candidate.toLowerCase().startsWith(word);
    const distance = isAbbreviation ? 1 : editDistance(word, candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}
