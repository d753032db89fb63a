import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ContentBlock } from '../../../src/domain/conversation.ts';
import { toolPaths } from '../../../src/domain/tool-paths.ts';
import { FoldedChat, readOperation } from '../../../src/importers/vscode/operation-log.ts';
import { vscodeImporter } from '../../../src/importers/vscode/vscode-importer.ts';
import { readAll } from '../support/keep.ts';
import { importPath, keptOf, onlySession, openLab, writeFile } from '../support/source-lab.ts';
import { CHAT_ID, chatOf, chatRequest, OPERATIONS, REQUEST } from './samples.ts';

function blocksOf(requests: readonly unknown[]): readonly ContentBlock[] {
  return readAll(vscodeImporter, requests).conversation.messages.flatMap(({ content }) => content);
}

function callsOf(requests: readonly unknown[]) {
  return blocksOf(requests).flatMap((block) => (block.type === 'toolCall' ? [block] : []));
}

const tool = (id: string, more: Readonly<Record<string, unknown>> = {}) => ({
  kind: 'toolInvocationSerialized',
  toolId: 'copilot_readFile',
  toolCallId: id,
  isComplete: true,
  ...more,
});

describe('a request of a chat', () => {
  it('pairs the tools that were shown with what the model asked and was told', () => {
    const { conversation } = readAll(vscodeImporter, [REQUEST]);
    const [call] = callsOf([REQUEST]);
    expect(call).toMatchObject({ id: 'shown-1', name: 'copilot_readFile' });
    expect(toolPaths(call?.name ?? '', call?.input)).toEqual([{ path: '/home/ada/bakery/loaf.ts', access: 'read' }]);
    expect(conversation.messages.at(-1)?.content).toMatchObject([
      { callId: 'shown-1', content: [{ text: 'bake(99)' }] },
    ]);
  });

  it('takes the path from the line on the screen where the model´s arguments were not kept', () => {
    const line = {
      value: 'Reading [](file:///home/ada/loaf%20pan.ts)',
      uris: { 'file:///home/ada/loaf%20pan.ts': {} },
    };
    const [call] = callsOf([chatRequest(0, 'Read', [tool('a', { invocationMessage: line })])]);
    expect(call?.input).toEqual({ filePath: '/home/ada/loaf pan.ts' });
  });

  it('does not guess whose arguments they are when more were asked than shown', () => {
    const calls = ['x', 'y'].map((id) => ({ id, name: 'read_file', arguments: '{"filePath":"/wrong"}' }));
    const result = { metadata: { toolCallRounds: [{ toolCalls: calls }] } };
    const [call] = callsOf([chatRequest(0, 'Read', [tool('a')], { result })]);
    expect(JSON.stringify(call?.input)).not.toContain('/wrong');
  });

  it('joins text that links break apart, and puts results where they came', () => {
    const link = { kind: 'inlineReference', inlineReference: { path: '/home/ada/oven.ts', scheme: 'file' } };
    const response = [{ value: 'See ' }, link, { value: '.' }, tool('a'), { value: 'Fine.' }];
    const { conversation, summary } = readAll(vscodeImporter, [chatRequest(0, 'Look', response)]);
    expect(conversation.messages.map(({ kind }) => kind)).toEqual(['prompt', 'answer', 'toolResult', 'answer']);
    expect(conversation.messages[1]?.content[0]).toEqual({ type: 'text', text: 'See oven.ts.' });
    expect(summary.counts.answers).toBe(1);
  });

  it('shows a file that was changed without a tool as an edit, and once', () => {
    const group = { kind: 'textEditGroup', uri: { path: '/home/ada/oven.ts', scheme: 'file' }, edits: [] };
    expect(callsOf([chatRequest(0, 'Edit', [group, group])])).toMatchObject([
      { name: 'edit', input: { path: '/home/ada/oven.ts' } },
    ]);
    const given = { resultDetails: { input: '{"filePath":"/home/ada/oven.ts"}' }, toolId: 'copilot_replaceString' };
    expect(callsOf([chatRequest(0, 'Edit', [tool('a', given), group])])).toHaveLength(1);
  });

  it('tells what was not allowed, what was stopped and what failed', () => {
    const denied = chatRequest(0, 'Run', [tool('a', { isConfirmed: { type: 0 }, isComplete: false })]);
    expect(blocksOf([denied])).toContainEqual(expect.objectContaining({ callId: 'a', isError: true }));
    const stopped = chatRequest(1, 'Run', [tool('b', { isComplete: false })], { isCanceled: true });
    expect(readAll(vscodeImporter, [stopped]).conversation.repairs).toMatchObject([{ code: 'interrupted-tool' }]);
    expect(blocksOf([stopped])).toContainEqual({ type: 'notice', kind: 'interrupted', text: '' });
    const failed = chatRequest(2, 'Run', [], { result: { errorDetails: { message: 'Quota used up' } } });
    expect(readAll(vscodeImporter, [failed]).summary.counts.errors).toBe(1);
  });

  it('reads results that are trees of elements', () => {
    const leaf = (text: string) => ({ type: 2, text, lineBreakBefore: true });
    const value = { node: { children: [leaf('one'), { children: [leaf('two')] }] } };
    const calls = [{ id: 'x', name: 'read_file', arguments: '{}' }];
    const result = {
      metadata: { toolCallRounds: [{ toolCalls: calls }], toolCallResults: { x: { content: [{ value }] } } },
    };
    expect(blocksOf([chatRequest(0, 'Read', [tool('a')], { result })])).toContainEqual(
      expect.objectContaining({ content: [{ type: 'text', text: 'one\ntwo' }] }),
    );
  });
});

describe('a record of another agent', () => {
  it('is no request, though it has a message and a request of its own', () => {
    const record = { type: 'assistant', requestId: 'req_1', message: { role: 'assistant', content: [] } };
    expect(vscodeImporter.facts(record).known).toBe(false);
  });
});

describe('a chat whose id stands behind its requests', () => {
  it('is recognised by how it begins', () => {
    const records = [{ version: 3, responderUsername: 'GitHub Copilot', initialLocation: 'panel', requests: [] }];
    const head = { path: '/x/chat.json', format: 'json', records, tables: new Map(), text: '' } as const;
    expect(vscodeImporter.recognize?.(head)).toBe(3);
  });
});

describe('the project of a chat', () => {
  it('is the folder of its window, not of the links in its answers', async () => {
    const lab = openLab(vscodeImporter);
    const base = { value: 'Hm.', baseUri: { scheme: 'file', path: '/home/ada/elsewhere/' } };
    const path = writeFile(
      lab,
      `storage/abc/chatSessions/${CHAT_ID}.json`,
      JSON.stringify(chatOf([chatRequest(0, 'Hi', [base])])),
    );
    writeFileSync(join(lab.app.folder, 'storage/abc/workspace.json'), '{"folder":"file:///home/ada/rye%20bread"}');
    await importPath(lab, path);
    expect(onlySession(lab).cwd).toBe('/home/ada/rye bread');
  });

  it('is the first folder of a workspace of several', () => {
    const lab = openLab(vscodeImporter);
    const storage = join(lab.app.folder, 'abc');
    mkdirSync(join(storage, 'chatSessions'), { recursive: true });
    writeFileSync(join(lab.app.folder, 'all.code-workspace'), '{"folders":[{"path":"rye"},{"path":"/srv/oats"}]}');
    writeFileSync(
      join(storage, 'workspace.json'),
      JSON.stringify({ workspace: `file://${lab.app.folder}/all.code-workspace` }),
    );
    const gatherer = vscodeImporter.identify();
    gatherer.add(REQUEST);
    const identity = gatherer.finish(join(storage, 'chatSessions', 'x.json'));
    expect(identity?.cwds).toEqual([join(lab.app.folder, 'rye'), '/srv/oats']);
  });

  it('is not known when it lies on another machine', () => {
    const gatherer = vscodeImporter.identify();
    gatherer.add(chatRequest(0, 'Hi', [{ value: 'Hm.', baseUri: { scheme: 'vscode-remote', path: '/srv/' } }]));
    expect(gatherer.finish('/x/y.json')?.cwd).toBeNull();
  });
});

describe('a chat that is kept as changes', () => {
  it('gives the records of its document', async () => {
    const records = await Promise.all(
      [OPERATIONS.map((one) => JSON.stringify(one)).join('\n'), JSON.stringify(chatOf([REQUEST]), null, 1)].map(
        async (text, index) => {
          const lab = openLab(vscodeImporter);
          await importPath(lab, writeFile(lab, `chat.json${index === 0 ? 'l' : ''}`, `${text}\n`));
          return keptOf(lab, onlySession(lab).id).map((kept) => ('record' in kept ? kept.record : kept));
        },
      ),
    );
    expect(records[0]).toEqual(records[1]);
  });

  it('counts changes of places that are not there, and keeps the rest', async () => {
    const lab = openLab(vscodeImporter);
    const lines = [...OPERATIONS, { kind: 1, k: ['requests', 7, 'response'], v: [] }, { kind: 9 }];
    const text = lines.map((one) => JSON.stringify(one)).join('\n');
    const report = await importPath(lab, writeFile(lab, 'chat.jsonl', `${text}\n{"kind":1,"k":["customTi`));
    expect(report.records).toMatchObject({ kept: 2, malformed: 2 });
    expect(onlySession(lab)).toMatchObject({ nativeId: CHAT_ID, title: 'Burnt loaf' });
  });

  it('sets nothing but own members', () => {
    const chat = new FoldedChat();
    const apply = (value: unknown): boolean => {
      const operation = readOperation(value);
      return operation !== undefined && chat.apply(operation);
    };
    expect(apply({ kind: 0, v: { requests: [] } })).toBe(true);
    expect(apply({ kind: 1, k: ['__proto__', 'polluted'], v: 1 })).toBe(false);
    expect(apply({ kind: 1, k: ['__proto__'], v: { polluted: 1 } })).toBe(true);
    expect(apply({ kind: 1, k: ['requests', 4_000_000_000], v: {} })).toBe(false);
    expect(apply({ kind: 1, k: ['requests', 'length'], v: 9 })).toBe(false);
    expect(apply({ kind: 3, k: ['requests'] })).toBe(true);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(Object.keys(chat.state ?? {})).toEqual(['__proto__']);
  });
});
