import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toolPaths } from '../../../src/domain/tool-paths.ts';
import { cursorImporter } from '../../../src/importers/cursor/cursor-importer.ts';
import { blobIds } from '../../../src/importers/cursor/protobuf-ids.ts';
import { keepGenerations, pathWords, readAll } from '../support/keep.ts';
import { conversationOf, importPath, onlySession, openLab, sessionsOf } from '../support/source-lab.ts';
import { BUBBLES, bubble, CURSOR_ID, composer, insertSession, MORE, writeState, writeWindow } from './samples.ts';

const GLOBAL = ['User', 'globalStorage', 'state.vscdb'];

describe('a message of the editor', () => {
  it('tells its tool with the model´s own arguments, and what came of it', () => {
    const { conversation } = readAll(cursorImporter, BUBBLES);
    const [, answer, result] = conversation.messages;
    const call = answer?.content[1];
    expect(call).toMatchObject({ type: 'toolCall', id: 'call-1', name: 'read_file' });
    if (call?.type === 'toolCall')
      expect(toolPaths(call.name, call.input)).toEqual([{ path: '/home/ada/bakery/loaf.ts', access: 'read' }]);
    expect(result?.content).toMatchObject([{ callId: 'call-1', isError: false, content: [{ text: 'bake(99)' }] }]);
  });

  it('tells apart what failed, what was refused and what was stopped', () => {
    const tool = (more: Readonly<Record<string, unknown>>) => ({
      toolFormerData: { name: 'run_terminal_cmd', ...more },
    });
    const { conversation, summary } = readAll(cursorImporter, [
      bubble(0, 2, '', tool({ toolCallId: 'a', status: 'error', error: '{"clientVisibleErrorMessage":"no oven"}' })),
      bubble(1, 2, '', tool({ toolCallId: 'b', status: 'cancelled', userDecision: 'rejected' })),
      bubble(2, 2, '', tool({ toolCallId: 'c', status: 'loading' })),
    ]);
    expect(summary.counts).toMatchObject({ toolCalls: 3, toolErrors: 2 });
    expect(conversation.repairs).toMatchObject([{ code: 'interrupted-tool' }]);
    expect(JSON.stringify(conversation.messages)).toContain('no oven');
  });

  it('has tokens only where they are more than nothing', () => {
    const zero = { tokenCount: { inputTokens: 0, outputTokens: 0 } };
    expect(readAll(cursorImporter, [bubble(0, 2, 'Hm.', zero)]).summary.tokens.output).toBeNull();
    expect(readAll(cursorImporter, BUBBLES).summary.tokens).toMatchObject({ input: 90, output: 9 });
  });

  it('tells of a summary that took the place of older messages', () => {
    const { conversation, summary } = readAll(cursorImporter, [
      bubble(0, 1, 'Go on.', { conversationSummary: { summary: 'The loaf burns.' } }),
    ]);
    expect(summary.counts.compactions).toBe(1);
    expect(conversation.messages.map(({ kind }) => kind)).toEqual(['summary', 'prompt']);
  });

  it('is a branch once the session no longer names it', () => {
    const records = [...BUBBLES, ...MORE, composer([...BUBBLES.slice(0, 2), ...MORE])];
    const { conversation } = readAll(cursorImporter, records);
    expect(pathWords(conversation)).toEqual(['Why does the loaf burn?', 'Looking.', 'Halve it.', 'Done.']);
    expect(conversation.messages).toHaveLength(6);
  });

  it('counts once when it was written anew', () => {
    const older = [bubble(2, 2, 'It bakes'), composer(BUBBLES)];
    const kept = keepGenerations(cursorImporter, older, [...BUBBLES, composer(BUBBLES, { name: 'Fixed loaf' })]);
    const { summary, conversation } = readAll(cursorImporter, kept);
    expect(summary).toMatchObject({ title: 'Fixed loaf', counts: { prompts: 1, answers: 2 } });
    expect(conversation.branches).toHaveLength(1);
  });
});

describe('the editor´s database', () => {
  it('gives each session with its newest rows, and no draft', async () => {
    const lab = openLab(cursorImporter);
    const path = join(lab.app.folder, ...GLOBAL);
    const open = writeState(path, true);
    expect((await importPath(lab, path)).sessions).toMatchObject({ added: 1, skipped: 0 });
    expect(onlySession(lab)).toMatchObject({
      nativeId: CURSOR_ID,
      title: 'Burnt loaf',
      cwd: '/home/ada/bakery',
      branch: 'main',
      mode: 'agent',
      models: ['baker-large'],
    });
    insertSession(open.run, composer([...BUBBLES, ...MORE]), MORE);
    expect((await importPath(lab, path)).sessions).toMatchObject({ updated: 1 });
    expect((await importPath(lab, path)).sessions).toMatchObject({ unchanged: 1 });
    open.close();
  });

  it('notices a message that was written anew in the same length', async () => {
    const lab = openLab(cursorImporter);
    const path = join(lab.app.folder, ...GLOBAL);
    const open = writeState(path);
    await importPath(lab, path);
    insertSession(open.run, composer(BUBBLES), [bubble(2, 2, 'It bakes for 66 minutes.')]);
    open.close();
    expect((await importPath(lab, path)).sessions).toMatchObject({ updated: 1 });
    expect(pathWords(conversationOf(lab, onlySession(lab).id))).toContain('It bakes for 66 minutes.');
  });

  it('counts messages that the session names and that are gone', async () => {
    const lab = openLab(cursorImporter);
    const path = join(lab.app.folder, ...GLOBAL);
    const open = writeState(path);
    open.run('DELETE FROM cursorDiskKV WHERE key LIKE ?', '%bubble-1');
    open.close();
    const report = await importPath(lab, path);
    expect(report.records).toMatchObject({ kept: 3, malformed: 1 });
  });

  it('holds older sessions in one value, and values that are no JSON', async () => {
    const lab = openLab(cursorImporter);
    const path = join(lab.app.folder, ...GLOBAL);
    const open = writeState(path);
    const inline = {
      composerId: 'inline',
      createdAt: 1772355600000,
      conversation: [{ type: 1, bubbleId: 'i1', text: 'Knead?' }],
    };
    open.run('INSERT INTO cursorDiskKV VALUES (?, ?)', 'composerData:inline', JSON.stringify(inline));
    open.run('INSERT INTO cursorDiskKV VALUES (?, ?)', 'composerData:broken', '{"composerId":');
    open.run('INSERT INTO cursorDiskKV VALUES (?, ?)', 'bubbleId:broken:b', 'no JSON');
    open.close();
    expect((await importPath(lab, path)).sessions).toMatchObject({ added: 2, failed: 0 });
    const [, older] = sessionsOf(lab)
      .map(({ nativeId, counts }) => [nativeId, counts?.prompts])
      .sort();
    expect(older).toEqual(['inline', 1]);
  });

  it('learns the folder of a session from the window that it belongs to', async () => {
    const lab = openLab(cursorImporter);
    const path = join(lab.app.folder, ...GLOBAL);
    const open = writeState(path);
    insertSession(open.run, composer(BUBBLES, { workspaceIdentifier: undefined }), []);
    open.close();
    const storage = join(lab.app.folder, 'User', 'workspaceStorage', 'c0ffee');
    writeWindow(storage, 'composer.composerData', { allComposers: [{ composerId: CURSOR_ID }, null, 3] });
    await importPath(lab, path);
    expect(onlySession(lab).cwd).toBe('/home/ada/bakery');
    expect(existsSync(join(storage, 'state.vscdb-wal'))).toBe(false);
  });

  it('says that the windows cannot be listed, and keeps the sessions all the same', async () => {
    const lab = openLab(cursorImporter);
    const path = join(lab.app.folder, ...GLOBAL);
    const open = writeState(path);
    insertSession(open.run, composer(BUBBLES, { workspaceIdentifier: undefined }), []);
    open.close();
    symlinkSync('workspaceStorage', join(lab.app.folder, 'User', 'workspaceStorage'));
    const { sessions, problems } = await importPath(lab, path);
    expect(sessions).toMatchObject({ added: 1, failed: 1 });
    expect(problems).toMatchObject([{ code: 'unreadable', message: 'cannot be listed (ELOOP)' }]);
  });
});

describe('a chat of the command line', () => {
  it('names its messages by their digests, and nothing that breaks off', () => {
    const id = Buffer.alloc(32, 7);
    const node = Buffer.concat([
      Buffer.from([0x0a, 0x20]),
      id,
      Buffer.from([0x18, 0x01, 0x0a, 0x20]),
      id.subarray(0, 9),
    ]);
    expect(blobIds(node)).toEqual([id.toString('hex')]);
    expect(blobIds(Buffer.alloc(64, 0xff))).toEqual([]);
  });

  it('takes what stands in a query for the prompt', () => {
    const content = [
      { type: 'text', text: '<attached_files>loaf.ts</attached_files>' },
      { type: 'text', text: '<user_query>\nBake\n</user_query>' },
    ];
    const { conversation } = readAll(cursorImporter, [{ role: 'user', content }]);
    expect(conversation.messages[0]).toMatchObject({ kind: 'prompt', content: [{ type: 'notice' }, { text: 'Bake' }] });
  });
});
