import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ImporterSample } from '../../contract/importer-sample.ts';

type Fields = Readonly<Record<string, unknown>>;

export const CTX_HEAD: readonly Fields[] = [
  { record_type: 'manifest', schema_version: 'ctx-history-jsonl-v1' },
  { record_type: 'source', source_id: 'hut', provider_key: 'lark', source_format: 'invented' },
];

export const session = (more: Fields = {}): Fields => ({
  record_type: 'session',
  source_id: 'hut',
  session_id: 's1',
  started_at: '2026-03-01T09:00:00Z',
  cwd: '/home/ada/hut',
  ...more,
});

export function event(index: number, role: string, payload: unknown, more: Fields = {}): Fields {
  return {
    record_type: 'event',
    source_id: 'hut',
    session_id: 's1',
    event_index: index,
    event_id: `e${index}`,
    occurred_at: `2026-03-01T09:0${index}:00Z`,
    event_type: 'message',
    role,
    payload,
    ...more,
  };
}

const SAID: readonly Fields[] = [
  event(0, 'user', { text: 'Why does the roof leak?' }),
  event(1, 'assistant', { name: 'read_file', call_id: 'c1', input: { path: 'roof.ts' } }, { event_type: 'tool_call' }),
  event(2, 'tool', { text: 'straw', call_id: 'c1' }, { event_type: 'tool_result' }),
  event(3, 'assistant', { text: 'It is straw.', model: 'lark-4' }),
];
const MORE = [event(4, 'user', { text: 'Use slate' }), event(5, 'assistant', { text: 'Slate it is.' })];

const toLines = (records: readonly Fields[]): string => records.map((one) => `${JSON.stringify(one)}\n`).join('');

/** Invented sessions in the exchange format. */
export const CTX_SAMPLES: readonly ImporterSample[] = [
  {
    agent: 'ctx',
    format: 'exchange file',
    nativeId: 'hut/s1',
    counts: { prompts: 1, answers: 1, toolCalls: 1 },
    firstWords: 'Why does the roof leak?',
    write: (folder) => {
      const path = join(folder, 'hut.ctx.jsonl');
      writeFileSync(path, toLines([...CTX_HEAD, session(), ...SAID]));
      return path;
    },
    grow: (path) => appendFileSync(path, toLines(MORE)),
    rewrite: (path) => writeFileSync(path, toLines([...CTX_HEAD, session(), ...SAID.slice(1), ...MORE])),
  },
];
