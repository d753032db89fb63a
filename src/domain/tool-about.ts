import { patchPaths } from './patch-paths.ts';

/** Members of a tool's input that tell what a call was about, most telling first. */
const TELLING = ['command', 'cmd', 'pattern', 'query', 'url', 'file_path', 'path', 'description'] as const;
const MOST = 200;

/** Shells that are given their command as the last of several words. */
const SHELL = /(?:^|[\\/])(?:ba|z|da|fi)?sh$/;

/** A command as a person would type it: words joined, or what a shell is told to run. */
export function commandLine(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return undefined;
  const words = value.filter((word) => typeof word === 'string');
  const script = SHELL.test(words[0] ?? '') && (words[1] ?? '').startsWith('-') ? words[2] : undefined;
  return script ?? words.join(' ');
}

/** What a tool call was about, in one line: its command, pattern or path; null when its input has none of these. */
export function aboutCall(input: unknown): string | null {
  if (typeof input === 'string') return patchPaths(input).join(' ').slice(0, MOST) || null;
  if (input === null || typeof input !== 'object') return null;
  const members = input as Readonly<Record<string, unknown>>;
  for (const name of TELLING) {
    const line = Object.hasOwn(members, name) ? commandLine(members[name]) : undefined;
    const text = line?.replace(/\s+/g, ' ').trim() ?? '';
    if (text !== '') return text.slice(0, MOST).replace(/[\uD800-\uDBFF]$/, '');
  }
  return null;
}
