import { describe, expect, it } from 'vitest';
import { capturedPromptsOf } from '../../src/app/captured-prompts.ts';
import { exportMarkdown } from '../../src/app/export-conversation.ts';
import { listPrompts } from '../../src/app/list-prompts.ts';
import { recordEvent } from '../../src/app/record-event.ts';
import { showSession } from '../../src/app/show-session.ts';
import { startSession } from '../../src/app/start-session.ts';
import type { IsoTime, SessionId } from '../../src/kernel/ids.ts';
import { formatInstant, instantMillis } from '../../src/kernel/instant.ts';
import { exchange } from '../importers/support/claude-records.ts';
import { idOf, openApp, runImport, type TestApp, writeSource } from './app-fixture.ts';

async function record(app: TestApp, text: string, more: { at?: IsoTime; key?: string; session?: SessionId } = {}) {
  const { session = idOf(), ...rest } = more;
  await recordEvent(app, { session, type: 'prompt.submitted', data: { text }, fits: () => true, ...rest });
  app.readModel.catchUp();
}

async function importedApp(): Promise<TestApp> {
  const app = openApp();
  const start = Date.UTC(2026, 2, 1, 9);
  const timed = exchange(3).map((one, index) => ({ ...one, timestamp: formatInstant(start + index * 60_000) }));
  writeSource(app, timed);
  await runImport(app);
  return app;
}

function turnsOf(app: TestApp) {
  return showSession(app, idOf()).turns;
}

/** The exchange's prompts, by turn. */
async function told(): Promise<{ app: TestApp; texts: string[]; times: IsoTime[] }> {
  const app = await importedApp();
  const turns = turnsOf(app);
  return { app, texts: turns.map(({ prompt }) => prompt ?? ''), times: turns.map(({ at }) => at as IsoTime) };
}

describe('a prompt that was recorded live', () => {
  it('stands in its place when the transcript lacks it, in show, prompts, Markdown and counts', async () => {
    const { app, texts, times } = await told();
    const at = times[1] as IsoTime;
    const later = formatInstant(instantMillis(at) + 1);
    await record(app, 'Do not forget the watering can', { at: later });
    const prompts = [texts[0], texts[1], 'Do not forget the watering can', texts[2]];
    expect(turnsOf(app).map(({ prompt }) => prompt)).toEqual(prompts);
    expect(turnsOf(app).map(({ captured }) => captured === true)).toEqual([false, false, true, false]);
    expect(turnsOf(app)[1]?.answer).not.toBeNull();
    const view = app.readModel.view(idOf());
    expect(showSession(app, idOf()).view.counts.prompts).toBe((view?.counts.prompts ?? 0) + 1);
    const rows = listPrompts(app, { views: view === undefined ? [] : [view], archived: false });
    expect(rows.map(({ prompt }) => prompt)).toEqual(prompts);
    const markdown = view === undefined ? '' : [...exportMarkdown(app, view, 'compact')].join('');
    expect(markdown.indexOf('watering can')).toBeGreaterThan(markdown.indexOf(texts[1] ?? ''));
    expect(markdown.indexOf('watering can')).toBeLessThan(markdown.indexOf(texts[2] ?? ''));
  });

  it('is told once when a hook and what stands before the agent both told it', () => {
    const at = (second: number) => formatInstant(Date.UTC(2026, 2, 1, 9, 0, second));
    const told = (id: string, kind: string, second: number, textDigest = 'a') =>
      ({ type: 'prompt.submitted', id, at: at(second), by: { kind }, data: { text: id, textDigest } }) as never;
    const events = [
      told('acp-1', 'acp', 1),
      told('hook-1', 'hook', 2),
      told('acp-2', 'acp', 20),
      told('acp-3', 'acp', 21, 'b'),
      told('hook-2', 'hook', 200, 'b'),
    ];
    const prompts = capturedPromptsOf(openApp(), idOf(), events);
    expect(prompts.map(({ text }) => text)).toEqual(['hook-1', 'acp-2', 'acp-3', 'hook-2']);
  });

  it('is told once when the transcript has it: by key, or by words and time', async () => {
    const { app, texts, times } = await told();
    await record(app, 'in other words', { key: 'p0' });
    await record(app, `  ${texts[1]}\n`, { at: times[1] as IsoTime });
    expect(turnsOf(app).map(({ prompt }) => prompt)).toEqual(texts);
    expect(showSession(app, idOf()).view.counts.prompts).toBe(3);
  });

  it('is told once more when it was given once more', async () => {
    const { app, texts, times } = await told();
    await record(app, texts[1] ?? '', { at: times[1] as IsoTime });
    await record(app, texts[1] ?? '', { at: times[2] as IsoTime });
    expect(turnsOf(app).filter(({ captured }) => captured === true)).toHaveLength(1);
  });

  it('stands in the Markdown of a session without a transcript', async () => {
    const app = openApp();
    const { session } = await startSession(app, { agent: 'codex' }, () => 'native-by-hand');
    await record(app, 'Water the beans', { session });
    const { turns, view } = showSession(app, session);
    expect(turns).toMatchObject([{ prompt: 'Water the beans', captured: true }]);
    expect(view.counts.prompts).toBe(1);
    expect([...exportMarkdown(app, view, 'compact')].join('')).toContain('**You**\n\nWater the beans');
  });

  it('leaves a session without prompts last, until it has one', async () => {
    const app = await importedApp();
    app.pass(3_600_000);
    const { session } = await startSession(app, { agent: 'codex' }, () => 'native-by-hand');
    app.readModel.catchUp();
    expect(app.readModel.list({}).map(({ id }) => id)).toEqual([idOf(), session]);
    await record(app, 'Water the beans', { session });
    expect(app.readModel.list({}).map(({ id }) => id)).toEqual([session, idOf()]);
  });
});
