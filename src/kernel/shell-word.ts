const PLAIN_WORD = /^[A-Za-z0-9_@%+=:,./~-]+$/;
const TILDE = /^~/;

/** Quotes a text so that a POSIX shell takes it as one word; what needs no quotes is left as it is. */
export function shellWord(text: string): string {
  if (PLAIN_WORD.test(text) && !TILDE.test(text)) return text;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Joins words into a command line that a POSIX shell runs as printed. */
export function shellLine(words: readonly string[]): string {
  return words.map(shellWord).join(' ');
}
