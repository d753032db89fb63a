import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ImporterSample } from '../../contract/importer-sample.ts';

type Fields = Readonly<Record<string, unknown>>;

export const COPILOT_ID = '3f0c1d52-7a41-4c7e-9a51-0e2b6a4d9c10';
const FOLDER = '/home/ada/bakery';

/** One event of a log, a second after the one before it. */
export function copilotEvent(index: number, type: string, data: Fields): Fields {
  const at = new Date(Date.UTC(2026, 2, 1, 9, 0, index)).toISOString();
  return { type, data, id: `event-${index}`, timestamp: at, parentId: index === 0 ? null : `event-${index - 1}` };
}

const START: Fields = {
  sessionId: COPILOT_ID,
  version: 1,
  producer: 'copilot-agent',
  copilotVersion: '1.0.9',
  selectedModel: 'baker-large',
  context: { cwd: FOLDER, gitRoot: FOLDER, branch: 'main', repository: 'ada/bakery' },
};
const VIEW = { toolCallId: 'call-1', name: 'view', arguments: { path: `${FOLDER}/loaf.ts` } };
const SAID: readonly (readonly [string, Fields])[] = [
  ['session.start', START],
  ['user.message', { content: 'Why does the loaf burn?', transformedContent: '<now/>Why does the loaf burn?' }],
  ['assistant.message', { messageId: 'm1', content: 'Looking.', toolRequests: [VIEW], outputTokens: 7 }],
  ['tool.execution_start', { toolCallId: 'call-1', toolName: 'view', arguments: VIEW.arguments }],
  ['tool.execution_complete', { toolCallId: 'call-1', success: true, result: { content: 'bake(99)' } }],
  ['assistant.message', { messageId: 'm2', content: 'It bakes for 99 minutes.', toolRequests: [], outputTokens: 9 }],
];
const MORE: readonly (readonly [string, Fields])[] = [
  ['user.message', { content: 'Halve it.' }],
  ['assistant.message', { messageId: 'm3', content: 'Done.', toolRequests: [] }],
];

function toText(events: readonly Fields[]): string {
  return events.map((event) => `${JSON.stringify(event)}\n`).join('');
}

export const COPILOT_EVENTS = SAID.map(([type, data], index) => copilotEvent(index, type, data));
const GROWTH = MORE.map(([type, data], index) => copilotEvent(index + SAID.length, type, data));

const COMMON = {
  agent: 'copilot-cli',
  nativeId: COPILOT_ID,
  counts: { prompts: 1, answers: 2, toolCalls: 1 },
  firstWords: 'Why does the loaf burn?',
} as const;

const log: ImporterSample = {
  ...COMMON,
  format: 'event log',
  write: (folder) => {
    const path = join(folder, 'session-state', COPILOT_ID, 'events.jsonl');
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, toText(COPILOT_EVENTS));
    return path;
  },
  grow: (path) => appendFileSync(path, toText(GROWTH)),
  rewrite: (path) => writeFileSync(path, toText([...COPILOT_EVENTS, ...GROWTH].filter((_, index) => index !== 1))),
};

function saveDocument(path: string, chatMessages: readonly Fields[]): void {
  const timeline = [{ id: 't1', timestamp: '2025-10-01T09:00:00.000Z', type: 'user', text: 'Why does the loaf burn?' }];
  const document = { sessionId: COPILOT_ID, startTime: '2025-10-01T09:00:00.000Z', chatMessages, timeline };
  writeFileSync(path, JSON.stringify(document, null, 2));
}

const CALL = { id: 'call-1', type: 'function', function: { name: 'view', arguments: '{"path":"loaf.ts"}' } };
const CHAT: readonly Fields[] = [
  { role: 'user', content: 'Why does the loaf burn?' },
  { role: 'assistant', content: 'Looking.', tool_calls: [CALL] },
  { role: 'tool', tool_call_id: 'call-1', content: 'bake(99)' },
  { role: 'assistant', content: 'It bakes for 99 minutes.' },
];

const document: ImporterSample = {
  ...COMMON,
  format: 'older document',
  write: (folder) => {
    const path = join(folder, `session_${COPILOT_ID}_1759309200000.json`);
    saveDocument(path, CHAT);
    return path;
  },
  grow: (path) =>
    saveDocument(path, [...CHAT, { role: 'user', content: 'Halve it.' }, { role: 'assistant', content: 'Done.' }]),
};

/** Invented sessions of the Copilot CLI in each of its formats. */
export const COPILOT_SAMPLES: readonly ImporterSample[] = [log, document];
