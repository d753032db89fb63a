import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ImporterSample } from '../../contract/importer-sample.ts';

type Fields = Readonly<Record<string, unknown>>;

export const QWEN_ID = '0190aaaa-0000-7000-8000-0000000000b1';

/** A record of Qwen Code; its id is its number. */
export function record(number: number, type: string, parts: readonly Fields[] | undefined, more: Fields = {}): Fields {
  const minute = String(number).padStart(2, '0');
  return {
    uuid: `r${number}`,
    parentUuid: number === 1 ? null : `r${number - 1}`,
    sessionId: QWEN_ID,
    timestamp: `2026-03-01T09:${minute}:00.000Z`,
    type,
    cwd: '/home/ada/bakery',
    version: '0.21.0',
    gitBranch: 'oven',
    ...(parts === undefined ? {} : { message: { role: type === 'assistant' ? 'model' : 'user', parts } }),
    ...more,
  };
}

export function system(number: number, subtype: string, systemPayload: Fields): Fields {
  return record(number, 'system', undefined, { subtype, systemPayload });
}

const CALL = { functionCall: { id: 'c1', name: 'read_file', args: { path: 'bread.ts' } } };
const RESULT = { functionResponse: { id: 'c1', name: 'read_file', response: { output: 'flour' } } };

const SAID: readonly Fields[] = [
  record(1, 'user', [{ text: 'Why is the bread flat?' }]),
  record(2, 'assistant', [{ text: 'The recipe first.', thought: true }, CALL], { model: 'qwen-crumb' }),
  record(3, 'tool_result', [RESULT]),
  record(4, 'assistant', [{ text: 'No yeast.' }], { model: 'qwen-crumb' }),
];
const MORE = [record(5, 'user', [{ text: 'Add some' }]), record(6, 'assistant', [{ text: 'Added.' }])];

const toLines = (records: readonly Fields[]): string => records.map((one) => `${JSON.stringify(one)}\n`).join('');

/** Invented sessions of Qwen Code. */
export const QWEN_SAMPLES: readonly ImporterSample[] = [
  {
    agent: 'qwen',
    format: 'lines',
    nativeId: QWEN_ID,
    counts: { prompts: 1, answers: 2, toolCalls: 1 },
    firstWords: 'Why is the bread flat?',
    write: (folder) => {
      const path = join(folder, `${QWEN_ID}.jsonl`);
      writeFileSync(path, toLines(SAID));
      return path;
    },
    grow: (path) => appendFileSync(path, toLines(MORE)),
    rewrite: (path) => writeFileSync(path, toLines([...SAID.slice(1), ...MORE])),
  },
];
