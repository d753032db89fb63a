import { mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findSources } from '../../../src/app/find-sources.ts';
import { importSessions } from '../../../src/app/import-sessions.ts';
import { opencodeImporter } from '../../../src/importers/opencode/opencode-importer.ts';
import { openApp, type TestApp } from '../../app/app-fixture.ts';
import { pathWords, readAll } from '../support/keep.ts';
import { OPENCODE_ID, OPENCODE_SAMPLES, writeOpencodeDatabase } from './samples.ts';

const time = { created: 1772355600000 };

function user(id: string, words: string) {
  return { info: { id, sessionID: OPENCODE_ID, role: 'user', time }, parts: [{ type: 'text', text: words }] };
}

function assistant(id: string, parts: readonly unknown[], more: Readonly<Record<string, unknown>> = {}) {
  return { info: { id, sessionID: OPENCODE_ID, role: 'assistant', time, ...more }, parts };
}

function session(more: Readonly<Record<string, unknown>> = {}) {
  return { info: { id: OPENCODE_ID, directory: '/home/ada/orchard', ...more } };
}

function sampleOf(format: string) {
  const sample = OPENCODE_SAMPLES.find((one) => one.format === format);
  if (sample === undefined) throw new Error(format);
  return sample;
}

async function importFrom(app: TestApp, path: string) {
  const { files } = findSources(app, opencodeImporter, { paths: [path] });
  const report = await importSessions(app, { importer: opencodeImporter, files, dryRun: false, revive: false });
  app.readModel.catchUp();
  return report;
}

describe('an opencode conversation', () => {
  it('takes text that the agent put in for no prompt', () => {
    const injected = { ...user('msg_01', ''), parts: [{ type: 'text', text: 'go on', synthetic: true }] };
    const { summary } = readAll(opencodeImporter, [injected, user('msg_02', 'Pick pears'), session()]);
    expect(summary).toMatchObject({ title: 'Pick pears', counts: { prompts: 1 } });
  });

  it('stands before the message that it was set back to', () => {
    const records = [
      user('msg_01', 'Pick pears'),
      assistant('msg_02', [{ type: 'text', text: 'Picked.' }]),
      user('msg_03', 'Cut the tree'),
      session({ revert: { messageID: 'msg_03' } }),
    ];
    const { conversation } = readAll(opencodeImporter, records);
    expect(pathWords(conversation)).toEqual(['Pick pears', 'Picked.']);
    expect(conversation.branches).toMatchObject([{ leaf: 'msg_02' }, { leaf: 'msg_03', forkedFrom: 'msg_02' }]);
    const unknown = [...records.slice(0, 3), session({ revert: { messageID: 'msg_99' } })];
    expect(pathWords(readAll(opencodeImporter, unknown).conversation)).toHaveLength(3);
  });

  it('tells failed calls, unfinished ones, errors and a stop by the person', () => {
    const tool = (callID: string, state: unknown) => ({ type: 'tool', callID, tool: 'bash', state });
    const { summary, conversation } = readAll(opencodeImporter, [
      user('msg_01', 'Pick pears'),
      assistant('msg_02', [
        tool('c1', { status: 'error', input: {}, error: 'no ladder' }),
        tool('c2', { status: 'running', input: {} }),
      ]),
      assistant('msg_03', [], { error: { name: 'APIError', data: { message: 'overloaded' } } }),
      assistant('msg_04', [], { error: { name: 'MessageAbortedError', data: { message: 'stopped' } } }),
    ]);
    expect(summary.counts).toMatchObject({ toolCalls: 2, toolErrors: 1, errors: 1 });
    expect(conversation.repairs).toMatchObject([{ code: 'interrupted-tool', messageId: 'msg_02' }]);
    expect(conversation.messages.at(-1)?.content).toMatchObject([{ kind: 'interrupted' }]);
  });

  it('knows a compaction by its summary, and a name that is none', () => {
    const { summary, conversation } = readAll(opencodeImporter, [
      user('msg_01', 'Pick pears'),
      assistant('msg_02', [{ type: 'text', text: 'Pears were picked.' }], { summary: true }),
      session({ title: 'New session - 2026-03-01T09:00:00.000Z' }),
    ]);
    expect(summary).toMatchObject({ title: 'Pick pears', counts: { answers: 0, compactions: 1 } });
    expect(conversation.compactions).toMatchObject([{ summaryMessageId: 'msg_02' }]);
  });

  it('has the parent that sent it out', () => {
    const gatherer = opencodeImporter.identify();
    for (const record of [user('msg_01', 'Pick'), session({ parentID: 'ses_00parent' })]) gatherer.add(record);
    expect(gatherer.finish('')).toMatchObject({
      nativeId: OPENCODE_ID,
      parent: { nativeId: 'ses_00parent', kind: 'subagent' },
    });
  });
});

describe('the stores of opencode', () => {
  it('give the same records, so that a migration changes nothing but the place', async () => {
    const app = openApp({ importers: [opencodeImporter] });
    const tree = sampleOf('tree').write(app.folder);
    expect((await importFrom(app, tree)).sessions).toMatchObject({ added: 1 });
    mkdirSync(join(app.folder, 'later'));
    const { path, open } = writeOpencodeDatabase(join(app.folder, 'later'));
    open.close();
    const report = await importFrom(app, path);
    expect(report.sessions).toMatchObject({ added: 0 });
    expect(app.readModel.list({ everything: true })).toHaveLength(1);
  });

  it('tell of a folder that cannot be read, which is not one that is not there', async () => {
    const counted: number[] = [];
    for (const change of ['gone', 'unreadable']) {
      const app = openApp({ importers: [opencodeImporter] });
      const tree = sampleOf('tree').write(app.folder);
      const [first = ''] = readdirSync(join(tree, 'storage', 'part')).sort();
      const parts = join(tree, 'storage', 'part', first);
      rmSync(parts, { recursive: true });
      // A link to itself can be read by nobody, not even by root.
      if (change === 'unreadable') symlinkSync(parts, parts);
      counted.push((await importFrom(app, tree)).records.malformed);
    }
    expect(counted).toEqual([0, 1]);
  });

  it('are read once where both lie side by side, from the one that changed last', () => {
    const app = openApp({ importers: [opencodeImporter] });
    const folder = sampleOf('tree').write(app.folder);
    const { open } = writeOpencodeDatabase(folder);
    open.close();
    const { files } = findSources(app, opencodeImporter, { paths: [folder] });
    expect(files).toHaveLength(1);
    expect(files[0]).not.toHaveProperty('part');
    app.sources.release();
  });

  it('are read from a database that does not say when its rows were changed', async () => {
    const app = openApp({ importers: [opencodeImporter] });
    const { path, open } = writeOpencodeDatabase(app.folder);
    for (const table of ['session', 'message', 'part']) open.run(`ALTER TABLE ${table} DROP COLUMN time_updated`);
    open.close();
    expect((await importFrom(app, path)).sessions).toMatchObject({ added: 1, failed: 0 });
    expect((await importFrom(app, path)).sessions).toMatchObject({ unchanged: 1 });
  });

  it('cost a bad row that row', async () => {
    const app = openApp({ importers: [opencodeImporter] });
    const { path, open } = writeOpencodeDatabase(app.folder);
    open.run("INSERT INTO message VALUES ('msg_00', ?, 1, 1, '{\"role\":')", OPENCODE_ID);
    open.run("INSERT INTO part VALUES ('prt_zz', 'msg_nobody', ?, 1, 1, '{}')", OPENCODE_ID);
    open.close();
    const report = await importFrom(app, path);
    expect(report.sessions).toMatchObject({ added: 1, failed: 0 });
    expect(report.records).toMatchObject({ kept: 3, malformed: 2 });
  });
});
