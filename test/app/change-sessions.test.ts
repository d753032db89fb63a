import { describe, expect, it } from 'vitest';
import { changeSessions } from '../../src/app/change-session.ts';
import { closeSession } from '../../src/app/close-session.ts';
import { commitDecision } from '../../src/app/commit-decision.ts';
import { mergeProjects } from '../../src/app/project-change.ts';
import { recordEvent } from '../../src/app/record-event.ts';
import { archiveWish, deleteWish, pinWish, renameWish, restoreWish, unpinWish } from '../../src/app/session-wishes.ts';
import { startSession } from '../../src/app/start-session.ts';
import { undoEvent } from '../../src/app/undo-event.ts';
import type { SessionId } from '../../src/kernel/ids.ts';
import { exchange } from '../importers/support/claude-records.ts';
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

const NOBODY = '0000000000000000' as SessionId;
const fits = () => true;

async function garden(): Promise<TestApp> {
  const app = openApp();
  writeSource(app, exchange(2));
  await runImport(app);
  return app;
}

function viewOf(app: TestApp) {
  app.readModel.catchUp();
  return app.readModel.view(idOf());
}

function change(app: TestApp, decide: Parameters<typeof changeSessions>[1]['decide']) {
  return changeSessions(app, { sessions: [idOf()], decide });
}

async function lastEvent(app: TestApp): Promise<string> {
  return eventsOf(app).at(-1)?.id ?? '';
}

describe('changing sessions', () => {
  it('appends what was wished, by the person', async () => {
    const app = await garden();
    const [changed] = await change(app, renameWish('  The \n garden '));
    expect(changed).toMatchObject({ kind: 'changed', session: idOf(), events: [{ type: 'session.renamed' }] });
    expect(eventsOf(app).at(-1)).toMatchObject({
      by: { kind: 'person' },
      trust: 'person',
      data: { title: 'The garden' },
    });
    expect(viewOf(app)).toMatchObject({ title: 'The garden', titleSource: 'person' });
  });

  it('appends nothing when it is so already', async () => {
    const app = await garden();
    await change(app, pinWish);
    const count = eventsOf(app).length;
    expect(await change(app, pinWish)).toEqual([{ kind: 'nothing', session: idOf(), because: 'already-pinned' }]);
    expect(await change(app, restoreWish)).toMatchObject([{ kind: 'nothing', because: 'not-archived-or-deleted' }]);
    expect(eventsOf(app)).toHaveLength(count);
  });

  it('refuses one and changes the others, each answered in its place', async () => {
    const app = await garden();
    const { session } = await startSession(app, { agent: 'codex' }, () => 'by-hand');
    const changes = await changeSessions(app, { sessions: [idOf(), NOBODY, session], decide: archiveWish });
    expect(changes).toMatchObject([
      { kind: 'changed', session: idOf(), events: [{ type: 'session.archived' }] },
      { kind: 'refused', session: NOBODY, refusal: { code: 'session-unknown' } },
      { kind: 'changed', session, events: [{ type: 'session.archived' }] },
    ]);
    expect(eventsOf(app, 'session.archived')).toHaveLength(2);
  });

  it('decides alike in a dry run and writes nothing', async () => {
    const app = await garden();
    const before = storeText(app);
    const plan = await changeSessions(app, { sessions: [idOf(), NOBODY], decide: deleteWish, dryRun: true });
    expect(plan.map(({ kind }) => kind)).toEqual(['changed', 'refused']);
    expect(storeText(app)).toBe(before);
  });

  it('decides on the state inside the lock, not on the one before', async () => {
    const app = await garden();
    const other = secondProcess(app);
    app.meanwhile(async () => {
      await change(other, deleteWish);
    });
    expect(await change(app, renameWish('Too late'))).toMatchObject([
      { kind: 'refused', refusal: { code: 'session-deleted' } },
    ]);
  });

  it('fits any number of sessions into commits', async () => {
    const app = openApp();
    const sessions: SessionId[] = [];
    for (let i = 0; i < 260; i += 1) {
      sessions.push((await startSession(app, { agent: 'codex' }, () => `n${i}`)).session);
    }
    const changes = await changeSessions(app, { sessions, decide: pinWish });
    expect(changes.map(({ kind }) => kind)).toEqual(sessions.map(() => 'changed'));
    expect(eventsOf(app, 'session.pinned')).toHaveLength(260);
  });
});

describe('a decision', () => {
  it('is made again when too much was written meanwhile', async () => {
    const app = await garden();
    const { session } = await startSession(app, { agent: 'codex' }, () => 'busy');
    const other = secondProcess(app);
    let prepared = 0;
    app.meanwhile(async () => {
      for (let i = 0; i < 150; i += 1) {
        await recordEvent(other, { session, type: 'prompt.submitted', data: { text: 'x'.repeat(8000) }, fits });
      }
    });
    const outcome = await commitDecision<string>(app, () => {
      prepared += 1;
      return () => ({ kind: 'refuse', refusal: 'seen' });
    });
    expect(outcome).toEqual({ kind: 'refused', refusal: 'seen' });
    expect(prepared).toBe(2);
  });

  it('is given up as busy when others never stop', async () => {
    const app = await garden();
    const journal = { ...app.journal, commit: async () => ({ kind: 'behind' }) as const };
    const outrun = { ...app, journal };
    await expect(commitDecision(outrun, () => () => ({ kind: 'nothing' }))).rejects.toMatchObject({ kind: 'busy' });
  });
});

describe('undo', () => {
  const FLAGS = { title: 'Sow bed 0', pinned: false, archived: false, deleted: false, status: 'closed' };

  it.each([
    ['a rename', renameWish('Other')],
    ['a pin', pinWish],
    ['an archiving', archiveWish],
    ['a deletion', deleteWish],
  ])('takes back %s, and an undo of that brings it again', async (_name, wish) => {
    const app = await garden();
    await change(app, wish);
    const changed = viewOf(app);
    expect(await undoEvent(app, await lastEvent(app))).toMatchObject({ change: { kind: 'changed' } });
    expect(viewOf(app)).toMatchObject(FLAGS);
    await undoEvent(app, await lastEvent(app));
    expect(viewOf(app)).toEqual(changed);
  });

  it.each([
    ['an unpinning', pinWish, unpinWish],
    ['a restored archive', archiveWish, restoreWish],
    ['a restored deletion', deleteWish, restoreWish],
    ['a second rename', renameWish('One'), renameWish('Two')],
  ])('takes back %s', async (_name, first, second) => {
    const app = await garden();
    await change(app, first);
    const before = viewOf(app);
    await change(app, second);
    await undoEvent(app, await lastEvent(app));
    expect(viewOf(app)).toEqual(before);
  });

  it('takes back a start and an end by hand', async () => {
    const app = openApp();
    const { session } = await startSession(app, { agent: 'codex', title: 'By hand' }, () => 'by-hand');
    const start = eventsOf(app, 'session.started')[0]?.id;
    await closeSession(app, session, { reason: 'done' });
    await undoEvent(app, await lastEvent(app));
    app.readModel.catchUp();
    expect(app.readModel.view(session)).toMatchObject({ status: 'active', deleted: false });
    await undoEvent(app, start);
    app.readModel.catchUp();
    expect(app.readModel.view(session)?.deleted).toBe(true);
  });

  it('without an id takes back the newest change of a person, and then that', async () => {
    const app = await garden();
    await change(app, pinWish);
    await recordEvent(app, { session: idOf(), type: 'prompt.submitted', data: { text: 'hello' }, fits });
    expect(await undoEvent(app, undefined)).toMatchObject({ undone: { type: 'session.pinned' } });
    expect(viewOf(app)?.pinned).toBe(false);
    await undoEvent(app, undefined);
    expect(viewOf(app)?.pinned).toBe(true);
  });

  it('does nothing twice', async () => {
    const app = await garden();
    await change(app, pinWish);
    const id = await lastEvent(app);
    await undoEvent(app, id.toLowerCase());
    expect(await undoEvent(app, id)).toMatchObject({ change: { kind: 'nothing', because: 'already-undone' } });
  });

  it('refuses what a later decision replaced, and what cannot be taken back', async () => {
    const app = await garden();
    await change(app, renameWish('One'));
    const id = await lastEvent(app);
    await change(app, renameWish('Two'));
    expect(await undoEvent(app, id)).toMatchObject({ change: { kind: 'refused', refusal: { code: 'undo-too-late' } } });
    const synced = eventsOf(app, 'transcript.synced')[0]?.id;
    expect(await undoEvent(app, synced)).toMatchObject({ change: { refusal: { code: 'not-undoable' } } });
  });

  it('takes back a merge of projects', async () => {
    const app = await garden();
    await startSession({ ...app, cwd: '/home/ada/bulb-farm' }, { agent: 'codex' }, () => 'bulbs');
    app.readModel.catchUp();
    const [one, other] = app.readModel.projects().projects.map(({ id }) => id);
    await mergeProjects(app, { from: other ?? '', into: one ?? '' });
    const undone = await undoEvent(app, undefined);
    expect(undone).toMatchObject({ kind: 'project', undone: { type: 'project.merged' }, change: { kind: 'changed' } });
  });

  it('finds nothing under an id that is none, and nothing in an empty store', async () => {
    const app = openApp();
    await expect(undoEvent(app, undefined)).rejects.toMatchObject({ kind: 'not-found', code: 'event-not-found' });
    await expect(undoEvent(app, 'not an id')).rejects.toMatchObject({ kind: 'not-found' });
    await expect(undoEvent(await garden(), '01JXFRGED00000000000000000')).rejects.toMatchObject({ kind: 'not-found' });
  });
});

describe('recording by hand', () => {
  it('starts a session once, with a snapshot, and refuses one in the trash', async () => {
    const app = openApp();
    const start = () => startSession(app, { agent: 'codex', nativeId: 'mine', title: 'Mine' }, () => 'unused');
    expect(await start()).toMatchObject({ nativeId: 'mine', outcome: 'started' });
    expect(eventsOf(app).map(({ type }) => type)).toEqual(['session.started', 'snapshot.taken']);
    const { session, outcome } = await start();
    expect(outcome).toBe('already-started');
    await changeSessions(app, { sessions: [session], decide: deleteWish });
    expect(await start()).toMatchObject({ outcome: { refusal: { code: 'session-deleted' } } });
  });

  it('redacts what it is told, keys and values under telling keys too', async () => {
    const app = await garden();
    const secret = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`;
    const data = { text: `use ${secret}`, more: { [secret]: [secret], password: 'hunter-two-and-more' } };
    const outcome = await recordEvent(app, { session: idOf(), type: 'prompt.submitted', data, fits });
    expect(outcome.kind).toBe('recorded');
    await startSession(app, { agent: 'codex', nativeId: secret, title: secret }, () => '');
    await closeSession(app, idOf(), { reason: secret });
    app.readModel.catchUp();
    expect(storeText(app)).not.toContain(secret);
    expect(storeText(app)).not.toContain('hunter-two-and-more');
  });

  it('refuses facts of sessions that are not known, and data that no longer fits', async () => {
    const app = await garden();
    const fact = { type: 'prompt.submitted', data: { text: 'x' }, fits } as const;
    expect(await recordEvent(app, { ...fact, session: NOBODY })).toEqual({
      kind: 'refused',
      refusal: { code: 'session-unknown' },
    });
    const tooLarge = recordEvent(app, { ...fact, session: idOf(), fits: () => false });
    await expect(tooLarge).rejects.toMatchObject({ code: 'data-too-large' });
  });

  it('makes one fact of two that share a key', async () => {
    const app = openApp();
    const { session } = await startSession(app, { agent: 'codex' }, () => 'keyed');
    const fact = { session, type: 'session.reloaded', data: {}, fits, key: 'k1' } as const;
    const one = await recordEvent(app, fact);
    app.pass(60_000);
    const two = await recordEvent(app, fact);
    const tail = (outcome: typeof one) => (outcome.kind === 'recorded' ? outcome.event.slice(10) : outcome.kind);
    expect(tail(two)).toBe(tail(one));
  });

  it('closes a session once, and again after it went on', async () => {
    const app = openApp();
    const { session } = await startSession(app, { agent: 'codex' }, () => 'closing');
    app.pass(1000);
    expect(await closeSession(app, session)).toMatchObject({ kind: 'changed' });
    expect(await closeSession(app, session)).toMatchObject({ kind: 'nothing', because: 'already-closed' });
    app.pass(1000);
    const hook = { ...app, actor: { kind: 'hook' } } as const;
    await recordEvent(hook, { session, type: 'prompt.submitted', data: { text: 'more' }, fits });
    app.pass(1000);
    expect(await closeSession(app, session)).toMatchObject({ kind: 'changed' });
  });
});
