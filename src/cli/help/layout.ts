const WIDTH = 80;
const INDENT = '  ';

/** Breaks a paragraph into lines of at most `width` columns; words longer than that stay whole. */
export function wrapParagraph(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return line === '' ? lines : [...lines, line];
}

/** A term and what it means. */
export interface Definition {
  readonly term: string;
  readonly meaning: string;
}

/** Terms on the left, meanings wrapped on the right; a term that is too long has its meaning on the next line. */
export function definitionLines(definitions: readonly Definition[]): readonly string[] {
  const longest = definitions.reduce((width, { term }) => Math.max(width, term.length), 0);
  const column = Math.min(longest, 26) + 2;
  return definitions.flatMap(({ term, meaning }) => {
    const lines = wrapParagraph(meaning, WIDTH - INDENT.length - column);
    const rest = lines.map((line) => INDENT + ' '.repeat(column) + line);
    if (term.length > column - 2) return [INDENT + term, ...rest];
    return [`${INDENT}${term.padEnd(column)}${lines[0] ?? ''}`.trimEnd(), ...rest.slice(1)];
  });
}

/** A paragraph, indented and wrapped. */
export function paragraphLines(text: string): readonly string[] {
  return text.split('\n').flatMap((part) => wrapParagraph(part, WIDTH - INDENT.length).map((line) => INDENT + line));
}

/** Heading and body; nothing for an empty body. */
export function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', title, ...lines];
}
