import { describe, expect, it } from 'vitest';
import { changeSessions } from '../../src/app/change-session.ts';
import { noteExport } from '../../src/app/note-export.ts';
import { planPurge, purgeSessions } from '../../src/app/purge-sessions.ts';
import { deleteWish, pinWish, renameWish } from '../../src/app/session-wishes.ts';
import { showSession } from '../../src/app/show-session.ts';
import { startSession } from '../../src/app/start-session.ts';
import { undoEvent } from '../../src/app/undo-event.ts';
import type { SessionId } from '../../src/kernel/ids.ts';
import { answer, exchange, prompt, SESSION } from '../importers/support/claude-records.ts';
import { eventsOf, idOf, openApp, runImport, storeText, type TestApp, writeSource } from './app-fixture.ts';

const OTHER = '5eed0000-0000-4000-8000-000000000002';
const CANARY = 'canary-in-the-greenhouse';

/** Two unrelated sessions, and a subagent and a continuation of the first one. */
async function estate(): Promise<TestApp> {
  const app = openApp();
  const greenhouse = exchange(2).map((record) => ({ ...record, cwd: `/home/ada/${CANARY}` }));
  writeSource(app, [
    ...greenhouse,
    prompt('p2', 'a1', `${CANARY} ${'leaf '.repeat(20_000)}`, { cwd: `/home/ada/${CANARY}` }),
  ]);
  const agent = exchange(1).map((record) => ({
    ...record,
    agentId: 'fern',
    isSidechain: true,
    uuid: `f-${record['uuid']}`,
  }));
  writeSource(app, agent, `${SESSION}/subagents/agent-fern.jsonl`);
  const more = [prompt('q1', 'a1', 'More'), answer('b1', 'q1', 'Done')];
  const continued = [...exchange(2), ...more].map((record) => ({ ...record, sessionId: OTHER }));
  writeSource(app, continued, `${OTHER}.jsonl`);
  await runImport(app, { paths: [`${app.folder}/projects/${SESSION}.jsonl`] });
  await runImport(app);
  return app;
}

function viewOf(app: TestApp, id: SessionId = idOf()) {
  app.readModel.catchUp();
  return app.readModel.view(id);
}

function plan(app: TestApp, ...ids: readonly SessionId[]) {
  return planPurge(
    app,
    ids.flatMap((id) => viewOf(app, id) ?? []),
  );
}

describe('the plan of a purge', () => {
  it('counts what goes, and names sessions that hold copies', async () => {
    const app = await estate();
    const [item] = plan(app, idOf());
    const own = eventsOf(app).filter((event) => event.stream === `session/${idOf()}`);
    expect(item).toMatchObject({ session: idOf(), title: 'Sow bed 0', events: own.length, blobs: 1 });
    expect(item?.transcriptBytes).toBe(app.transcripts.size(idOf()).transcript);
    expect(item?.copies.map(({ session, kind }) => ({ session, kind }))).toEqual([
      { session: idOf(`${SESSION}/fern`), kind: 'subagent' },
      { session: idOf(OTHER), kind: 'continuation' },
    ]);
    expect(plan(app, idOf(OTHER))[0]?.copies).toMatchObject([{ session: idOf(), kind: 'parent' }]);
  });

  it('names the exports that may hold it, and no others', async () => {
    const app = openApp();
    await noteExport(app, { format: 'jsonl', path: '/tmp/before', bytes: 1 });
    writeSource(app, exchange(1));
    await runImport(app);
    const other = idOf('other');
    await noteExport(app, { format: 'json', path: '/tmp/named', bytes: 1, sessions: [idOf()] });
    await noteExport(app, { format: 'json', path: '/tmp/of-another', bytes: 1, sessions: [other] });
    await noteExport(app, { format: 'jsonl', path: '/tmp/whole', bytes: 1 });
    await noteExport(app, {
      format: 'json',
      path: '/tmp/many',
      bytes: 1,
      sessions: Array.from({ length: 300 }, () => other),
    });
    expect(plan(app, idOf())[0]?.exports.map(({ path }) => path)).toEqual(['/tmp/named', '/tmp/whole', '/tmp/many']);
  });

  it('changes nothing', async () => {
    const app = await estate();
    const before = storeText(app);
    plan(app, idOf());
    expect(storeText(app)).toBe(before);
  });
});

describe('a purge', () => {
  it('leaves nothing of the session, and the others as they were', async () => {
    const app = await estate();
    await changeSessions(app, { sessions: [idOf()], decide: renameWish(`About ${CANARY}`) });
    const others = [idOf(OTHER), idOf(`${SESSION}/fern`)];
    const shown = (id: SessionId) => {
      const { view, ...rest } = showSession(app, id);
      return { ...rest, view: { ...view, parent: null, ancestors: [] } };
    };
    const before = others.map(shown);
    expect(storeText(app)).toContain(CANARY);
    expect(await purgeSessions(app, plan(app, idOf()))).toEqual({ kind: 'purged', sessions: [idOf()] });
    expect(storeText(app)).not.toContain(CANARY);
    expect(app.transcripts.size(idOf())).toEqual({ transcript: 0, blobs: 0 });
    expect(app.readModel.state(idOf())).toMatchObject({ purged: true, transcript: null, title: null });
    expect(others.map(shown)).toEqual(before);
    expect(viewOf(app, idOf(OTHER))?.parent).toMatchObject({ id: idOf(), deleted: true });
    expect(app.readModel.list({}).map(({ id }) => id)).toEqual([idOf(OTHER)]);
  });

  it('takes the projects along that no other session was seen in', async () => {
    const app = await estate();
    expect(JSON.stringify(app.readModel.projects())).toContain(CANARY);
    await purgeSessions(app, plan(app, idOf()));
    app.readModel.catchUp();
    expect(JSON.stringify(app.readModel.projects())).not.toContain(CANARY);
    expect(viewOf(app, idOf(OTHER))?.project?.name).toBe('seed-shop');
  });

  it('keeps a project that another session was seen in', async () => {
    const app = await estate();
    const there = { ...app, cwd: `/home/ada/${CANARY}` };
    const { session } = await startSession(there, { agent: 'codex' }, () => 'stays');
    const project = viewOf(app)?.project;
    await purgeSessions(app, plan(app, idOf()));
    expect(viewOf(app, session)?.project).toEqual(project);
  });

  it('is done once, refuses later changes and cannot be undone', async () => {
    const app = await estate();
    const items = plan(app, idOf());
    await purgeSessions(app, items);
    const count = eventsOf(app).length;
    expect(await purgeSessions(app, items)).toEqual({ kind: 'nothing' });
    expect(await changeSessions(app, { sessions: [idOf()], decide: pinWish })).toMatchObject([
      { kind: 'refused', refusal: { code: 'session-purged' } },
    ]);
    const purged = eventsOf(app, 'session.purged')[0]?.id;
    expect(await undoEvent(app, purged)).toMatchObject({ change: { refusal: { code: 'not-undoable' } } });
    expect(eventsOf(app)).toHaveLength(count);
  });

  it('of sessions that are not known is refused', async () => {
    const app = openApp();
    expect(await purgeSessions(app, [])).toMatchObject({ kind: 'refused', refusal: { code: 'session-unknown' } });
  });

  it('is respected by imports, until they are told to revive', async () => {
    const app = await estate();
    await changeSessions(app, { sessions: [idOf()], decide: deleteWish });
    await purgeSessions(app, plan(app, idOf()));
    const report = await runImport(app);
    expect(report.problems).toMatchObject([{ code: 'deleted-by-you' }]);
    expect(storeText(app)).not.toContain(CANARY);
    expect((await runImport(app, { revive: true })).sessions).toMatchObject({ added: 1 });
    expect(viewOf(app)).toMatchObject({ purged: false, deleted: false, counts: { prompts: 3 }, nativeId: SESSION });
    expect((await runImport(app)).sessions).toMatchObject({ added: 0, updated: 0, skipped: 0 });
  });
});
