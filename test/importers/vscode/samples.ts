import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ImporterSample } from '../../contract/importer-sample.ts';

type Fields = Readonly<Record<string, unknown>>;

export const CHAT_ID = '7d0a41b2-9c3e-4f64-8b25-51f0c7a9e3d1';
const START = Date.UTC(2026, 2, 1, 9);

/** A request of a chat, with the items of its answer. */
export function chatRequest(index: number, text: string, response: readonly unknown[], more: Fields = {}): Fields {
  return {
    requestId: `request-${index}`,
    responseId: `response-${index}`,
    timestamp: START + index * 60_000,
    message: { text, parts: [] },
    response,
    modelId: 'copilot/baker-large',
    agent: { id: 'github.copilot.editsAgent', extensionVersion: '0.33.1', modes: ['agent'] },
    ...more,
  };
}

const TOOL = { kind: 'toolInvocationSerialized', toolId: 'copilot_readFile', toolCallId: 'shown-1', isComplete: true };
const ROUND = {
  response: 'Looking.',
  toolCalls: [{ id: 'asked-1', name: 'read_file', arguments: '{"filePath":"/home/ada/bakery/loaf.ts"}' }],
};
const RESULT = {
  metadata: { toolCallRounds: [ROUND], toolCallResults: { 'asked-1': { content: [{ value: 'bake(99)' }] } } },
};

export const REQUEST = chatRequest(0, 'Why does the loaf burn?', [{ value: 'Looking.' }, TOOL], { result: RESULT });
const MORE = chatRequest(1, 'Halve it.', [{ value: 'Done.' }]);
const FRAME: Fields = {
  version: 3,
  sessionId: CHAT_ID,
  creationDate: START,
  initialLocation: 'panel',
  customTitle: 'Burnt loaf',
  requests: [],
};

/** The document of a chat. */
export function chatOf(requests: readonly Fields[]): Fields {
  return { ...FRAME, requests };
}

function pathIn(folder: string, name: string): string {
  const path = join(folder, 'workspaceStorage', 'c0ffee', 'chatSessions', name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(join(dirname(dirname(path)), 'workspace.json'), '{"folder":"file:///home/ada/bakery"}');
  return path;
}

const COMMON = {
  agent: 'vscode',
  nativeId: CHAT_ID,
  counts: { prompts: 1, answers: 1, toolCalls: 1 },
  firstWords: 'Why does the loaf burn?',
} as const;

function saveDocument(path: string, requests: readonly Fields[]): void {
  writeFileSync(path, JSON.stringify(chatOf(requests), null, 2));
}

const document: ImporterSample = {
  ...COMMON,
  format: 'document',
  write: (folder) => {
    const path = pathIn(folder, `${CHAT_ID}.json`);
    saveDocument(path, [REQUEST]);
    return path;
  },
  grow: (path) => saveDocument(path, [REQUEST, MORE]),
  rewrite: (path) => saveDocument(path, [MORE]),
};

function toLines(operations: readonly Fields[]): string {
  return operations.map((operation) => `${JSON.stringify(operation)}\n`).join('');
}

/** The operations by which a chat comes to hold its first request. */
export const OPERATIONS: readonly Fields[] = [
  { kind: 0, v: { ...FRAME, customTitle: undefined } },
  { kind: 2, k: ['requests'], v: [{ ...REQUEST, response: [] }] },
  { kind: 2, k: ['requests', 0, 'response'], v: [{ value: 'Look' }] },
  { kind: 2, k: ['requests', 0, 'response'], i: 0, v: [{ value: 'Looking.' }, TOOL] },
  { kind: 1, k: ['customTitle'], v: 'Burnt loaf' },
];

const log: ImporterSample = {
  ...COMMON,
  format: 'log of changes',
  write: (folder) => {
    const path = pathIn(folder, `${CHAT_ID}.jsonl`);
    writeFileSync(path, toLines(OPERATIONS));
    return path;
  },
  grow: (path) => appendFileSync(path, toLines([{ kind: 2, k: ['requests'], v: [MORE] }])),
  rewrite: (path) => writeFileSync(path, toLines([{ kind: 0, v: chatOf([MORE]) }])),
};

/** Invented chats of VS Code in each of its formats. */
export const VSCODE_SAMPLES: readonly ImporterSample[] = [document, log];
