import { symlinkSync, utimesSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { changeSessions } from '../../src/app/change-session.ts';
import { examineStore } from '../../src/app/examine-store.ts';
import { exportMarkdown } from '../../src/app/export-conversation.ts';
import { findSession } from '../../src/app/find-session.ts';
import { listPrompts } from '../../src/app/list-prompts.ts';
import { listSessions } from '../../src/app/list-sessions.ts';
import type { StoreCare } from '../../src/app/ports/store-care.ts';
import { readStatus } from '../../src/app/read-status.ts';
import { readTimeline } from '../../src/app/read-timeline.ts';
import { recordEvent } from '../../src/app/record-event.ts';
import { archiveWish, deleteWish } from '../../src/app/session-wishes.ts';
import { showSession } from '../../src/app/show-session.ts';
import { startSession } from '../../src/app/start-session.ts';
import { surveyAgents } from '../../src/app/survey-agents.ts';
import { tailJournal } from '../../src/app/tail-journal.ts';
import type { SessionId } from '../../src/kernel/ids.ts';
import { exchange, type Fields, prompt, SESSION } from '../importers/support/claude-records.ts';
import { eventsOf, idOf, openApp, runImport, type TestApp, writeSource } from './app-fixture.ts';

const OTHER = '5eed0000-0000-4000-8000-000000000002';
const ALL = { all: true } as const;
const fits = () => true;

function minutes(count: number): Fields[] {
  return exchange(count).map((record, n) => ({
    ...record,
    timestamp: `2026-03-01T09:${String(n).padStart(2, '0')}:00.000Z`,
  }));
}

/** Three prompts in one session, two a day later in another. */
async function garden(): Promise<TestApp> {
  const app = openApp();
  writeSource(app, minutes(3));
  const later = minutes(2).map((record) => ({
    ...record,
    sessionId: OTHER,
    cwd: '/home/ada/bulb-farm',
    timestamp: String(record['timestamp']).replace('03-01', '03-02'),
    uuid: `o-${record['uuid']}`,
    parentUuid: record['parentUuid'] === null ? null : `o-${record['parentUuid']}`,
  }));
  writeSource(app, later, `${OTHER}.jsonl`);
  await runImport(app);
  return app;
}

describe('a timeline', () => {
  it('shows journaled and derived facts in order, each once', async () => {
    const app = await garden();
    const timeline = readTimeline(app, idOf());
    const prompts = timeline.filter(({ type }) => type === 'prompt.submitted');
    expect(prompts).toHaveLength(3);
    expect(new Set(timeline.map(({ type, messageId, id }) => `${type} ${messageId} ${id}`)).size).toBe(timeline.length);
    expect(timeline.map(({ at }) => at ?? '')).toEqual(timeline.map(({ at }) => at ?? '').sort());
    expect(timeline[0]).toMatchObject({ type: 'session.started', source: 'journal' });
  });

  it('shows the journaled version of a fact that both know', async () => {
    const app = await garden();
    const before = readTimeline(app, idOf());
    await recordEvent(app, { session: idOf(), type: 'prompt.submitted', data: { text: 'seen live' }, fits, key: 'p1' });
    const after = readTimeline(app, idOf());
    expect(after).toHaveLength(before.length);
    const live = after.filter(({ type, source }) => type === 'prompt.submitted' && source === 'journal');
    expect(live).toMatchObject([{ data: { text: 'seen live' } }]);
  });

  it('of a session without a transcript is what was recorded', async () => {
    const app = openApp();
    const { session } = await startSession(app, { agent: 'codex' }, () => 'live');
    await recordEvent(app, { session, type: 'prompt.submitted', data: { text: 'hello' }, fits });
    expect(readTimeline(app, session).map(({ type }) => type)).toEqual([
      'session.started',
      'snapshot.taken',
      'prompt.submitted',
    ]);
  });
});

describe('the tail of the journal', () => {
  it('is the newest lines that fit, oldest first', async () => {
    const app = await garden();
    const all = tailJournal(app, { limit: 0, derived: false });
    expect(all).toEqual(eventsOf(app));
    expect(tailJournal(app, { limit: 2, derived: false })).toEqual(eventsOf(app).slice(-2));
    const started = tailJournal(app, { limit: 5, type: 'session.started', derived: false });
    expect(started).toEqual(eventsOf(app, 'session.started'));
    const ofSessions = tailJournal(app, { limit: 0, type: 'session', derived: false });
    expect(ofSessions.every((row) => 'type' in row && row.type.startsWith('session.'))).toBe(true);
    expect(tailJournal(app, { limit: 0, by: 'hook', derived: false })).toEqual([]);
  });

  it('carries derived events once, however often a session was imported', async () => {
    const app = await garden();
    writeSource(app, minutes(4));
    await runImport(app);
    const rows = tailJournal(app, { limit: 0, type: 'prompt.submitted', derived: true });
    expect(rows).toHaveLength(6);
    expect(rows.every((row) => 'source' in row && row.source === 'derived')).toBe(true);
  });
});

describe('prompts', () => {
  const query = { scope: ALL, archived: false };

  it('are listed newest session first, each session in its own order', async () => {
    const app = await garden();
    const rows = listPrompts(app, query);
    expect(rows.map(({ session, turn, prompt: text }) => [session, turn, text])).toEqual([
      [idOf(OTHER), 1, 'Sow bed 0'],
      [idOf(OTHER), 2, 'Sow bed 1'],
      [idOf(), 1, 'Sow bed 0'],
      [idOf(), 2, 'Sow bed 1'],
      [idOf(), 3, 'Sow bed 2'],
    ]);
  });

  it('come in pages that fit together', async () => {
    const app = await garden();
    const all = listPrompts(app, query);
    const pages = [0, 2, 4].flatMap((offset) => listPrompts(app, { ...query, limit: 2, offset }));
    expect(pages).toEqual(all);
    expect(listPrompts(app, { ...query, offset: 9 })).toEqual([]);
    expect(listPrompts(app, { ...query, limit: 0 })).toEqual([]);
  });

  it('are bounded by their own time, not by their session', async () => {
    const app = await garden();
    const rows = listPrompts(app, { ...query, since: '2026-03-01T09:02:00.000Z', until: '2026-03-02T09:02:00.000Z' });
    expect(rows.map(({ id }) => id)).toEqual(['o-p0', 'p1', 'p2']);
  });

  it('leave archived sessions out unless asked, and deleted ones always', async () => {
    const app = await garden();
    await changeSessions(app, { sessions: [idOf()], decide: archiveWish });
    expect(listPrompts(app, query)).toHaveLength(2);
    expect(listPrompts(app, { ...query, archived: true })).toHaveLength(5);
    await changeSessions(app, { sessions: [idOf()], decide: deleteWish });
    expect(listPrompts(app, { ...query, archived: true })).toHaveLength(2);
  });
});

describe('showing a session', () => {
  it('shows long texts whole, and a title from their beginning', async () => {
    const app = openApp();
    const long = 'tulip '.repeat(20_000);
    writeSource(app, [prompt('p0', null, long)]);
    await runImport(app);
    expect(app.readModel.view(idOf())?.title).toMatch(/^tulip tulip/);
    expect(showSession(app, idOf()).turns[0]?.prompt).toBe(long);
    const view = app.readModel.view(idOf());
    if (view === undefined) throw new Error('not kept');
    const text = [...exportMarkdown(app, view, 'full')].join('');
    expect(text).toContain('tulip tulip');
  });

  it('shows what was recorded where nothing is kept', async () => {
    const app = openApp();
    const { session } = await startSession(app, { agent: 'codex' }, () => 'live');
    await recordEvent(app, { session, type: 'prompt.submitted', data: { text: 'hello' }, fits });
    await recordEvent(app, { session, type: 'tool.completed', data: { callId: 't1', name: 'Read' }, fits });
    app.readModel.catchUp();
    expect(showSession(app, session).turns).toMatchObject([
      { prompt: 'hello', toolCalls: [{ id: 't1', name: 'Read', status: 'ok' }] },
    ]);
  });

  it('says when the source is gone', async () => {
    const app = await garden();
    expect(showSession(app, idOf()).import?.sourceMissing).toBe(false);
    const gone = { ...app, sources: { ...app.sources, exists: () => false } };
    expect(showSession(gone, idOf()).import?.sourceMissing).toBe(true);
  });

  it('of an unknown id is not found', () => {
    const app = openApp();
    app.readModel.catchUp();
    expect(() => showSession(app, '0000000000000000' as SessionId)).toThrow(/no session/);
  });
});

describe('listing and finding', () => {
  it('stays in the project, and counts what is elsewhere', async () => {
    const app = await garden();
    const project = app.readModel.state(idOf())?.project ?? null;
    const listing = listSessions(app, { all: false, project }, {});
    expect(listing.rows().map(({ id }) => id)).toEqual([idOf()]);
    expect(JSON.parse(Buffer.concat(listing.bytes()).toString())).toEqual(listing.rows());
    expect(listing.elsewhere()).toBe(1);
    const nowhere = listSessions(app, { all: false, project: null }, {});
    expect([nowhere.rows(), nowhere.isEmpty(), nowhere.elsewhere()]).toEqual([[], true, 2]);
    expect(
      listSessions(app, ALL, { limit: 1, offset: 1 })
        .rows()
        .map(({ id }) => id),
    ).toEqual([idOf()]);
  });

  it('finds by id and native id anywhere, by prefix and @last in the project', async () => {
    const app = await garden();
    const project = app.readModel.state(idOf())?.project ?? null;
    const here = { all: false, project } as const;
    expect(findSession(app, idOf(OTHER), here).id).toBe(idOf(OTHER));
    expect(findSession(app, OTHER, here).id).toBe(idOf(OTHER));
    expect(findSession(app, '@last', here).id).toBe(idOf());
    expect(findSession(app, '@last', ALL).id).toBe(idOf(OTHER));
    expect(findSession(app, idOf().slice(0, 6), here).id).toBe(idOf());
    expect(() => findSession(app, idOf(OTHER).slice(0, 6), here)).toThrow(/no session matches/);
    expect(() => findSession(app, SESSION.slice(0, 8), ALL)).toThrow(/means 2 sessions/);
  });
});

const CARE: StoreCare = {
  verify: () => Promise.reject(new Error('not asked for')),
  checkFiles: () => [],
  figures: () => {
    throw new Error('not asked for');
  },
  repair: () => Promise.reject(new Error('not asked for')),
};

describe('a survey of the agents', () => {
  it('counts files that are not kept, and those their agent is about to delete', async () => {
    const app = openApp();
    const agent = { ...app.importers[0], places: () => [`${app.folder}/projects`], retentionDays: () => 30 };
    const asked = { ...app, importers: [agent as (typeof app.importers)[number]] };
    const path = writeSource(app, exchange(1));
    writeSource(app, exchange(2), `${OTHER}.jsonl`);
    const day = (n: number) => new Date(app.clock() - n * 86_400_000);
    utimesSync(path, day(25), day(25));
    utimesSync(path.replace(SESSION, OTHER), day(2), day(2));
    expect(surveyAgents(asked)).toMatchObject([{ files: 2, notKept: 2, expiring: 1, retentionDays: 30 }]);
    const warned = examineStore(asked, CARE);
    expect(warned.ok).toBe(true);
    expect(warned.checks).toContainEqual(
      expect.objectContaining({ status: 'warning', fix: 'loom import claude-code' }),
    );
    await runImport(app, { paths: [path] });
    expect(surveyAgents(asked)).toMatchObject([{ notKept: 1, expiring: 0 }]);
    writeSource(app, exchange(3));
    utimesSync(path, day(24), day(24));
    expect(surveyAgents(asked)).toMatchObject([{ notKept: 1, expiring: 1 }]);
  });

  it('tells of places that cannot be looked at, and nothing of places that are not there', () => {
    const app = openApp();
    const place = `${app.folder}/projects`;
    const agent = { ...app.importers[0], places: () => [place, `${app.folder}/other`] };
    const asked = { ...app, importers: [agent as (typeof app.importers)[number]] };
    expect(surveyAgents(asked)).toMatchObject([{ files: 0, unread: 0 }]);
    symlinkSync('projects', place);
    expect(surveyAgents(asked)).toMatchObject([{ files: 0, unread: 1 }]);
    const { checks } = examineStore(asked, CARE);
    expect(checks).toContainEqual(expect.objectContaining({ name: 'claude-code', status: 'warning' }));
  });
});

describe('status and doctor', () => {
  it('tell what the store holds', async () => {
    const app = await garden();
    await changeSessions(app, { sessions: [idOf(OTHER)], decide: archiveWish });
    const status = readStatus({ ...app, cwd: '/home/ada/seed-shop' });
    expect(status).toMatchObject({ sessions: 1, archived: 1, deleted: 0, project: { name: 'seed-shop', sessions: 1 } });
    expect(status.last.map(({ id }) => id)).toEqual([idOf()]);
    const examined = examineStore(app, CARE);
    expect(examined).toMatchObject({ ok: true, timeWarnings: 0, missingFromIndex: 0 });
  });

  it('tell of files that are not as they should be, and of sessions with impossible times', async () => {
    const app = openApp();
    writeSource(
      app,
      exchange(1).map((record) => ({ ...record, timestamp: '2031-01-01T00:00:00.000Z' })),
    );
    await runImport(app);
    const finding = {
      severity: 'error',
      code: 'bad-mode',
      file: 'key',
      line: null,
      offset: null,
      detail: 'is open to all',
    } as const;
    const examined = examineStore({ ...app, env: { LOOM_DISABLED: '1' } }, { ...CARE, checkFiles: () => [finding] });
    expect(examined).toMatchObject({ ok: false, timeWarnings: 1 });
    expect(examined.checks.filter(({ status }) => status !== 'ok').map(({ name }) => name)).toEqual([
      'files',
      'times',
      'recording',
    ]);
  });
});
