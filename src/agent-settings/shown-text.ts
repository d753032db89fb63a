/** A string of JSON or TOML, and what makes a key of it. */
const LITERAL = /(?<literal>"(?:[^"\\\n]|\\.)*"|'[^'\n]*')(?<key>\s*[:=])?/g;

function countLiterals(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { groups } of text.matchAll(LITERAL)) {
    const literal = groups?.['literal'] ?? '';
    if (groups?.['key'] === undefined) counts.set(literal, (counts.get(literal) ?? 0) + 1);
  }
  return counts;
}

/**
 * Two versions of a file for a person to compare: strings that stand in both as often are hidden. They are somebody else's, and
 * settings hold secrets in no shape that could be told.
 */
export function hideUnchanged(before: string, after: string): { readonly before: string; readonly after: string } {
  const [one, other] = [countLiterals(before), countLiterals(after)];
  const hide = (text: string): string =>
    text.replaceAll(LITERAL, (whole: string, literal: string, key?: string) =>
      key !== undefined || one.get(literal) !== other.get(literal) ? whole : `${literal[0]}…${literal[0]}`,
    );
  return { before: hide(before), after: hide(after) };
}
