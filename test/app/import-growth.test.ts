import { describe, expect, it } from 'vitest';
import type { SessionView } from '../../src/domain/session-view.ts';
import { answer, exchange, type Fields, prompt, SESSION } from '../importers/support/claude-records.ts';
import { idOf, openApp, runImport, type TestApp, writeSource } from './app-fixture.ts';

const OTHER = '5eed0000-0000-4000-8000-000000000009';

function viewOf(app: TestApp, nativeId: string = SESSION): SessionView | undefined {
  return app.readModel.list({ everything: true, includeSubagents: true }).find(({ id }) => id === idOf(nativeId));
}

function endOf(app: TestApp) {
  const { status, endedAt } = viewOf(app) ?? {};
  return { status, endedAt };
}

/** The end of a session whose file was imported when it held the first records, and again when it held all. */
async function grow(first: readonly Fields[], rest: readonly Fields[]) {
  const app = openApp();
  writeSource(app, first);
  await runImport(app);
  writeSource(app, [...first, ...rest]);
  await runImport(app);
  return endOf(app);
}

async function importWhole(records: readonly Fields[]) {
  const app = openApp();
  writeSource(app, records);
  await runImport(app);
  return endOf(app);
}

const CLOSED = { status: 'closed', endedAt: '2026-03-01T09:00:00.000Z' };

describe('the end of a session that grew', () => {
  it('is where its last time is, when what is new has no times and names another folder', async () => {
    const rest = [prompt('p9', 'a1', 'Dig', { timestamp: 'soon', cwd: '/home/ada/orchard' })];
    expect(await grow(exchange(2), rest)).toEqual(CLOSED);
    expect(await importWhole([...exchange(2), ...rest])).toEqual(CLOSED);
  });

  it('is its last time that can be true, when what is new is of a day to come', async () => {
    const rest = [prompt('p9', 'a1', 'Dig', { timestamp: '2031-01-01T00:00:00.000Z' })];
    expect(await grow(exchange(2), rest)).toEqual(CLOSED);
    expect(await importWhole([...exchange(2), ...rest])).toEqual(CLOSED);
  });
});

describe('a session that named no folder when it was first read', () => {
  it('belongs to the project of the folder that it names later, as if it had been read once', async () => {
    const [first, ...rest] = exchange(2);
    const read = async (...growth: readonly (readonly Fields[])[]) => {
      const app = openApp();
      for (const records of growth) {
        writeSource(app, records);
        await runImport(app);
      }
      const { project, cwd } = viewOf(app) ?? {};
      return { project: project?.path, cwd };
    };
    const silent = { ...first, cwd: undefined };
    const whole = await read([silent, ...rest]);
    expect(whole).toEqual({ project: rest[0]?.['cwd'], cwd: rest[0]?.['cwd'] });
    expect(await read([silent], [silent, ...rest])).toEqual(whole);
  });
});

describe('a file that held only what it had copied of another session when it was first read', () => {
  const copied = exchange(1).map((record) => ({ ...record, sessionId: OTHER }));
  const own = [prompt('p9', 'a0', 'And the leeks?'), answer('a9', 'p9', 'Sown too')];

  it('becomes the session that it is named after, which goes on with the other one', async () => {
    const app = openApp();
    writeSource(app, copied);
    await runImport(app);
    expect(viewOf(app, OTHER)?.counts.prompts).toBe(1);
    writeSource(app, [...copied, ...own]);
    expect((await runImport(app)).sessions).toMatchObject({ added: 1, updated: 0 });
    expect(viewOf(app)).toMatchObject({ nativeId: SESSION, parent: { id: idOf(OTHER), kind: 'continuation' } });
    expect(viewOf(app)?.counts).toMatchObject({ prompts: 2, inherited: 1 });
    expect(viewOf(app, OTHER)?.counts).toMatchObject({ prompts: 1 });
    expect((await runImport(app)).sessions).toMatchObject({ added: 0, updated: 0, unchanged: 1 });
    writeSource(app, [...copied, ...own, prompt('p10', 'a9', 'And the peas?')]);
    expect((await runImport(app)).sessions).toMatchObject({ added: 0, updated: 1 });
    expect(viewOf(app)?.counts).toMatchObject({ prompts: 3, inherited: 1 });
  });
});
