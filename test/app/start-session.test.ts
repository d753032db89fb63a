import { expect, it } from 'vitest';
import { startSession } from '../../src/app/start-session.ts';
import type { AgentName } from '../../src/events/agents.ts';
import { eventsOf, openApp, type TestApp } from './app-fixture.ts';

async function start(app: TestApp, nativeId: string, tty?: string, agent: AgentName = 'codex'): Promise<string> {
  const where = tty === undefined ? {} : { tty };
  const { session } = await startSession(app, { agent, ...where }, () => nativeId);
  app.readModel.catchUp();
  app.pass(60_000);
  return session;
}

it('a new session ends the one before it in its terminal, as inferred and as of its last sign of life', async () => {
  const app = openApp();
  const first = await start(app, 'first', 'tty-1');
  const begun = eventsOf(app, 'session.started')[0]?.at;
  const second = await start(app, 'second', 'tty-1');
  const ends = eventsOf(app, 'session.closed');
  expect(ends).toMatchObject([
    { stream: `session/${first}`, at: begun, data: { reason: 'followed', inferred: true }, by: { kind: 'system' } },
  ]);
  const statuses = app.readModel.list({}).map(({ id, status }) => [id, status]);
  expect(new Map(statuses as [string, string][])).toEqual(
    new Map([
      [first, 'closed'],
      [second, 'active'],
    ]),
  );
});

it('a new session leaves those of other terminals and agents, and those without a terminal', async () => {
  const app = openApp();
  await start(app, 'elsewhere', 'tty-2');
  await start(app, 'nowhere');
  await start(app, 'other', 'tty-1', 'gemini');
  await start(app, 'new', 'tty-1');
  await start(app, 'untold');
  expect(eventsOf(app, 'session.closed')).toEqual([]);
});

it('a new session leaves one whose process still runs', async () => {
  const app = openApp();
  const mark = { pid: 7, started: '1', boot: 'b', host: 'h' };
  const alive = { ...app, processes: { ...app.processes, mark: () => mark, look: () => 'alive' as const } } as TestApp;
  await startSession(alive, { agent: 'codex', tty: 'tty-1', pid: 7 }, () => 'first');
  await startSession(alive, { agent: 'codex', tty: 'tty-1' }, () => 'second');
  expect(eventsOf(app, 'session.closed')).toEqual([]);
});
