import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ImporterSample } from '../../contract/importer-sample.ts';

type Fields = Readonly<Record<string, unknown>>;

export const TASK_ID = '1772355600000';

const text = (words: string): Fields => ({ type: 'text', text: words });
export const sent = (...words: readonly string[]): Fields => ({ role: 'user', content: words.map(text) });
export const answered = (...words: readonly string[]): Fields => ({ role: 'assistant', content: words.map(text) });

export const ENVIRONMENT =
  '<environment_details>\n# Current Working Directory (/home/ada/mill) Files\nmill.ts\n</environment_details>';

const SAID: readonly Fields[] = [
  sent('<task>\nWhy is the mill slow?\n</task>', ENVIRONMENT),
  answered('Let me look.\n\n<read_file>\n<path>mill.ts</path>\n</read_file>'),
  sent("[read_file for 'mill.ts'] Result:", 'const wind = 0', ENVIRONMENT),
  answered('No wind.'),
];
const MORE = [sent('<feedback>\nWait for wind\n</feedback>'), answered('Waiting.')];

export function ui(minute: number, type: 'say' | 'ask', word: string, more: Fields = {}): Fields {
  return { ts: Number(TASK_ID) + minute * 60_000, type, [type]: word, ...more };
}

const request = (minute: number): Fields =>
  ui(minute, 'say', 'api_req_started', { text: '{"tokensIn":10,"tokensOut":2,"cost":0.01}' });

const SEEN: readonly Fields[] = [
  ui(0, 'say', 'task', { text: 'Why is the mill slow?' }),
  request(1),
  ui(2, 'ask', 'tool', { text: '{"tool":"readFile","path":"mill.ts"}' }),
  request(3),
  ui(4, 'say', 'text', { text: 'No wind.' }),
];
const SEEN_MORE = [ui(5, 'say', 'user_feedback', { text: 'Wait for wind' }), request(6)];

function inTask(folder: string, name: string, list: readonly Fields[]): string {
  const task = join(folder, 'tasks', TASK_ID);
  mkdirSync(task, { recursive: true });
  const path = join(task, name);
  save(path, list);
  return path;
}

function save(path: string, list: readonly Fields[]): void {
  writeFileSync(path, JSON.stringify(list));
}

const COMMON = {
  agent: 'cline',
  nativeId: TASK_ID,
  counts: { prompts: 1, answers: 2, toolCalls: 1 },
  firstWords: 'Why is the mill slow?',
} as const;

/** Invented tasks of Cline: what the model was sent, with the other file beside it, and that one alone. */
export const CLINE_SAMPLES: readonly ImporterSample[] = [
  {
    ...COMMON,
    format: 'messages',
    write: (folder) => {
      inTask(folder, 'ui_messages.json', SEEN);
      return inTask(folder, 'api_conversation_history.json', SAID);
    },
    grow: (path) => save(path, [...SAID, ...MORE]),
    rewrite: (path) => save(path, [...SAID.slice(1), ...MORE]),
  },
  {
    ...COMMON,
    format: 'lines of the screen',
    write: (folder) => inTask(folder, 'ui_messages.json', SEEN),
    grow: (path) => save(path, [...SEEN, ...SEEN_MORE]),
    rewrite: (path) => save(path, [...SEEN.slice(1), ...SEEN_MORE]),
  },
];
