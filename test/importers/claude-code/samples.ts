import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ImporterSample } from '../../contract/importer-sample.ts';
import { answer, call, prompt, result, SESSION } from '../support/claude-records.ts';

const RECORDS = [
  prompt('p0', null, 'Sow the peas'),
  answer('a0', 'p0', [{ type: 'text', text: 'Looking.' }, call('c1')]),
  prompt('r0', 'a0', [result('c1')]),
  answer('a1', 'r0', 'The peas are in.'),
];
const MORE = [prompt('p2', 'a1', 'Water them'), answer('a2', 'p2', 'They are watered.')];

function toLines(records: readonly unknown[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

/** Invented sessions of Claude Code. */
export const CLAUDE_SAMPLES: readonly ImporterSample[] = [
  {
    agent: 'claude-code',
    format: 'lines',
    nativeId: SESSION,
    counts: { prompts: 1, answers: 2, toolCalls: 1 },
    firstWords: 'Sow the peas',
    write: (folder) => {
      mkdirSync(join(folder, 'projects', 'garden'), { recursive: true });
      const path = join(folder, 'projects', 'garden', `${SESSION}.jsonl`);
      writeFileSync(path, toLines(RECORDS));
      return path;
    },
    grow: (path) => appendFileSync(path, toLines(MORE)),
    rewrite: (path) => writeFileSync(path, toLines([...RECORDS.slice(1), ...MORE])),
  },
];
