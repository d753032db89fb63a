import { describe, expect, it } from 'vitest';
import { recordEvent } from '../../src/app/record-event.ts';
import { eventsOfSessions, sessionEvents } from '../../src/app/session-history.ts';
import { startSession } from '../../src/app/start-session.ts';
import type { SessionId } from '../../src/kernel/ids.ts';
import { openApp, type TestApp } from './app-fixture.ts';

async function record(app: TestApp, session: SessionId, text: string): Promise<void> {
  app.pass(1000);
  await recordEvent(app, { session, type: 'prompt.submitted', data: { text }, fits: () => true });
}

/** Two sessions whose prompts take turns, each longer than what is read past. */
async function openTwo() {
  const app = openApp();
  const ids: SessionId[] = [];
  for (const n of [1, 2])
    ids.push(
      (await startSession(app, { agent: 'claude-code' }, () => `5eed0000-0000-4000-8000-00000000020${n}`)).session,
    );
  const [oats, rye] = ids as [SessionId, SessionId];
  for (const round of [1, 2, 3]) {
    await record(app, oats, `oats ${round} ${'o'.repeat(5000)}`);
    await record(app, rye, `rye ${round} ${'r'.repeat(5000)}`);
  }
  return { app, oats, rye };
}

function promptsOf(app: TestApp, session: SessionId): readonly string[] {
  return sessionEvents(app, session).flatMap((event) =>
    event.type === 'prompt.submitted' ? [(event.data.text ?? '').slice(0, 6).trim()] : [],
  );
}

describe('the events of a session', () => {
  it('are read where they lie, and no others with them', async () => {
    const { app, oats } = await openTwo();
    app.readModel.catchUp();
    const { read } = app.journal;
    const passed: number[] = [];
    Object.assign(app.journal, {
      read: (after?: Parameters<typeof read>[0]) => {
        const entries = [...read(after)];
        passed.push(entries.length);
        return entries;
      },
    });
    expect(promptsOf(app, oats)).toEqual(['oats 1', 'oats 2', 'oats 3']);
    expect(passed.every((count) => count === 0)).toBe(true);
  });

  it('are those of the whole journal where the places noted are no lines any more', async () => {
    const { app, rye } = await openTwo();
    app.readModel.catchUp();
    Object.assign(app.readModel, { stretches: () => [{ segment: 1, start: 3, end: 90 }] });
    expect(promptsOf(app, rye)).toEqual(['rye 1', 'rye 2', 'rye 3']);
  });

  it('begin after a place, of several sessions in the order they are named', async () => {
    const { app, oats, rye } = await openTwo();
    const after = app.journal.head();
    await record(app, oats, 'oats 4');
    const found = eventsOfSessions(app, [rye, oats], { after });
    expect([...found].map(([id, events]) => [id, events.length])).toEqual([
      [rye, 0],
      [oats, 1],
    ]);
  });
});
