import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ImporterSample } from '../../contract/importer-sample.ts';

type Fields = Readonly<Record<string, unknown>>;

export const MINI_ME_ID = '20260301-090000-4f2a9c1e';

export const SYSTEM = { role: 'system', content: 'You are mm.' };
export const user = (content: string): Fields => ({ role: 'user', content });
export const answer = (content: string, more: Fields = {}): Fields => ({ role: 'assistant', content, ...more });

export const error = (turn: number, kind = 'generation'): Fields => ({
  time: '2026-03-01T09:05:00Z',
  turn,
  question: 'Plant',
  line: `HTTP 500 on turn ${turn}`,
  model: 'acorn-1',
  kind,
});

const CALL = { id: 'c1', type: 'function', function: { name: 'read_file', arguments: '{"path":"oak.ts"}' } };

const SAID: readonly Fields[] = [
  SYSTEM,
  user('Why is the oak small?'),
  answer('', { tool_calls: [CALL] }),
  { role: 'tool', tool_call_id: 'c1', content: 'age: 1' },
  answer('It is young.'),
];
const MORE = [user('Water it'), answer('Watered.')];

function save(path: string, messages: readonly Fields[]): void {
  const document = { id: MINI_ME_ID, provider: 'forest', model: 'acorn-1', messages, errors: [error(1)] };
  writeFileSync(path, JSON.stringify(document, null, 2));
}

/** Invented sessions of mini-me. */
export const MINI_ME_SAMPLES: readonly ImporterSample[] = [
  {
    agent: 'mini-me',
    format: 'document',
    nativeId: MINI_ME_ID,
    counts: { prompts: 1, answers: 2, toolCalls: 1 },
    firstWords: 'Why is the oak small?',
    write: (folder) => {
      const sessions = join(folder, '.mm', 'sessions');
      mkdirSync(sessions, { recursive: true });
      const path = join(sessions, `${MINI_ME_ID}.json`);
      save(path, SAID);
      return path;
    },
    grow: (path) => save(path, [...SAID, ...MORE]),
    rewrite: (path) => save(path, [...SAID.slice(2), ...MORE]),
  },
];
