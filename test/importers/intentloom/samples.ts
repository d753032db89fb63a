import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ImporterSample } from '../../contract/importer-sample.ts';

type Fields = Readonly<Record<string, unknown>>;

export const INTENTLOOM_ID = 'session-2026-03-01-weave';

const CALL = { id: 'c1', type: 'function', function: { name: 'read_file', arguments: '{"path":"rug.ts"}' } };
const SAID: readonly Fields[] = [
  { role: 'user', content: 'Why is the rug thin?', timestamp: '2026-03-01T09:00:00Z' },
  { role: 'assistant', content: '', tool_calls: [CALL], timestamp: '2026-03-01T09:00:01Z' },
  { role: 'tool', tool_call_id: 'c1', content: 'threads: 3', timestamp: '2026-03-01T09:00:02Z' },
  { role: 'assistant', content: 'Few threads.', timestamp: '2026-03-01T09:00:03Z' },
];
const MORE: readonly Fields[] = [
  { role: 'user', content: 'Add some' },
  { role: 'assistant', content: 'Added.' },
];

const toLines = (records: readonly Fields[]): string => records.map((one) => `${JSON.stringify(one)}\n`).join('');

function inSessions(folder: string, name: string): string {
  const sessions = join(folder, '.aif', 'memory', 'sessions');
  mkdirSync(sessions, { recursive: true });
  return join(sessions, name);
}

const COMMON = {
  agent: 'intentloom',
  nativeId: INTENTLOOM_ID,
  counts: { prompts: 1, answers: 2, toolCalls: 1 },
  firstWords: 'Why is the rug thin?',
} as const;

/** Invented sessions of intentloom, as lines and as a document. */
export const INTENTLOOM_SAMPLES: readonly ImporterSample[] = [
  {
    ...COMMON,
    format: 'lines',
    write: (folder) => {
      const path = inSessions(folder, `${INTENTLOOM_ID}.jsonl`);
      writeFileSync(path, toLines(SAID));
      return path;
    },
    grow: (path) => appendFileSync(path, toLines(MORE)),
    rewrite: (path) => writeFileSync(path, toLines([...SAID.slice(1), ...MORE])),
  },
  {
    ...COMMON,
    format: 'document',
    write: (folder) => {
      const path = inSessions(folder, 'weave.json');
      writeFileSync(path, JSON.stringify({ id: INTENTLOOM_ID, title: 'Rugs', messages: SAID }, null, 2));
      return path;
    },
  },
];
