const NAME = 'loom completion';
const END = `# <<< ${NAME} <<<\n`;

/** How a file was before the block came: taking the block out brings back those bytes. */
const BEFORE = {
  whole: '',
  'without-line-end': ' (after a line without an end)',
  absent: ' (in a file of its own)',
} as const;
type Before = keyof typeof BEFORE;

const BLOCK = /# >>> loom completion >>>(?<before>[^\n]*)\n[\s\S]*?# <<< loom completion <<<\n?/;

function stateOf(text: string | null): Before {
  if (text === null) return 'absent';
  return text === '' || text.endsWith('\n') ? 'whole' : 'without-line-end';
}

/** The file without loom's block; null where nothing but the block was ever there. */
export function withoutBlock(text: string | null): string | null {
  const found = text === null ? null : BLOCK.exec(text);
  if (text === null || found === null) return text;
  const before = text.slice(0, found.index);
  const after = text.slice(found.index + found[0].length);
  const mark = found.groups?.['before'] ?? '';
  const kept = mark === BEFORE['without-line-end'] && after === '' ? before.replace(/\n$/, '') : before;
  return mark === BEFORE.absent && kept + after === '' ? null : kept + after;
}

/** The file with loom's block; one that is there already stays where it is. */
export function withBlock(text: string | null, body: string): string {
  const found = text === null ? null : BLOCK.exec(text);
  if (text !== null && found !== null) {
    const mark = found.groups?.['before'] ?? '';
    return text.replace(BLOCK, () => `# >>> ${NAME} >>>${mark}\n${body}${END}`);
  }
  const before = stateOf(text);
  const joint = before === 'without-line-end' ? '\n' : '';
  return `${text ?? ''}${joint}# >>> ${NAME} >>>${BEFORE[before]}\n${body}${END}`;
}
