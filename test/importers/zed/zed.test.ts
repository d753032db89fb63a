import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { zedImporter } from '../../../src/importers/zed/zed-importer.ts';
import { readAll } from '../support/keep.ts';
import { importPath, onlySession, openLab, sessionsOf } from '../support/source-lab.ts';
import { zstdFrame } from '../support/zstd-frame.ts';
import { ANSWER, threadOf, threadRow, writeZed, ZED_ID } from './samples.ts';

const user = (id: string, ...content: readonly unknown[]) => ({ User: { id, content } });
const row = (data: unknown) => ({
  id: ZED_ID,
  updated_at: '2026-03-01T09:05:00Z',
  created_at: '2026-03-01T08:59:00Z',
  data,
});

describe('a thread of Zed', () => {
  it('tells its folders, its branch, and the commit it began at', () => {
    const gatherer = zedImporter.identify();
    for (const record of [user('d3b0-first-of-all', { Text: 'Hi' }), row(threadOf([]))]) gatherer.add(record);
    expect(gatherer.finish('/x/threads.db')).toMatchObject({
      nativeId: ZED_ID,
      cwd: '/home/ada/bakery',
      startedAt: '2026-03-01T08:59:00.000Z',
      updatedAt: '2026-03-01T09:05:00.000Z',
      branch: 'main',
      firstKey: 'd3b0-first-of-all',
      repository: {
        head: '0123456789abcdef0123456789abcdef01234567',
        branch: 'main',
        origin: 'example.com/ada/bakery',
      },
    });
  });

  it('lists folders in the order of the window, not of the alphabet', () => {
    const gatherer = zedImporter.identify();
    const listed = { ...row({}), folder_paths: '/a\n/b\n/c', folder_paths_order: '2,0,1' };
    for (const record of [user('u1', { Text: 'Hi' }), listed]) gatherer.add(record);
    expect(gatherer.finish('/x')?.cwds).toEqual(['/b', '/c', '/a']);
  });

  it('has the totals, the title, the model and the profile that were saved with it', () => {
    const { summary } = readAll(zedImporter, [user('u1', { Text: 'Hi' }), row(threadOf([]))]);
    expect(summary).toMatchObject({ title: 'Burnt loaf', models: ['baker-large'], mode: 'write', branch: 'main' });
    expect(summary.tokens).toEqual({ input: 10, output: 5, cacheRead: 3, cacheWrite: 0, inputIncludesCache: false });
  });

  it('has no totals where none were saved', () => {
    const { summary } = readAll(zedImporter, [row(threadOf([], { cumulative_token_usage: {} }))]);
    expect(summary.tokens).toMatchObject({ input: null, output: null });
  });

  it('shows what was mentioned, and results after the calls in the same message', () => {
    const mention = { Mention: { uri: { File: { abs_path: '/home/ada/oven.ts' } }, content: 'heat()' } };
    const { conversation } = readAll(zedImporter, [user('u1', { Text: 'See' }, mention), ANSWER]);
    expect(conversation.messages.map(({ kind }) => kind)).toEqual(['prompt', 'answer', 'toolResult']);
    expect(conversation.messages[0]?.content).toContainEqual({ type: 'file', name: '/home/ada/oven.ts' });
    expect(conversation.messages[1]?.content).toMatchObject([
      { type: 'thinking' },
      { type: 'text' },
      { name: 'read_file' },
    ]);
    expect(conversation.repairs).toEqual([]);
  });

  it('reads the segments of older versions', () => {
    const { conversation, summary } = readAll(zedImporter, [
      { id: 0, role: 'user', segments: [{ type: 'text', text: 'Bake' }], tool_uses: [], tool_results: [] },
      {
        id: 1,
        role: 'assistant',
        segments: [
          { type: 'thinking', text: 'Heat.' },
          { type: 'text', text: 'Baking.' },
        ],
        tool_uses: [{ id: 'c', name: 'terminal', input: { command: 'bake' } }],
        tool_results: [{ tool_use_id: 'c', is_error: true, content: 'no oven' }],
      },
      row({ version: '0.2.0', summary: 'Bread', messages: [] }),
    ]);
    expect(summary).toMatchObject({ title: 'Bread', counts: { prompts: 1, answers: 1, toolCalls: 1, toolErrors: 1 } });
    expect(conversation.messages[2]?.content).toMatchObject([{ callId: 'c', content: [{ text: 'no oven' }] }]);
  });
});

describe('a database of threads', () => {
  it('gives its newest rows, and threads that were sent out as children', async () => {
    const lab = openLab(zedImporter);
    const text = JSON.stringify(threadOf([user('u1', { Text: 'Hi' }), ANSWER]));
    const child = JSON.stringify(threadOf([user('u2', { Text: 'Weigh' })]));
    const rows = [threadRow(ZED_ID, zstdFrame(text)), threadRow('child', child, ZED_ID)];
    const open = writeZed(join(lab.app.folder, 'threads.db'), rows, true);
    await importPath(lab, lab.app.folder);
    expect(sessionsOf(lab)).toHaveLength(2);
    const byId = new Map(sessionsOf(lab).map((session) => [session.nativeId, session]));
    expect(byId.get('child')?.parent).toMatchObject({ kind: 'subagent' });
    open.close();
  });

  it('fails what cannot be decompressed, and reads the other threads', async () => {
    const lab = openLab(zedImporter);
    const whole = zstdFrame(JSON.stringify(threadOf([user('u1', { Text: 'Hi' })])));
    const torn = whole.subarray(0, 40);
    const path = join(lab.app.folder, 'threads.db');
    writeZed(path, [threadRow(ZED_ID, whole), threadRow('torn', torn)]).close();
    const report = await importPath(lab, path);
    expect(report.sessions).toMatchObject({ added: 1, failed: 1 });
    expect(onlySession(lab).nativeId).toBe(ZED_ID);
  });

  it('refuses a thread that swells beyond all measure', async () => {
    const lab = openLab(zedImporter);
    // One block that repeats a byte 128 KiB times, a thousand times over.
    const block = Buffer.from([...[0, 0, 0], 0x20]);
    block.writeUIntLE(((128 * 1024) << 3) | (1 << 1), 0, 3);
    const head = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x50]);
    const bomb = Buffer.concat([head, ...Array.from({ length: 1000 }, () => block)]);
    const path = join(lab.app.folder, 'threads.db');
    writeZed(path, [threadRow(ZED_ID, bomb)]).close();
    const report = await importPath(lab, path);
    expect(report.sessions).toMatchObject({ added: 0, failed: 1 });
    expect(report.problems[0]?.code).toBe('too-large');
  });
});
