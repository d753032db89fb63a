import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ImporterSample } from '../../contract/importer-sample.ts';

type Fields = Readonly<Record<string, unknown>>;

export const GEMINI_ID = 'aaaa0000-0000-4000-8000-000000000001';
const HASH = '9c'.repeat(32);

function at(minute: number): string {
  return `2026-03-01T09:${String(minute).padStart(2, '0')}:00.000Z`;
}

export function header(more: Fields = {}): Fields {
  return { sessionId: GEMINI_ID, projectHash: HASH, startTime: at(0), lastUpdated: at(9), kind: 'main', ...more };
}

export function user(id: string, text: string, minute = 1): Fields {
  return { id, timestamp: at(minute), type: 'user', content: [{ text }] };
}

export function answer(id: string, text: string, more: Fields = {}): Fields {
  return { id, timestamp: at(2), type: 'gemini', content: text, model: 'gemini-lark', ...more };
}

export function call(id: string, status = 'success', output = 'const pond = 1'): Fields {
  const result = [{ functionResponse: { id, name: 'read_file', response: { output } } }];
  return { id, name: 'read_file', args: { path: 'pond.ts' }, status, timestamp: at(2), result };
}

const MESSAGES: readonly Fields[] = [
  user('m1', 'Why does the pond leak?'),
  answer('m2', 'Looking.', {
    toolCalls: [call('c1')],
    thoughts: [{ subject: 'Plan', description: 'read the file' }],
    tokens: { input: 10, output: 5, cached: 2, thoughts: 3, tool: 0, total: 18 },
  }),
  user('m3', 'And the rill?', 3),
  answer('m4', 'The rill is dry.'),
];

const MORE: readonly Fields[] = [user('m5', 'Fill it', 5), answer('m6', 'It is full.')];

function chats(folder: string): string {
  const path = join(folder, 'tmp', 'water-garden', 'chats');
  mkdirSync(path, { recursive: true });
  return path;
}

function saveDocument(path: string, messages: readonly Fields[], lastUpdated = at(9)): void {
  writeFileSync(path, JSON.stringify({ ...header({ lastUpdated }), messages }, null, 2));
}

function toLines(records: readonly Fields[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

const COMMON = {
  agent: 'gemini',
  nativeId: GEMINI_ID,
  counts: { prompts: 2, answers: 2, toolCalls: 1 },
  firstWords: 'Why does the pond leak?',
} as const;

const lines: ImporterSample = {
  ...COMMON,
  format: 'lines',
  write: (folder) => {
    const path = join(chats(folder), 'session-2026-03-01T09-00-aaaa0000.jsonl');
    writeFileSync(path, toLines([header(), ...MESSAGES]));
    return path;
  },
  grow: (path) => appendFileSync(path, toLines([...MORE, { $set: { lastUpdated: at(9) } }])),
  rewrite: (path) => writeFileSync(path, toLines([header(), ...MESSAGES.slice(2), ...MORE])),
};

const document: ImporterSample = {
  ...COMMON,
  format: 'document',
  write: (folder) => {
    const path = join(chats(folder), 'session-2026-03-01T09-00-aaaa0000.json');
    saveDocument(path, MESSAGES);
    return path;
  },
  grow: (path) => saveDocument(path, [...MESSAGES, ...MORE], at(10)),
  rewrite: (path) => saveDocument(path, [...MESSAGES.slice(2), ...MORE], at(10)),
};

const saved: ImporterSample = {
  agent: 'gemini',
  format: 'saved chat',
  nativeId: 'saved-db7487503fed9eb79ea29b3a22202652',
  counts: { prompts: 1, answers: 2, toolCalls: 1 },
  firstWords: 'Why does the pond leak?',
  write: (folder) => {
    const path = join(chats(folder), '..', 'checkpoint-pond.json');
    const history = [
      { role: 'user', parts: [{ text: 'This is the Gemini CLI. We are setting up the context for our chat.' }] },
      { role: 'model', parts: [{ text: 'Got it. Thanks for the context!' }] },
      { role: 'user', parts: [{ text: 'Why does the pond leak?' }] },
      { role: 'model', parts: [{ functionCall: { id: 'c1', name: 'read_file', args: { path: 'pond.ts' } } }] },
      { role: 'user', parts: [{ functionResponse: { id: 'c1', name: 'read_file', response: { output: 'dry' } } }] },
      { role: 'model', parts: [{ text: 'The liner is torn.' }] },
    ];
    writeFileSync(path, JSON.stringify(history));
    return path;
  },
};

const stream: ImporterSample = {
  agent: 'gemini',
  format: 'stream',
  nativeId: GEMINI_ID,
  counts: { prompts: 1, answers: 2, toolCalls: 1 },
  firstWords: 'Why does the pond leak?',
  write: (folder) => {
    const path = join(folder, 'stream.jsonl');
    const records = [
      { type: 'init', timestamp: at(0), session_id: GEMINI_ID, model: 'gemini-lark' },
      { type: 'message', timestamp: at(1), role: 'user', content: 'Why does the pond leak?' },
      { type: 'tool_use', timestamp: at(2), tool_name: 'read_file', tool_id: 'c1', parameters: { path: 'pond.ts' } },
      { type: 'tool_result', timestamp: at(2), tool_id: 'c1', status: 'success', output: 'dry' },
      { type: 'message', timestamp: at(3), role: 'assistant', content: 'The liner is torn.', delta: true },
      { type: 'result', timestamp: at(3), status: 'success', stats: { input_tokens: 10, output_tokens: 5 } },
    ];
    writeFileSync(path, toLines(records));
    return path;
  },
};

/** Invented sessions of the Gemini CLI in each of its formats. */
export const GEMINI_SAMPLES: readonly ImporterSample[] = [lines, document, saved, stream];
