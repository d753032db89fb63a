import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ImporterSample } from '../../contract/importer-sample.ts';

type Fields = Readonly<Record<string, unknown>>;

export const LEVELCODE_ID = '2026-03-01T09-00-00-8f3k';

export const meta = (more: Fields = {}): Fields => ({
  kind: 'meta',
  v: 1,
  id: LEVELCODE_ID,
  project: '/home/ada/orchard',
  createdAt: '2026-03-01T09:00:00.000Z',
  title: null,
  ...more,
});

export function line(minute: number, kind: string, more: Fields): Fields {
  return { kind, t: `2026-03-01T09:${String(minute).padStart(2, '0')}:00.000Z`, ...more };
}

const text = (words: string): readonly Fields[] => [{ type: 'text', text: words }];

const SAID: readonly Fields[] = [
  line(1, 'user', { content: 'Why are the pears sour?', contextFiles: ['pear.rb'] }),
  line(2, 'agent', {
    messages: [
      { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'read_file', input: { path: 'pear.rb' } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'class Pear' }] },
    ],
  }),
  line(3, 'assistant', { content: text('They are not ripe.') }),
];
const MORE = [line(4, 'user', { content: 'Wait then' }), line(5, 'assistant', { content: text('Waiting.') })];

const toLines = (records: readonly Fields[]): string => records.map((one) => `${JSON.stringify(one)}\n`).join('');

/** Invented sessions of LevelCode. */
export const LEVELCODE_SAMPLES: readonly ImporterSample[] = [
  {
    agent: 'levelcode',
    format: 'lines',
    nativeId: LEVELCODE_ID,
    counts: { prompts: 1, answers: 2, toolCalls: 1 },
    firstWords: 'Why are the pears sour?',
    write: (folder) => {
      const path = join(folder, `${LEVELCODE_ID}.jsonl`);
      writeFileSync(path, toLines([meta(), ...SAID]));
      return path;
    },
    grow: (path) => appendFileSync(path, toLines(MORE)),
    rewrite: (path) => writeFileSync(path, toLines([meta(), ...SAID.slice(1), ...MORE])),
  },
];
