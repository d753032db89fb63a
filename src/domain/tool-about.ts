/** Members of a tool's input that tell what a call was about, most telling first. */
const TELLING = ['command', 'cmd', 'pattern', 'query', 'url', 'file_path', 'path', 'description'] as const;
const MOST = 200;

/** What a tool call was about, in one line: its command, pattern or path; null when its input has none of these. */
export function aboutCall(input: unknown): string | null {
  if (input === null || typeof input !== 'object') return null;
  const members = input as Readonly<Record<string, unknown>>;
  const name = TELLING.find((one) => Object.hasOwn(members, one) && typeof members[one] === 'string');
  const text = name === undefined ? '' : String(members[name]).replace(/\s+/g, ' ').trim();
  return text === '' ? null : text.slice(0, MOST).replace(/[\uD800-\uDBFF]$/, '');
}
