import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ImporterSample } from '../../contract/importer-sample.ts';
import type { Fields } from '../support/claude-records.ts';
import { header, NAME, THREAD, turn } from '../support/codex-records.ts';

const FIRST = 'Why do the peas not climb?';

function toLines(records: readonly Fields[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

function save(folder: string, name: string, content: string): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

/** Leaves out the lines that hold some words, and adds some at the end. */
function saveWithout(path: string, words: string, more: string): void {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  writeFileSync(path, `${lines.filter((line) => !line.includes(words)).join('\n')}\n${more}`);
}

const RECORDS = [header(), ...turn(1, FIRST, 'They have no trellis.'), ...turn(2, 'Build one', 'It stands.')];
const MORE = toLines(turn(3, 'Tie them up', 'They are tied.'));

const lines: ImporterSample = {
  agent: 'codex',
  format: 'rollout',
  nativeId: THREAD,
  counts: { prompts: 2, answers: 2, toolCalls: 0 },
  firstWords: FIRST,
  write: (folder) => save(folder, NAME, toLines(RECORDS)),
  grow: (path) => appendFileSync(path, MORE),
  rewrite: (path) => saveWithout(path, FIRST, MORE),
};

function said(role: string, type: string, text: string): Fields {
  return { type: 'message', role, content: [{ type, text }] };
}

const BARE = [said('user', 'input_text', FIRST), said('assistant', 'output_text', 'They have no trellis.')];
const MORE_BARE = [said('user', 'input_text', 'Build one'), said('assistant', 'output_text', 'It stands.')];
const BARE_HEADER = { id: 'pea-bed', timestamp: '2025-05-01T08:00:00.000Z', instructions: null };
const OLD = {
  agent: 'codex',
  nativeId: 'pea-bed',
  counts: { prompts: 1, answers: 1, toolCalls: 0 },
  firstWords: FIRST,
} as const;

const bare: ImporterSample = {
  ...OLD,
  format: 'rollout without envelopes',
  write: (folder) => save(folder, 'rollout-old.jsonl', toLines([BARE_HEADER, ...BARE])),
  grow: (path) => appendFileSync(path, toLines(MORE_BARE)),
  rewrite: (path) => saveWithout(path, FIRST, toLines(MORE_BARE)),
};

function toDocument(items: readonly Fields[]): string {
  return JSON.stringify({ session: BARE_HEADER, items }, null, 2);
}

const document: ImporterSample = {
  ...OLD,
  format: 'document',
  write: (folder) => save(folder, 'rollout-oldest.json', toDocument(BARE)),
  grow: (path) => writeFileSync(path, toDocument([...BARE, ...MORE_BARE])),
  rewrite: (path) => writeFileSync(path, toDocument([...BARE.slice(1), ...MORE_BARE])),
};

/** Invented sessions of Codex in each of its formats. */
export const CODEX_SAMPLES: readonly ImporterSample[] = [lines, bare, document];
