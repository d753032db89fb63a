import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { codexImporter } from '../../../src/importers/codex/codex-importer.ts';
import { codexFacts } from '../../../src/importers/codex/facts.ts';
import { findCodexFiles } from '../../../src/importers/codex/find.ts';
import { identifyCodex } from '../../../src/importers/codex/identify.ts';
import { codexPlaces } from '../../../src/importers/codex/places.ts';
import { recognizeCodex } from '../../../src/importers/codex/recognize.ts';
import { eventsOf } from '../../app/app-fixture.ts';
import { removeFolder } from '../../support/remove-folder.ts';
import type { Fields } from '../support/claude-records.ts';
import { prompt } from '../support/claude-records.ts';
import {
  call,
  event,
  header,
  NAME,
  PARENT_THREAD,
  said,
  THREAD,
  turn,
  turnId,
  typed,
} from '../support/codex-records.ts';
import { importPath, openLab, sessionsOf, writeFile } from '../support/source-lab.ts';

function identify(records: readonly unknown[], path = '/x/notes.jsonl') {
  const gatherer = identifyCodex();
  for (const record of records) gatherer.add(record);
  return gatherer.finish(path);
}

const text = (records: readonly Fields[]): string => records.map((record) => `${JSON.stringify(record)}\n`).join('');

describe('who a Codex file is', () => {
  it('is the first header, with the repository as it was then', () => {
    expect(identify([header(), header({ id: PARENT_THREAD }), ...turn(1, 'Sow', 'Sown')])).toMatchObject({
      nativeId: THREAD,
      parent: { nativeId: PARENT_THREAD, kind: 'fork' },
      cwd: '/home/ada/seed-shop',
      repository: { head: 'a'.repeat(40), branch: 'spring', origin: 'example.com/ada/seed-shop' },
      headless: false,
    });
  });

  it('is a child of the thread that sent it out', () => {
    const spawn = { parent_thread_id: PARENT_THREAD, depth: 1 };
    const source = { subagent: { thread_spawn: spawn } };
    expect(identify([header({ source }), ...typed('Sow')])?.parent).toEqual({
      nativeId: PARENT_THREAD,
      kind: 'subagent',
    });
    const review = header({ source: { subagent: 'review' }, parent_thread_id: PARENT_THREAD });
    expect(identify([review, ...typed('Sow')])?.parent).toEqual({ nativeId: PARENT_THREAD, kind: 'subagent' });
  });

  it('is told by the name of the file, else by its first record, where no header is left', () => {
    expect(identify(typed('Sow'), `/x/${NAME}`)?.nativeId).toBe(THREAD);
    const nameless = identify(typed('Sow'))?.nativeId;
    expect(nameless).toMatch(/^record-[0-9a-f]{32}$/);
    expect(identify(typed('Sow'))?.nativeId).toBe(nameless);
  });

  it('ran without a person when another program started it', () => {
    expect(identify([header({ source: 'exec' }), ...typed('Sow')])?.headless).toBe(true);
  });

  it('is nobody where nothing was said, or another agent speaks', () => {
    expect(identify([header()])).toBeUndefined();
    expect(identify([prompt('p', null, 'Sow')])).toBeUndefined();
    expect(
      identify([
        { type: 'session', id: 's' },
        { type: 'message', id: 'm', message: { role: 'user' } },
      ]),
    ).toBeUndefined();
    expect(identify([header(), event({ type: 'token_count', info: null })])?.nativeId).toBe(THREAD);
  });
});

describe('what one Codex record tells an import', () => {
  it('has the id of its call or turn for a key, and the header none', () => {
    expect(codexFacts(call('c1', 'shell', {})).key).toBe('function_call:c1');
    expect(codexFacts(event({ type: 'task_started', turn_id: turnId(1) })).key).toBe(
      `event_msg/task_started:${turnId(1)}`,
    );
    expect(codexFacts(header()).key).toBeUndefined();
  });

  it('is known or counted as unknown', () => {
    expect(codexFacts(event({ type: 'user_message', message: 'x' }))).toMatchObject({
      type: 'event_msg/user_message',
      known: true,
    });
    expect(codexFacts(event({ type: 'pollinated' }))).toMatchObject({ type: 'event_msg/pollinated', known: false });
    expect(codexFacts({ type: 'weather', payload: {} })).toMatchObject({ type: 'weather', known: false });
    expect(codexFacts(3)).toMatchObject({ type: '(none)', known: false });
  });

  it('takes the time inside the payload where the line has none', () => {
    const { timestamp: _, ...bare } = header();
    expect(codexFacts(bare).at).toBe('2026-03-01T09:00:00.000Z');
  });
});

describe('where Codex files are', () => {
  it('is its own folder, present and archived', () => {
    expect(codexPlaces({ HOME: '/home/ada' })).toEqual([
      '/home/ada/.codex/sessions',
      '/home/ada/.codex/archived_sessions',
    ]);
    expect(codexPlaces({ CODEX_HOME: '/data/codex' })[0]).toBe('/data/codex/sessions');
    expect(codexPlaces({})).toEqual([]);
  });

  it('leaves out histories, and what is compressed beside its plain self', () => {
    const folder = mkdtempSync(join(tmpdir(), 'loom-codex-'));
    onTestFinished(() => removeFolder(folder));
    for (const name of [
      'history.jsonl',
      'sessions/2026/03/01/rollout-a.jsonl',
      'sessions/2026/03/01/rollout-a.jsonl.zst',
      'sessions/2026/03/01/rollout-b.jsonl.zst',
      'archived_sessions/rollout-c.jsonl',
      'sessions/session_index.jsonl',
    ]) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), '{}\n');
    }
    const found = [...findCodexFiles(folder)].map(({ path }) => path.split('/').at(-1));
    expect(found).toEqual(['rollout-a.jsonl', 'rollout-b.jsonl.zst', 'rollout-c.jsonl']);
  });

  it('are told by their envelope', () => {
    const head = (records: readonly unknown[]) =>
      recognizeCodex({ path: '/x', format: 'jsonl', records, tables: new Map(), text: '' });
    expect(head([header()])).toBe(3);
    const content = [{ type: 'input_text', text: 'Sow' }];
    expect(head([{ type: 'message', role: 'user', content }])).toBe(2);
    expect(
      head([
        { type: 'message', role: 'user', text: 'Sow', id: 'm1' },
        { type: 'reasoning', text: 'x' },
      ]),
    ).toBe(0);
    expect(head([prompt('p', null, 'Sow'), { type: 'event', payload: {} }])).toBe(0);
  });
});

describe('a Codex fork in the store', () => {
  it('knows its parent, and its start tells of the repository as it was', async () => {
    const lab = openLab(codexImporter);
    const history = turn(-30, 'Sow the peas', 'Sown');
    await importPath(lab, writeFile(lab, 'sessions/parent.jsonl', text([header({ id: PARENT_THREAD }), ...history])));
    const replay = [
      header({ id: PARENT_THREAD }),
      ...history.map((one) => ({ ...one, timestamp: '2026-03-01T09:00:00.010Z' })),
    ];
    const fork = [header({ forked_from_id: PARENT_THREAD }), ...replay, ...turn(1, 'Dig', 'Dug')];
    await importPath(lab, writeFile(lab, NAME, text(fork)));
    const [child, parent] = [THREAD, PARENT_THREAD].map((id) =>
      sessionsOf(lab).find(({ nativeId }) => nativeId === id),
    );
    expect(child?.parent).toMatchObject({ id: parent?.id, kind: 'fork' });
    expect(child?.counts).toMatchObject({ prompts: 2, inherited: 1 });
    const started = eventsOf(lab.app, 'session.started').find(({ stream }) => stream === `session/${child?.id}`);
    expect(started?.data).toMatchObject({
      where: { head: 'a'.repeat(40), branch: 'spring', origin: 'example.com/ada/seed-shop' },
    });
    const synced = eventsOf(lab.app, 'transcript.synced').find(({ stream }) => stream === `session/${child?.id}`);
    expect(synced?.data).toMatchObject({ inherited: { session: parent?.id, records: replay.length + 1 } });
  });

  it('says what it is of when another agent is asked', async () => {
    const lab = openLab(codexImporter);
    const report = await importPath(
      lab,
      writeFile(lab, 'sessions/x.jsonl', text([prompt('p', null, 'Sow'), ...said('x').slice(0, 0)])),
    );
    expect(report.sessions).toMatchObject({ added: 0, skipped: 1 });
  });
});

describe('the oldest Codex file, one document', () => {
  const item = (role: string, type: string, text: string) => ({ type: 'message', role, content: [{ type, text }] });
  const document = (items: readonly unknown[]) =>
    JSON.stringify(
      { session: { id: 'old-garden', timestamp: '2025-05-01T08:00:00.000Z', instructions: '' }, items },
      null,
      2,
    );
  const [ask, reply] = [item('user', 'input_text', 'Sow the peas'), item('assistant', 'output_text', 'Sown')];

  it('is a session, and the same one when it was saved again with more', async () => {
    const lab = openLab(codexImporter);
    const name = 'sessions/rollout-2025-05-01-old-garden.json';
    await importPath(lab, writeFile(lab, name, document([ask, reply])));
    expect(sessionsOf(lab)).toMatchObject([{ nativeId: 'old-garden', counts: { prompts: 1, answers: 1 } }]);
    await importPath(lab, writeFile(lab, name, document([ask, reply, item('user', 'input_text', 'Dig')])));
    expect(sessionsOf(lab)).toMatchObject([
      { startedAt: '2025-05-01T08:00:00.000Z', counts: { prompts: 2, answers: 1 } },
    ]);
  });

  it('is told from other documents by its items', () => {
    const head = (record: unknown) =>
      recognizeCodex({ path: '/x.json', format: 'json', records: [record], tables: new Map(), text: '' });
    expect(head(JSON.parse(document([ask])))).toBe(2);
    expect(head({ session: { id: 'x' }, items: [{ kind: 'seed' }] })).toBe(0);
  });
});

/** A Zstandard frame that holds its content as it is. */
function zstdFrame(content: string): Buffer {
  const body = Buffer.from(content);
  const head = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xa0, 0, 0, 0, 0]);
  head.writeUInt32LE(body.length, 5);
  const block = Buffer.alloc(3);
  block.writeUIntLE((body.length << 3) | 1, 0, 3);
  return Buffer.concat([head, block, body]);
}

describe('a Codex file that was archived and compressed', () => {
  it('is the session it was, and goes on when it is plain again', async () => {
    const lab = openLab(codexImporter);
    const begun = text([header(), ...turn(1, 'Sow', 'Sown')]);
    await importPath(lab, writeFile(lab, NAME, begun));
    rmSync(join(lab.app.folder, NAME));
    const archived = writeFile(lab, 'archived_sessions/rollout.jsonl.zst', zstdFrame(begun));
    expect((await importPath(lab, archived)).sessions).toMatchObject({ added: 0, failed: 0 });
    const grown = await importPath(lab, writeFile(lab, NAME, begun + text(turn(2, 'Dig', 'Dug'))));
    expect(grown.sessions).toMatchObject({ added: 0, updated: 1 });
    expect(sessionsOf(lab)).toMatchObject([{ nativeId: THREAD, counts: { prompts: 2, answers: 2 } }]);
  });
});
