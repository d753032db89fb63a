import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { changeSessions } from '../../src/app/change-session.ts';
import { commitDecision } from '../../src/app/commit-decision.ts';
import { forkSession } from '../../src/app/fork-session.ts';
import { planPurge, purgeSessions } from '../../src/app/purge-sessions.ts';
import { recordEvent } from '../../src/app/record-event.ts';
import { sessionDraft } from '../../src/app/session-events.ts';
import { showSession } from '../../src/app/show-session.ts';
import { undoEvent } from '../../src/app/undo-event.ts';
import { decideDelete } from '../../src/domain/session-decide.ts';
import type { IsoTime, SessionId } from '../../src/kernel/ids.ts';
import { answer, call, exchange, prompt, result, SESSION } from '../importers/support/claude-records.ts';
import {
  eventsOf,
  idOf,
  openApp,
  runImport,
  secondProcess,
  storeText,
  type TestApp,
  writeSource,
} from './app-fixture.ts';
import { made, nativeTools, useAgents } from './native-fixture.ts';

const PNG = `iVBORw0KGgo${'A'.repeat(400)}`;
const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } };
const long = `Sow ${'seed '.repeat(20_000)}`;

async function garden(records = exchange(3)): Promise<TestApp> {
  const app = openApp();
  useAgents(app);
  writeSource(app, records);
  await runImport(app);
  return app;
}

const turnsOf = (app: TestApp, session: SessionId) =>
  showSession(app, session).turns.map(({ prompt: asked, answer: said }) => [asked, said]);

async function erase(app: TestApp, session: SessionId): Promise<void> {
  const view = app.readModel.view(session);
  await purgeSessions(app, planPurge(app, view === undefined ? [] : [view]));
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

describe('a fork', () => {
  it('holds the turns of its parent up to its point, names it, and is a session of its own', async () => {
    const app = await garden();
    const fork = made(
      await forkSession(app, { session: idOf(), at: 'turn:2', native: false, reason: 'other beds' }, nativeTools()),
    );
    expect(turnsOf(app, fork.session)).toEqual(turnsOf(app, idOf()).slice(0, 2));
    expect(app.readModel.view(fork.session)).toMatchObject({
      nativeId: fork.nativeId,
      forkedAt: 'a1',
      ancestors: [idOf()],
      title: 'Sow bed 0 (fork)',
      parent: { id: idOf(), kind: 'fork', deleted: false },
      counts: { prompts: 2, inherited: 2 },
    });
    expect(app.commits.at(-1)?.map(({ type }) => type)).toEqual([
      'session.started',
      'session.forked',
      'transcript.synced',
    ]);
    expect(eventsOf(app, 'session.forked')[0]?.data).toMatchObject({ reason: 'other beds', parent: { at: 'a1' } });
  });

  it('keeps its turns, long texts and images when its parent is erased', async () => {
    const app = await garden([prompt('p0', null, [image, { type: 'text', text: long }]), answer('a0', 'p0', 'Sown')]);
    const before = turnsOf(app, idOf());
    const fork = made(await forkSession(app, { session: idOf(), native: false }, nativeTools()));
    await erase(app, idOf());
    expect(turnsOf(app, fork.session)).toEqual(before);
    expect(before[0]?.[0]?.length).toBe(long.length);
    expect(app.transcripts.blobs(fork.session)).toHaveLength(2);
    expect(app.readModel.view(fork.session)?.parent).toEqual({ id: idOf(), kind: 'fork', deleted: true });
  });

  it('may be forked again, and each names the whole line of its ancestors', async () => {
    const app = await garden();
    const first = made(await forkSession(app, { session: idOf(), native: false }, nativeTools()));
    app.pass(1000);
    const second = made(await forkSession(app, { session: first.session, at: '1', native: false }, nativeTools()));
    expect(app.readModel.view(second.session)?.ancestors).toEqual([first.session, idOf()]);
    expect(app.readModel.view(second.session)?.title).toBe('Sow bed 0 (fork 2)');
    await erase(app, idOf());
    await erase(app, first.session);
    expect(turnsOf(app, second.session)).toHaveLength(1);
  });

  it('changes no byte of its parent and inherits no permission', async () => {
    const app = await garden([
      { type: 'permission-mode', permissionMode: 'bypassPermissions', sessionId: SESSION },
      ...exchange(1),
    ]);
    const bytes = () => [...app.transcripts.bytes(idOf(), app.transcripts.size(idOf()).transcript)].map(String);
    const before = bytes();
    const fork = made(await forkSession(app, { session: idOf(), native: false }, nativeTools()));
    expect(bytes()).toEqual(before);
    expect(app.readModel.view(idOf())?.mode).toBe('bypassPermissions');
    expect(app.readModel.view(fork.session)?.mode).toBeNull();
    expect(fork.changes).toContainEqual({ code: 'permissions', count: 1 });
  });

  it('is undone like any change, and forked from a deleted session not at all', async () => {
    const app = await garden();
    const fork = made(await forkSession(app, { session: idOf(), native: false }, nativeTools()));
    await undoEvent(app, undefined);
    app.readModel.catchUp();
    expect(app.readModel.view(fork.session)?.deleted).toBe(true);
    await changeSessions(app, { sessions: [idOf()], decide: (state) => decideDelete(state) });
    const refused = await forkSession(app, { session: idOf(), native: false }, nativeTools());
    expect(refused).toMatchObject({ kind: 'refused', refusal: { code: 'session-deleted' } });
  });

  it('is refused for a session deleted meanwhile, and then leaves nothing', async () => {
    const app = await garden();
    app.meanwhile(async () => {
      await changeSessions(secondProcess(app), { sessions: [idOf()], decide: (state) => decideDelete(state) });
    });
    const outcome = await forkSession(app, { session: idOf(), native: true }, nativeTools());
    expect(outcome).toMatchObject({ kind: 'refused', refusal: { code: 'session-deleted' } });
    expect(eventsOf(app, 'session.forked')).toEqual([]);
    expect(filesBelow(join(app.folder, '.claude'))).toEqual([]);
  });

  it('takes prompts over of which no record is kept, and tells that a session file lacks them', async () => {
    const app = await garden();
    const data = { text: 'Said live' };
    await recordEvent(app, { session: idOf(), type: 'prompt.submitted', data, fits: () => true });
    app.readModel.catchUp();
    expect(showSession(app, idOf()).turns).toHaveLength(4);
    const fork = made(await forkSession(app, { session: idOf(), native: false }, nativeTools()));
    expect(fork.changes).toEqual([]);
    await erase(app, idOf());
    expect(turnsOf(app, fork.session).at(-1)).toEqual(['Said live', null]);
    const next = made(await forkSession(app, { session: fork.session, native: true }, nativeTools()));
    expect(next.changes).toContainEqual({ code: 'captured', count: 1 });
    expect(turnsOf(app, next.session)).toHaveLength(4);
    const early = made(await forkSession(app, { session: fork.session, at: '2', native: false }, nativeTools()));
    expect(turnsOf(app, early.session)).toHaveLength(2);
  });

  it('knows of its project what its parent had seen up to its end, and nothing later', async () => {
    const timed = exchange(2).map((record, index) => ({ ...record, timestamp: `2026-03-01T09:0${index}:00.000Z` }));
    const app = await garden(timed);
    const look = async (minute: number, occasion: 'stop' | 'resume') => {
      const content = new TextEncoder().encode(`{"v":1,"minute":${minute}}`);
      const document = { blob: app.transcripts.putBlob(idOf(), content), bytes: content.length };
      const where = { cwd: '/home/ada/seed-shop', head: `c0ffee${minute}` };
      const draft = sessionDraft(app, idOf(), { type: 'snapshot.taken', data: { where, occasion, document } });
      const at = `2026-03-01T09:0${minute}:30.000Z` as IsoTime;
      await commitDecision<never>(app, () => () => ({ kind: 'append', drafts: [{ ...draft, at }] }));
    };
    await look(0, 'stop');
    await look(2, 'stop');
    await look(3, 'resume');
    const heads = (session: SessionId) =>
      eventsOf(app, 'snapshot.taken').flatMap((event) =>
        event.type === 'snapshot.taken' && event.stream.endsWith(session) ? [event.data.where.head] : [],
      );
    const early = made(await forkSession(app, { session: idOf(), at: '1', native: false }, nativeTools()));
    expect(heads(early.session)).toEqual(['c0ffee0']);
    const late = made(await forkSession(app, { session: idOf(), native: false }, nativeTools()));
    expect(heads(late.session)).toEqual(['c0ffee0', 'c0ffee2']);
    await erase(app, idOf());
    expect(app.transcripts.blobs(late.session)).toHaveLength(2);
    expect(app.readModel.view(late.session)?.sortAt).toBe('2026-03-02T12:00:00.000Z');
  });

  it('writes nothing for a plan', async () => {
    const app = await garden();
    const before = storeText(app);
    const plan = made(await forkSession(app, { session: idOf(), native: true, dryRun: true }, nativeTools()));
    expect(plan).toMatchObject({ dryRun: true, records: 7, parent: idOf() });
    expect(plan.path).toContain(join(app.folder, '.claude/projects/-home-ada-seed-shop/'));
    expect(storeText(app)).toBe(before);
    expect(filesBelow(join(app.folder, '.claude'))).toEqual([]);
  });

  it('keeps no secret that the present rules find', async () => {
    const app = await garden([prompt('p', null, 'password: hunter2hunter2hunter2')]);
    const fork = made(await forkSession(app, { session: idOf(), native: true }, nativeTools()));
    expect(readFileSync(String(fork.path), 'utf8')).not.toContain('hunter2');
    expect(fork.changes).toContainEqual({ code: 'redacted', count: 1 });
  });
});

describe('a fork written for its agent', () => {
  const grown = (fork: { nativeId: string; path: string | null }, parentUuid: string, content = 'One more bed') =>
    appendFileSync(
      String(fork.path),
      `${JSON.stringify({ ...prompt('next', parentUuid, content), sessionId: fork.nativeId, cwd: '/elsewhere', version: '9' })}\n`,
    );

  it('is known as the fork when its file is imported, and grows only by what the agent adds', async () => {
    const app = await garden();
    const fork = made(await forkSession(app, { session: idOf(), native: true }, nativeTools()));
    const paths = [join(app.folder, '.claude')];
    expect((await runImport(app, { paths })).sessions).toMatchObject({ unchanged: 1, added: 0, updated: 0 });
    grown(fork, 'a2');
    expect((await runImport(app, { paths })).sessions).toMatchObject({ unchanged: 0, added: 0, updated: 1 });
    const view = app.readModel.view(fork.session);
    expect(view?.counts).toMatchObject({ prompts: 4, inherited: 3 });
    expect(view?.parent).toMatchObject({ id: idOf(), kind: 'fork' });
    expect(app.readModel.count({ includeSubagents: true })).toBe(2);
    expect(turnsOf(app, fork.session).at(-1)).toEqual(['One more bed', null]);
    expect(turnsOf(app, idOf())).toHaveLength(3);
  });

  it('is known as the fork when the agent rewrote its file', async () => {
    const app = await garden();
    const fork = made(await forkSession(app, { session: idOf(), native: true }, nativeTools()));
    const path = String(fork.path);
    const lines = readFileSync(path, 'utf8').replaceAll('"version":"2.1.99"', '"version":"3.0.0"');
    writeSource(app, lines, `../${path.slice(app.folder.length + 1)}`);
    grown(fork, 'a2');
    const report = await runImport(app, { paths: [path] });
    expect(report.sessions).toMatchObject({ added: 0, updated: 1 });
    expect(app.readModel.view(fork.session)?.counts.prompts).toBe(4);
    expect(turnsOf(app, fork.session)).toHaveLength(4);
  });

  it('has pairs complete where the original had not', async () => {
    const app = await garden([
      prompt('p', null, 'Look'),
      answer('c', 'p', [call('t1'), call('t2')]),
      prompt('r', 'c', [result('t1')]),
    ]);
    const fork = made(await forkSession(app, { session: idOf(), native: true }, nativeTools()));
    const text = readFileSync(String(fork.path), 'utf8');
    expect(text.match(/"tool_use_id":"t2"/g)).toHaveLength(1);
    expect(showSession(app, fork.session).repairs).toEqual([]);
  });

  it('is removed, and nothing recorded, when it would not read back as the same', async () => {
    const app = await garden();
    const tools = nativeTools();
    const writer = tools.writerFor('claude-code');
    if (writer === undefined) throw new Error('no writer');
    const forgetful = {
      ...writer,
      copy: (...args: Parameters<typeof writer.copy>) => {
        const copy = writer.copy(...args);
        return { ...copy, records: copy.records.slice(0, 3) };
      },
    };
    const events = eventsOf(app).length;
    const attempt = forkSession(app, { session: idOf(), native: true }, { ...tools, writerFor: () => forgetful });
    await expect(attempt).rejects.toMatchObject({ kind: 'problem', code: 'native-differs' });
    expect(eventsOf(app)).toHaveLength(events);
    expect(filesBelow(join(app.folder, '.claude'))).toEqual([]);
  });

  it('leaves nothing when its name is taken at the last moment', async () => {
    const app = await garden();
    const tools = nativeTools({
      stage: (place, lines) => {
        const staged = nativeTools().files.stage(place, lines);
        return {
          ...staged,
          file: staged.file,
          withdraw: () => staged.withdraw(),
          publish: () => {
            writeSource(app, 'mine\n', `../${place.path.slice(app.folder.length + 1)}`);
            staged.publish();
          },
        };
      },
    });
    const attempt = forkSession(app, { session: idOf(), native: true }, tools);
    await expect(attempt).rejects.toMatchObject({ kind: 'refused', code: 'file-exists' });
    expect(eventsOf(app, 'session.forked')).toEqual([]);
    const [left, ...more] = filesBelow(join(app.folder, '.claude'));
    expect(more).toEqual([]);
    expect(readFileSync(String(left), 'utf8')).toBe('mine\n');
  });
});
