import { describe, expect, it } from 'vitest';
import { changeSessions } from '../../src/app/change-session.ts';
import { type CompactionOutcome, compactSession, planCompaction } from '../../src/app/compact-session.ts';
import { startSession } from '../../src/app/start-session.ts';
import { decideDelete } from '../../src/domain/session-decide.ts';
import { answer, exchange, type Fields, prompt } from '../importers/support/claude-records.ts';
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

const SETTING = { command: ['/usr/bin/sum', '-x'], timeoutMs: 5000, tokens: 10_000 };

async function keep(records: readonly Fields[]): Promise<TestApp> {
  const app = openApp();
  writeSource(app, records);
  await runImport(app);
  return app;
}

function compact(app: TestApp): Promise<CompactionOutcome> {
  app.readModel.catchUp();
  return compactSession(app, planCompaction(app, idOf()));
}

const stored = (app: TestApp) => eventsOf(app, 'session.summarized');

describe('a stored summary', () => {
  it('names what it covers, and its text is in a blob', async () => {
    const app = await keep(exchange(2));
    const done = await compact(app);
    expect(done).toMatchObject({ kind: 'summarised', method: 'deterministic', fellBack: null });
    const [event] = stored(app);
    expect(event).toMatchObject({
      trust: 'untrusted',
      data: { through: 'a1', turns: 2, messages: 4, method: 'deterministic' },
    });
    app.readModel.catchUp();
    const mark = app.readModel.state(idOf())?.summaries[0];
    expect(app.decodeText(app.transcripts.blob(idOf(), mark?.blob ?? '') ?? new Uint8Array())).toContain('Sow bed 0');
  });

  it('is stored once, however often and from wherever it is asked for', async () => {
    const app = await keep(exchange(2));
    await compact(app);
    expect(await compact(app)).toMatchObject({ kind: 'unchanged' });
    expect(await compact(secondProcess(app))).toMatchObject({ kind: 'unchanged' });
    expect(stored(app)).toHaveLength(1);
  });

  it('is stored once though another process is quicker', async () => {
    const app = await keep(exchange(2));
    const other = secondProcess(app);
    app.meanwhile(async () => void (await compact(other)));
    expect(await compact(app)).toMatchObject({ kind: 'unchanged' });
    expect(stored(app)).toHaveLength(1);
  });

  it('is a new one once the session went on', async () => {
    const app = await keep(exchange(2));
    await compact(app);
    writeSource(app, exchange(3));
    await runImport(app);
    expect(await compact(app)).toMatchObject({ kind: 'summarised' });
    expect(stored(app)).toHaveLength(2);
  });

  it('of a long session covers exactly what a context leaves out', async () => {
    const app = await keep(exchange(80));
    const plan = planCompaction(app, idOf(), { budget: 1000 });
    expect(plan.turns).toBeGreaterThan(10);
    expect(plan.turns).toBeLessThan(80);
    expect(plan.through).toBe(`a${plan.turns - 1}`);
  });

  it('is none of a session without messages', async () => {
    const app = openApp();
    const { session } = await startSession(app, { agent: 'claude-code' }, () => 'empty-bed');
    app.readModel.catchUp();
    expect(await compactSession(app, planCompaction(app, session))).toMatchObject({ kind: 'nothing', event: null });
    expect(stored(app)).toHaveLength(0);
  });

  it('is refused for a deleted session', async () => {
    const app = await keep(exchange(1));
    await changeSessions(app, { sessions: [idOf()], decide: (state) => decideDelete(state) });
    expect(await compact(app)).toMatchObject({ kind: 'refused', refusal: { code: 'session-deleted' } });
  });
});

describe('a summary that a program writes', () => {
  it('is marked as such, redacted and bounded', async () => {
    const app = await keep(exchange(2));
    const secret = ['sk', 'ant', 'api03', 'q7Rk'.repeat(24)].join('-');
    const plan = planCompaction(app, idOf(), { summarizer: SETTING });
    const done = await compactSession(app, plan, {
      setting: SETTING,
      run: async ({ command, input }) => {
        expect(command).toEqual(SETTING.command);
        expect(input).toContain('Sow bed 1');
        return { ok: true, text: `All sown with ${secret}\n${'x'.repeat(200_000)}` };
      },
    });
    expect(done).toMatchObject({ kind: 'summarised', method: 'command sum', fellBack: null });
    expect(done.kind === 'summarised' ? done.text.length : 0).toBe(plan.most);
    expect(storeText(app)).not.toContain(secret);
  });

  it('is given no more than the tokens that are allowed', async () => {
    const app = await keep([prompt('p0', null, 'Look'), answer('a0', 'p0', 'sunflower '.repeat(20_000))]);
    const plan = planCompaction(app, idOf(), { summarizer: { ...SETTING, tokens: 1000 } });
    expect(plan.inputTokens).toBeLessThan(1200);
  });

  it.each([
    ['fails', { ok: false, problem: 'it ended with 3' } as const, 'it ended with 3'],
    ['answers nothing', { ok: true, text: ' \n' } as const, 'it answered nothing'],
  ])('that %s is replaced by the one made by rules', async (_what, given, problem) => {
    const app = await keep(exchange(2));
    const plan = planCompaction(app, idOf(), { summarizer: SETTING });
    const done = await compactSession(app, plan, { setting: SETTING, run: async () => given });
    expect(done).toMatchObject({ kind: 'summarised', method: 'deterministic', fellBack: problem });
    expect(done.kind === 'summarised' ? done.text : '').toContain('Sow bed 0');
  });

  it('is not asked for again while the records are the same', async () => {
    const app = await keep(exchange(2));
    const by = { setting: SETTING, run: async () => ({ ok: true, text: 'All sown' }) as const };
    await compactSession(app, planCompaction(app, idOf(), { summarizer: SETTING }), by);
    app.readModel.catchUp();
    const again = planCompaction(app, idOf(), { summarizer: SETTING });
    expect(again.stored?.method).toBe('command sum');
    const run = async (): Promise<never> => {
      throw new Error('asked again');
    };
    expect(await compactSession(app, again, { setting: SETTING, run })).toMatchObject({
      kind: 'unchanged',
      text: 'All sown',
    });
  });
});
