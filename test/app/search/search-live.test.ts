/** Prompts that were recorded live are found at once, before and after their transcript is imported. */
import { expect, it } from 'vitest';
import { recordEvent } from '../../../src/app/record-event.ts';
import { startSession } from '../../../src/app/start-session.ts';
import type { SessionId } from '../../../src/kernel/ids.ts';
import { exchange } from '../../importers/support/claude-records.ts';
import { idOf, openApp, runImport, secondProcess, type TestApp, writeSource } from '../app-fixture.ts';
import { promptsOf, tell, texts } from './search-fixture.ts';

async function record(app: TestApp, session: SessionId, text: string): Promise<void> {
  await recordEvent(app, { session, type: 'prompt.submitted', data: { text }, fits: () => true });
}

async function started(app: TestApp): Promise<SessionId> {
  const { session } = await startSession(app, { agent: 'claude-code' }, () => 'live-one');
  return session;
}

async function sorted(app: TestApp, question: string): Promise<readonly string[]> {
  return [...(await texts(app, question))].sort();
}

it('prompts of a session without a transcript are found, and those that a transcript lacks', async () => {
  const app = openApp();
  const live = await started(app);
  await record(app, live, 'water the ferns');
  expect(await texts(app, 'ferns')).toEqual(['water the ferns']);
  await record(app, live, 'water the mosses');
  expect(await texts(app, 'water')).toHaveLength(2);
  writeSource(app, exchange(1));
  await runImport(app);
  await record(app, idOf(), 'water the roses');
  const all = ['water the ferns', 'water the mosses', 'water the roses'];
  expect(await sorted(app, 'water')).toEqual(all);
  expect(await sorted(secondProcess(app), 'water')).toEqual(all);
});

it('a session that began after the last search costs only the newest part of the journal', async () => {
  const app = openApp();
  await tell(app, promptsOf(['an old matter']));
  await texts(app, 'matter');
  const before = app.journal.head();
  const live = await started(app);
  await record(app, live, 'a new matter');
  expect(await texts(app, 'matter')).toHaveLength(2);
  await record(app, live, 'one more matter');
  const places: number[] = [];
  const { read } = app.journal;
  app.journal.read = (after) => {
    places.push(after?.offset ?? 0);
    return read(after);
  };
  expect(await texts(app, 'matter')).toHaveLength(3);
  expect(Math.min(...places)).toBeGreaterThanOrEqual(before.offset);
});
