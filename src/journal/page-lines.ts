/** Words of fewer characters have to be all that a line says: they may stand in any line. */
const SHORT = 16;
const NEW_CLAIM = /^(?:\s{0,1}(?:[-*+]|\d{1,3}[.)])\s|\S)/;

/** Lines that belong together: a line, and those below it that are indented. */
function* groupsOf(lines: readonly string[]): Generator<readonly string[]> {
  let group: string[] = [];
  for (const line of lines) {
    const goesOn = group.length > 0 && trimmed(line) !== '' && !NEW_CLAIM.test(line);
    if (!goesOn && group.length > 0) yield group;
    group = goesOn ? [...group, line] : [line];
  }
  if (group.length > 0) yield group;
}

/** Bytes of a letter may look like white space of other kinds. */
function trimmed(line: string): string {
  return line.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
}

function holds(group: readonly string[], words: readonly string[]): boolean {
  const text = group.map(trimmed).join(' ');
  const bare = text.replace(/^(?:[-*+]|\d{1,3}[.)])\s+/, '').replace(/\s*\[[^[\]]*\]$/, '');
  return words.some((word) => word !== '' && (word.length < SHORT ? bare === word : text.includes(word)));
}

/** A page without the lines that hold one of the words; `undefined` when none does. Line ends stay as they are. */
export function withoutLines(page: string, words: readonly string[]): string | undefined {
  const lines = page.split(/(?<=\n)/);
  const kept = [...groupsOf(lines)].filter((group) => !holds(group, words)).flat();
  return kept.length === lines.length ? undefined : kept.join('');
}
