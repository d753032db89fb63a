import { copyFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { changeSessions } from '../../src/app/change-session.ts';
import { deleteWish } from '../../src/app/session-wishes.ts';
import { answer, exchange, prompt, SESSION } from '../importers/support/claude-records.ts';
import {
  currentRecords,
  eventsOf,
  idOf,
  linesOf,
  openApp,
  runImport,
  secondProcess,
  storeText,
  type TestApp,
  writeSource,
} from './app-fixture.ts';

const OTHER = '5eed0000-0000-4000-8000-000000000002';

/** The same records under another session id and with other keys. */
function sessionOf(nativeId: string, count = 1) {
  return exchange(count).map((record) => ({
    ...record,
    sessionId: nativeId,
    uuid: `${nativeId}-${record['uuid']}`,
    parentUuid: record['parentUuid'] === null ? null : `${nativeId}-${record['parentUuid']}`,
  }));
}

function numbered(index: number): string {
  return `5eed0000-0000-4000-8000-${String(index).padStart(12, '0')}`;
}

describe('importing sessions', () => {
  it('keeps every record of a session and says so', async () => {
    const app = openApp();
    writeSource(app, exchange(3));
    const report = await runImport(app);
    expect(report.sessions).toEqual({ added: 1, updated: 0, unchanged: 0, skipped: 0, failed: 0 });
    expect(report.records).toMatchObject({ read: 6, kept: 6, malformed: 0, skipped: 0 });
    expect(report.changed).toEqual([idOf()]);
    expect(currentRecords(app)).toEqual(exchange(3));
    expect(app.readModel.view(idOf())?.counts).toMatchObject({ prompts: 3, answers: 3 });
  });

  it('does nothing the second time', async () => {
    const app = openApp();
    writeSource(app, exchange(3));
    await runImport(app);
    const before = storeText(app);
    const again = await runImport(app);
    expect(again.sessions).toMatchObject({ added: 0, updated: 0, unchanged: 1 });
    expect(storeText(app)).toBe(before);
  });

  it.each([1, 40])('asks for no redaction and no transcripts where none of %d files changed', async (files) => {
    const app = openApp();
    for (let index = 0; index < files; index += 1)
      writeSource(app, sessionOf(numbered(index)), `${numbered(index)}.jsonl`);
    await runImport(app);
    const refuse = (): never => {
      throw new Error('not needed');
    };
    const lean: TestApp = {
      ...app,
      redactor: { ...app.redactor, redact: refuse },
      transcripts: { advance: refuse } as never,
    };
    expect((await runImport(lean)).sessions).toMatchObject({ unchanged: files, failed: 0 });
  });

  it('does nothing when only the times of the file changed', async () => {
    const app = openApp();
    writeSource(app, exchange(3));
    await runImport(app);
    const before = storeText(app);
    writeSource(app, exchange(3));
    expect((await runImport(app)).sessions).toMatchObject({ unchanged: 1, updated: 0 });
    expect(storeText(app)).toBe(before);
  });

  it('leaves out folders, empty files and files of no session, each with a reason', async () => {
    const app = openApp();
    writeSource(app, '', 'empty.jsonl');
    writeSource(app, '{"type":"summary","summary":"only a title"}\n', 'meta.jsonl');
    writeSource(app, 'not json\nat all\n', 'broken.jsonl');
    const report = await runImport(app);
    expect(report.sessions).toMatchObject({ added: 0, skipped: 2, failed: 1 });
    expect(report.problems.map(({ code }) => code).sort()).toEqual(['empty', 'not-a-session', 'unreadable-content']);
    expect(eventsOf(app)).toEqual([]);
  });

  it('counts what a file of no session is filled up with, beside its records', async () => {
    const app = openApp();
    writeSource(app, '{"type":"summary","summary":"only a title"}\n\0\0\0\n', 'meta.jsonl');
    const { records, skippedTypes } = await runImport(app);
    expect(records).toMatchObject({ read: 1, kept: 0, skipped: 2 });
    expect(skippedTypes).toEqual({ 'nul-padding': 1 });
  });

  it('counts damaged lines and keeps the rest', async () => {
    const app = openApp();
    const [first = '', second = ''] = linesOf(exchange(1)).split('\n');
    writeSource(app, `${first}\n{"type":"user","mess\n${second}\n`);
    const report = await runImport(app);
    expect(report.records).toMatchObject({ read: 3, kept: 2, malformed: 1 });
    expect(eventsOf(app, 'transcript.synced')[0]?.data).toMatchObject({ tally: { malformedLines: [2] } });
  });

  it('writes nothing in a dry run, whose figures are those of the import', async () => {
    const app = openApp();
    writeSource(app, exchange(2));
    writeSource(app, sessionOf(OTHER), `${OTHER}.jsonl`);
    const plan = await runImport(app, { dryRun: true });
    expect(plan.sessions).toMatchObject({ added: 2 });
    expect(eventsOf(app)).toEqual([]);
    expect(app.transcripts.size(idOf())).toEqual({ transcript: 0, blobs: 0 });
    const real = await runImport(app);
    expect({ ...plan, dryRun: false, redactions: {} }).toEqual({ ...real, redactions: {} });
  });

  it('knows a copied file by what it holds', async () => {
    const app = openApp();
    const path = writeSource(app, exchange(2));
    await runImport(app);
    copyFileSync(path, join(app.folder, 'projects', 'copy.jsonl'));
    const report = await runImport(app);
    expect(report.sessions).toMatchObject({ added: 0, updated: 0, unchanged: 2 });
    expect(app.readModel.count({})).toBe(1);
  });

  it('follows a moved file, and goes on from where it was read to', async () => {
    const app = openApp();
    const path = writeSource(app, exchange(2));
    await runImport(app);
    const moved = writeSource(app, '', `elsewhere/${SESSION}.jsonl`);
    renameSync(path, moved);
    expect((await runImport(app)).sessions).toMatchObject({ added: 0, updated: 0, unchanged: 1 });
    expect(app.readModel.bySource(moved)?.session).toBe(idOf());
    const before = storeText(app);
    expect((await runImport(app)).sessions).toMatchObject({ unchanged: 1 });
    expect(storeText(app)).toBe(before);
    writeSource(app, exchange(4), `elsewhere/${SESSION}.jsonl`);
    const grown = await runImport(app);
    expect(grown.sessions).toMatchObject({ updated: 1 });
    expect(grown.records.read).toBe(4);
    expect(currentRecords(app)).toEqual(exchange(4));
    expect(app.readModel.state(idOf())?.transcript?.source.path).toBe(moved);
  });

  it('reads only what is new of a file that grew', async () => {
    const app = openApp();
    writeSource(app, exchange(2));
    await runImport(app);
    writeSource(app, exchange(3));
    const grown = await runImport(app);
    expect(grown.sessions).toMatchObject({ updated: 1 });
    expect(grown.records).toMatchObject({ read: 2, kept: 2 });
    expect(app.readModel.state(idOf())?.transcript).toMatchObject({ lines: 6, generation: 1, tally: { read: 6 } });
  });

  it('links a session to the further folders it worked in, each once', async () => {
    const app = openApp();
    const away = { cwd: '/home/ada/bulb-farm' };
    writeSource(app, [...exchange(1), prompt('p9', 'a0', 'And the bulbs', away)]);
    await runImport(app);
    writeSource(app, [...exchange(1), prompt('p9', 'a0', 'And the bulbs', away), answer('a9', 'p9', 'Planted', away)]);
    await runImport(app);
    expect(eventsOf(app, 'session.linked').map((event) => event.data)).toEqual([
      { where: { cwd: '/home/ada/bulb-farm', realCwd: '/home/ada/bulb-farm' } },
    ]);
  });

  it('closes a session after silence, with the time of its last record', async () => {
    const app = openApp();
    writeSource(app, exchange(1));
    await runImport(app);
    expect(eventsOf(app, 'session.closed').map(({ at, data }) => ({ at, data }))).toEqual([
      { at: '2026-03-01T09:00:00.000Z', data: { reason: 'silence', inferred: true } },
    ]);
    expect(app.readModel.view(idOf())?.status).toBe('closed');
  });

  it('closes it again when it grew by records that do not say whose they are', async () => {
    const app = openApp();
    writeSource(app, exchange(1));
    await runImport(app);
    const note = { type: 'system', subtype: 'notice', uuid: 's1', timestamp: '2026-03-01T12:00:00.000Z' };
    writeSource(app, [...exchange(1), note]);
    await runImport(app);
    expect(app.readModel.view(idOf())).toMatchObject({ status: 'closed', endedAt: '2026-03-01T12:00:00.000Z' });
  });

  it('leaves a session open whose last record is fresh', async () => {
    const app = openApp();
    const timestamp = new Date(app.clock() - 60_000).toISOString();
    writeSource(
      app,
      exchange(1).map((record) => ({ ...record, timestamp })),
    );
    await runImport(app);
    expect(eventsOf(app, 'session.closed')).toEqual([]);
    expect(app.readModel.view(idOf())?.status).toBe('active');
  });
});

describe('a session that a person deleted', () => {
  async function deleted() {
    const app = openApp();
    writeSource(app, exchange(1));
    await runImport(app);
    await changeSessions(app, { sessions: [idOf()], decide: deleteWish });
    return app;
  }

  it('is skipped by an import, whether its file changed or not', async () => {
    const app = await deleted();
    const before = eventsOf(app).length;
    expect((await runImport(app)).problems).toMatchObject([{ code: 'deleted-by-you' }]);
    writeSource(app, exchange(2));
    expect((await runImport(app)).sessions).toMatchObject({ skipped: 1, updated: 0 });
    expect(eventsOf(app)).toHaveLength(before);
  });

  it('comes back with --revive, unchanged file or not', async () => {
    const app = await deleted();
    expect((await runImport(app, { revive: true })).sessions).toMatchObject({ updated: 1 });
    expect(app.readModel.view(idOf())).toMatchObject({ deleted: false, counts: { prompts: 1 } });
    expect((await runImport(app, { revive: true })).sessions).toMatchObject({ unchanged: 1 });
  });

  it('is skipped when it is deleted while the import runs', async () => {
    const app = openApp();
    writeSource(app, exchange(1));
    await runImport(app);
    writeSource(app, exchange(2));
    const other = secondProcess(app);
    app.meanwhile(async () => {
      await changeSessions(other, { sessions: [idOf()], decide: deleteWish });
    });
    const report = await runImport(app);
    expect(report.sessions).toMatchObject({ updated: 0, skipped: 1 });
    expect(currentRecords(app)).toEqual(exchange(1));
  });
});

/** Runs once, after the next batch is prepared and before the journal is asked. */
function beforeCommit(app: TestApp, action: () => Promise<unknown>): void {
  vi.spyOn(app.transcripts, 'sealAll').mockImplementationOnce(async () => {
    await action();
  });
}

describe('an import beside another process', () => {
  it('voids what was prepared from an older state, and reads again', async () => {
    const app = openApp();
    writeSource(app, exchange(1));
    await runImport(app);
    writeSource(app, exchange(3));
    const other = secondProcess(app);
    app.meanwhile(async () => {
      expect((await runImport(other)).sessions).toMatchObject({ updated: 1 });
    });
    const report = await runImport(app);
    expect(report.sessions).toMatchObject({ updated: 0, unchanged: 1 });
    expect(report.records.kept).toBe(0);
    expect(currentRecords(app)).toEqual(exchange(3));
    expect(eventsOf(app, 'transcript.synced')).toHaveLength(2);
  });

  it('reads on where the other kept only a part', async () => {
    const app = openApp();
    writeSource(app, exchange(1));
    await runImport(app);
    writeSource(app, exchange(4));
    const other = secondProcess(app);
    app.meanwhile(async () => {
      writeSource(app, exchange(2));
      await runImport(other);
      writeSource(app, exchange(4));
    });
    expect((await runImport(app)).sessions).toMatchObject({ updated: 1 });
    expect(currentRecords(app)).toEqual(exchange(4));
  });

  it('voids what the other overtook before the lock was asked for', async () => {
    const app = openApp();
    writeSource(app, exchange(1));
    await runImport(app);
    writeSource(app, exchange(3));
    const other = secondProcess(app);
    beforeCommit(app, () => runImport(other));
    expect((await runImport(app)).sessions).toMatchObject({ updated: 0, unchanged: 1 });
    expect(currentRecords(app)).toEqual(exchange(3));
    beforeCommit(app, () => changeSessions(other, { sessions: [idOf()], decide: deleteWish }));
    writeSource(app, exchange(4));
    expect((await runImport(app)).sessions).toMatchObject({ updated: 0, skipped: 1 });
    expect(currentRecords(app)).toEqual(exchange(3));
  });

  it('adds a new session once, though both found it', async () => {
    const app = openApp();
    writeSource(app, exchange(2));
    writeSource(app, sessionOf(OTHER), `${OTHER}.jsonl`);
    const other = secondProcess(app);
    app.meanwhile(async () => {
      await runImport(other, { paths: [join(app.folder, 'projects', `${SESSION}.jsonl`)] });
    });
    const report = await runImport(app);
    expect(report.sessions).toMatchObject({ added: 1, unchanged: 1 });
    expect(eventsOf(app, 'session.started')).toHaveLength(2);
    expect(currentRecords(app)).toEqual(exchange(2));
  });
});

describe('batches of an import', () => {
  it('hold at most 64 sessions', async () => {
    const app = openApp();
    for (let i = 1; i <= 130; i += 1) writeSource(app, sessionOf(numbered(i)), `${numbered(i)}.jsonl`);
    expect((await runImport(app)).sessions.added).toBe(130);
    const sessions = app.commits.map(
      (drafts) => new Set(drafts.map((draft) => draft.stream).filter((stream) => stream.startsWith('session/'))).size,
    );
    expect(Math.max(...sessions)).toBe(64);
    expect(sessions.reduce((sum, count) => sum + count, 0)).toBe(130);
  });

  it('know what earlier ones of the same import kept, though nothing folded it yet', async () => {
    const app = openApp();
    const many = Array.from({ length: 140 }, (_, index) => numbered(index));
    for (const nativeId of many) writeSource(app, sessionOf(nativeId), `${nativeId}.jsonl`);
    const [first = ''] = many;
    const child = numbered(900);
    // In the order of names: a copy of the first session, and one that goes on with it, batches later.
    writeSource(app, sessionOf(first), `copy/${first}.jsonl`);
    const going = sessionOf(first).map((record) => ({ ...record, sessionId: child }));
    const on = [prompt('q1', String(going.at(-1)?.['uuid']), 'Now the greenhouse', { sessionId: child })];
    writeSource(app, [...going, ...on], `later/${child}.jsonl`);
    const report = await runImport(app);
    expect(report.sessions).toEqual({ added: 141, updated: 0, unchanged: 1, skipped: 0, failed: 0 });
    expect(app.commits.length).toBeLessThanOrEqual(6);
    expect(app.readModel.view(idOf(child))?.parent).toMatchObject({ id: idOf(first), kind: 'continuation' });
    expect(app.readModel.state(idOf(child))?.transcript?.inherited).toEqual({ session: idOf(first), records: 2 });
  });

  it('hold at most 256 events', async () => {
    const app = openApp();
    for (let i = 1; i <= 20; i += 1) {
      const [first = {}, ...rest] = sessionOf(numbered(i), 20);
      const records = [first, ...rest.map((record, n) => ({ ...record, cwd: `/home/ada/bed-${i}-${n}` }))];
      writeSource(app, records, `${numbered(i)}.jsonl`);
    }
    expect((await runImport(app)).sessions.added).toBe(20);
    expect(Math.max(...app.commits.map((drafts) => drafts.length))).toBeLessThanOrEqual(256);
  });

  it('fit a commit however long the paths are', async () => {
    const app = openApp();
    for (let i = 1; i <= 6; i += 1) {
      const [first = {}, ...rest] = sessionOf(numbered(i), 25);
      const deep = (n: number) => `/${i}/${n}/${'ü'.repeat(2500)}`;
      writeSource(app, [first, ...rest.map((record, n) => ({ ...record, cwd: deep(n) }))], `${numbered(i)}.jsonl`);
    }
    const report = await runImport(app);
    expect(report.sessions).toMatchObject({ added: 6, failed: 0 });
  });
});

describe('subagents', () => {
  it('are children with counts of their own, and do not count in the parent', async () => {
    const app = openApp();
    writeSource(app, exchange(2));
    const records = exchange(1).map((record) => ({
      ...record,
      agentId: 'fern',
      isSidechain: true,
      uuid: `f-${record['uuid']}`,
    }));
    writeSource(app, records, `${SESSION}/subagents/agent-fern.jsonl`);
    await runImport(app);
    const child = idOf(`${SESSION}/fern`);
    expect(app.readModel.view(child)).toMatchObject({
      nativeId: `${SESSION}/fern`,
      parent: { id: idOf(), kind: 'subagent' },
      counts: { prompts: 1 },
    });
    expect(app.readModel.view(idOf())?.counts).toMatchObject({ prompts: 2, children: 1 });
    expect(app.readModel.list({}).map((view) => view.id)).toEqual([idOf()]);
  });
});

describe('a session that continues another', () => {
  const beginning = exchange(2);
  const more = [
    prompt('q1', 'a1', 'Now the greenhouse', { sessionId: OTHER }),
    answer('b1', 'q1', 'Done', { sessionId: OTHER }),
  ];

  it('names its parent and what it inherited, when its records were copied under its own id', async () => {
    const app = openApp();
    writeSource(app, beginning);
    await runImport(app);
    writeSource(app, [...beginning.map((record) => ({ ...record, sessionId: OTHER })), ...more], `${OTHER}.jsonl`);
    await runImport(app);
    expect(app.readModel.view(idOf(OTHER))).toMatchObject({
      parent: { id: idOf(), kind: 'continuation' },
      counts: { prompts: 3, inherited: 2 },
    });
    expect(app.readModel.state(idOf(OTHER))?.transcript?.inherited).toEqual({ session: idOf(), records: 4 });
  });

  it('inherits only what stands before its own first record', async () => {
    const app = openApp();
    writeSource(app, beginning);
    await runImport(app);
    const own = [...beginning.slice(0, 2), ...more, ...beginning.slice(2)];
    writeSource(
      app,
      own.map((record) => ({ ...record, sessionId: OTHER })),
      `${OTHER}.jsonl`,
    );
    await runImport(app);
    expect(app.readModel.state(idOf(OTHER))?.transcript?.inherited).toEqual({ session: idOf(), records: 2 });
  });

  it('is recognised when both come in one import', async () => {
    const app = openApp();
    writeSource(app, beginning);
    writeSource(app, [...beginning.map((record) => ({ ...record, sessionId: OTHER })), ...more], `${OTHER}.jsonl`);
    await runImport(app);
    expect(app.commits.filter((drafts) => drafts.some((draft) => draft.type === 'session.started'))).toHaveLength(1);
    expect(app.readModel.view(idOf(OTHER))).toMatchObject({ parent: { id: idOf() }, counts: { inherited: 2 } });
  });

  it('is recognised by the id at its head, though the parent is not known yet', async () => {
    const app = openApp();
    writeSource(app, [...beginning, ...more], `${OTHER}.jsonl`);
    await runImport(app);
    expect(app.readModel.view(idOf(OTHER))).toMatchObject({ parent: { id: idOf(), kind: 'continuation' } });
  });
});

describe('what a source says of itself', () => {
  const secret = () => `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`;

  it('is redacted before it is written', async () => {
    const app = openApp();
    const marked = exchange(1).map((record) => ({
      ...record,
      sessionId: `id-${secret()}`,
      cwd: `/home/ada/${secret()}`,
      gitBranch: `fix-${secret()}`,
      version: secret(),
      message: { role: 'user', content: `use ${secret()}`, [secret()]: 'a key' },
    }));
    writeSource(app, marked, `${secret()}.jsonl`);
    const report = await runImport(app);
    expect(report.sessions.added).toBe(1);
    expect(Object.keys(report.redactions)).not.toEqual([]);
    expect(storeText(app)).not.toContain(secret());
    expect(JSON.stringify(report)).not.toContain(secret());
    expect(JSON.stringify(app.readModel.list({}))).not.toContain(secret());
    expect((await runImport(app)).sessions).toMatchObject({ unchanged: 1, added: 0 });
  });

  it('is bounded, and still tells sessions apart', async () => {
    const app = openApp();
    for (const end of ['north', 'south']) {
      const sessionId = `${'lavender-'.repeat(4000)}${end}`;
      const records = exchange(1).map((record) => ({ ...record, sessionId, uuid: `${end}-${record['uuid']}` }));
      writeSource(app, records, `${end}.jsonl`);
    }
    expect((await runImport(app)).sessions).toMatchObject({ added: 2, failed: 0 });
    for (const view of app.readModel.list({})) expect(view.nativeId.length).toBeLessThan(300);
  });

  it('never keeps a session out, whatever stands in a path or branch', async () => {
    const app = openApp();
    const odd = { cwd: `/${'\u0001'.repeat(4000)}`, gitBranch: '\u0001'.repeat(5000) };
    writeSource(
      app,
      exchange(1).map((record) => ({ ...record, ...odd })),
    );
    const report = await runImport(app);
    expect(report.sessions).toMatchObject({ added: 1, failed: 0 });
  });
});

describe('sources', () => {
  it('are left as they are', async () => {
    const app = openApp();
    const path = writeSource(app, exchange(2));
    const before = statSync(path, { bigint: true });
    await runImport(app);
    const after = statSync(path, { bigint: true });
    expect([after.mtimeNs, after.ctimeNs, after.size]).toEqual([before.mtimeNs, before.ctimeNs, before.size]);
  });
});
