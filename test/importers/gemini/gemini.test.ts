import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { geminiImporter } from '../../../src/importers/gemini/gemini-importer.ts';
import { removeFolder } from '../../support/remove-folder.ts';
import { keepGenerations, pathWords, readAll } from '../support/keep.ts';
import { answer, call, GEMINI_ID, header, user } from './samples.ts';

const read = (...records: readonly unknown[]) => readAll(geminiImporter, records);

describe('a Gemini CLI conversation', () => {
  it('holds a message once, as it was written last, in its first place', () => {
    const { conversation, summary } = read(
      header(),
      user('m1', 'Dig a pond'),
      answer('m2', 'Dig'),
      user('m3', 'Deeper'),
      answer('m2', 'Digging.', { tokens: { input: 4, output: 2, cached: 1 } }),
    );
    expect(pathWords(conversation)).toEqual(['Dig a pond', 'Digging.', 'Deeper']);
    expect(summary.counts).toMatchObject({ prompts: 2, answers: 1 });
    expect(summary.tokens).toEqual({ input: 4, output: 2, cacheRead: 1, cacheWrite: 0, inputIncludesCache: true });
  });

  it('keeps turns that were taken back as a branch', () => {
    const { conversation, summary } = read(
      header(),
      user('m1', 'Dig a pond'),
      answer('m2', 'Dug.'),
      user('m3', 'Fill it with wine'),
      answer('m4', 'Filled.'),
      { $rewindTo: 'm3' },
      user('m5', 'Fill it with water'),
    );
    expect(pathWords(conversation)).toEqual(['Dig a pond', 'Dug.', 'Fill it with water']);
    expect(conversation.branches).toMatchObject([
      { leaf: 'm5', active: true },
      { leaf: 'm4', active: false, forkedFrom: 'm2', messages: 2 },
    ]);
    expect(summary.counts.prompts).toBe(3);
  });

  it('takes everything back at an unknown id', () => {
    const { conversation } = read(user('m1', 'Dig'), answer('m2', 'Dug.'), { $rewindTo: 'm9' }, user('m3', 'Again'));
    expect(pathWords(conversation)).toEqual(['Again']);
  });

  it('stands on the messages that were set as a whole', () => {
    const { conversation, summary } = read(header(), user('m1', 'Dig a pond'), answer('m2', 'Dug.'), {
      $set: { messages: [answer('m2', 'Dug.'), user('m3', 'And a rill')], summary: 'Ponds and rills' },
    });
    expect(pathWords(conversation)).toEqual(['Dug.', 'And a rill']);
    expect(conversation.messages.some(({ id }) => id === 'm1')).toBe(true);
    expect(summary).toMatchObject({ title: 'Ponds and rills', titleSource: 'ai' });
  });

  it('counts messages that came only inside a batch', () => {
    const { summary } = read(header(), { $set: { messages: [user('m1', 'Dig'), answer('m2', 'Dug.')] } });
    expect(summary.counts).toMatchObject({ prompts: 1, answers: 1 });
  });

  it('shows results beside their calls; a failed one is an error, a cancelled one was interrupted', () => {
    const calls = [call('c1'), call('c2', 'error', 'no such file'), call('c3', 'cancelled', 'stopped by you')];
    const { conversation, summary } = read(header(), user('m1', 'Look'), answer('m2', '', { toolCalls: calls }));
    const results = conversation.messages.find(({ id }) => id === 'm2/results');
    expect(results?.content).toMatchObject([
      { type: 'toolResult', callId: 'c1', isError: false, content: [{ text: 'const pond = 1' }] },
      { type: 'toolResult', callId: 'c2', isError: true, content: [{ text: 'no such file' }] },
    ]);
    expect(conversation.repairs).toMatchObject([{ code: 'interrupted-tool' }]);
    expect(summary.counts).toMatchObject({ toolCalls: 3, toolErrors: 1 });
  });

  it('takes what the client says first, and notes, for nobody’s prompt', () => {
    const { summary, conversation } = read(
      header(),
      user('m0', '<session_context>\nThis is the Gemini CLI. Files: a, b</session_context>'),
      user('m1', 'Dig a pond'),
      { id: 'n1', timestamp: '2026-03-01T09:03:00.000Z', type: 'info', content: 'Request cancelled.' },
      { id: 'n2', timestamp: '2026-03-01T09:03:00.000Z', type: 'error', content: 'Quota' },
    );
    expect(summary).toMatchObject({ title: 'Dig a pond', counts: { prompts: 1, errors: 1 } });
    expect(conversation.messages.map(({ kind }) => kind)).toEqual(['meta', 'prompt', 'notice', 'notice']);
  });

  it('shows a prompt as the person saw it, and what was put in beside', () => {
    const sent = { ...user('m1', 'Read @pond.ts\nconst pond = 1'), displayContent: [{ text: 'Read @pond.ts' }] };
    const { conversation } = read(header(), sent);
    expect(conversation.messages[0]?.content).toEqual([
      { type: 'text', text: 'Read @pond.ts' },
      { type: 'notice', kind: 'injected', text: 'Read @pond.ts\nconst pond = 1' },
    ]);
  });

  it('keeps what only an older save held, off the path and counted once', () => {
    const frame = { ...header(), messages: [] };
    const older = [user('m1', 'Dig a pond'), answer('m2', 'Dug.'), frame];
    const current = [answer('m2', 'Dug.'), user('m3', 'Now a rill'), { ...frame, lastUpdated: '2026-03-01T10:00:00Z' }];
    const kept = keepGenerations(geminiImporter, older, current);
    const { conversation, summary } = readAll(geminiImporter, kept);
    expect(pathWords(conversation)).toEqual(['Dug.', 'Now a rill']);
    expect(conversation.messages.filter(({ id }) => id === 'm2')).toHaveLength(1);
    expect(summary.counts).toMatchObject({ prompts: 2, answers: 1 });
  });
});

describe('who a Gemini CLI file is', () => {
  function identify(path: string, ...records: readonly unknown[]) {
    const gatherer = geminiImporter.identify();
    for (const record of records) gatherer.add(record);
    return gatherer.finish(path);
  }

  function folderWith(files: Readonly<Record<string, string>>): string {
    const folder = mkdtempSync(join(tmpdir(), 'loom-gemini-'));
    onTestFinished(() => removeFolder(folder));
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    return folder;
  }

  it('is none without a message', () => {
    expect(identify('/w/session-1.jsonl', header(), { $set: { summary: 'Nothing' } })).toBeUndefined();
    expect(identify('/w/logs.json', { type: 'user', messageId: 0, message: 'hello' })).toBeUndefined();
  });

  it('is a subagent in a folder named after its parent', () => {
    const path = `/w/tmp/pond/chats/${GEMINI_ID}/b1.jsonl`;
    expect(identify(path, header({ sessionId: 'b1', kind: 'subagent' }), user('m1', 'Dig'))).toMatchObject({
      nativeId: `${GEMINI_ID}/b1`,
      parent: { nativeId: GEMINI_ID, kind: 'subagent' },
    });
  });

  it('finds its project in the root file of its folder', () => {
    const folder = folderWith({ 'tmp/pond/.project_root': '/home/ada/pond\n' });
    const path = join(folder, 'tmp', 'pond', 'chats', 'session-1.jsonl');
    expect(identify(path, header(), user('m1', 'Dig'))?.cwd).toBe('/home/ada/pond');
  });

  it('finds its project by the digest of a root that the agent knows', () => {
    const root = '/home/ada/rill';
    const projectHash = createHash('sha256').update(root).digest('hex');
    const folder = folderWith({
      'projects.json': JSON.stringify({ projects: { '/home/ada/pond': 'pond', [root]: 'rill' } }),
    });
    const path = join(folder, 'tmp', projectHash, 'chats', 'session-1.jsonl');
    expect(identify(path, header({ projectHash }), user('m1', 'Dig'))?.cwd).toBe(root);
  });

  it('has no folder when its digest leads to none', () => {
    const path = join(folderWith({}), 'tmp', 'x', 'chats', 'session-1.jsonl');
    expect(identify(path, header(), user('m1', 'Dig'))?.cwd).toBeNull();
  });
});

describe('how long the Gemini CLI keeps its sessions', () => {
  it.each([
    [{ enabled: true, maxAge: '2w' }, 14],
    [{ enabled: true, maxAge: '30d' }, 30],
    [{ enabled: false, maxAge: '30d' }, null],
    [{ enabled: true }, null],
  ])('%j', (sessionRetention, days) => {
    const home = mkdtempSync(join(tmpdir(), 'loom-gemini-'));
    onTestFinished(() => removeFolder(home));
    mkdirSync(join(home, '.gemini'));
    writeFileSync(join(home, '.gemini', 'settings.json'), JSON.stringify({ general: { sessionRetention } }));
    expect(geminiImporter.retentionDays?.({ HOME: home })).toBe(days);
    expect(geminiImporter.retentionDays?.({ HOME: join(home, 'nobody') })).toBeNull();
  });
});
