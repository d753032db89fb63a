import { describe, expect, it } from 'vitest';
import { forkSession } from '../../src/app/fork-session.ts';
import { planPurge, purgeSessions } from '../../src/app/purge-sessions.ts';
import { showSession } from '../../src/app/show-session.ts';
import type { SessionId } from '../../src/kernel/ids.ts';
import { answer, exchange, type Fields, prompt } from '../importers/support/claude-records.ts';
import { currentRecords, idOf, openApp, runImport, type TestApp, writeSource } from './app-fixture.ts';
import { made, nativeTools } from './native-fixture.ts';

/** Tools of an agent for which no session files can be written. */
const noWriter = { ...nativeTools(), writerFor: () => undefined };

async function garden(...versions: readonly (readonly Fields[])[]): Promise<TestApp> {
  const app = openApp();
  for (const records of versions) {
    writeSource(app, records);
    await runImport(app);
  }
  return app;
}

const fork = async (app: TestApp, at?: string) =>
  made(await forkSession(app, { session: idOf(), native: false, ...(at === undefined ? {} : { at }) }, noWriter))
    .session;
const prompts = (app: TestApp, id: SessionId) => showSession(app, id).turns.map((turn) => turn.prompt);

describe('a fork of a session whose agent loom cannot write for', () => {
  it('keeps the records of its beginning as they are, numbered from one', async () => {
    const app = await garden(exchange(3));
    const id = await fork(app, 'turn:2');
    expect(currentRecords(app, id)).toEqual(exchange(3).slice(0, 4));
    expect(app.readModel.view(id)).toMatchObject({
      title: 'Sow bed 0 (fork)',
      counts: { prompts: 2, inherited: 2 },
      parent: { id: idOf() },
    });
  });

  it('keeps long texts of its own, for when its parent is erased', async () => {
    const long = 'seed '.repeat(20_000);
    const app = await garden([prompt('p', null, long), answer('a', 'p', 'Sown')]);
    const id = await fork(app);
    const view = app.readModel.view(idOf());
    await purgeSessions(app, planPurge(app, view === undefined ? [] : [view]));
    expect(prompts(app, id)[0]?.length).toBe(long.length);
    expect(app.transcripts.blobs(id)).toHaveLength(1);
  });

  it('holds what the session says now, and nothing that its agent took back', async () => {
    const rewritten = [...exchange(1), prompt('other', 'a0', 'Dig instead'), answer('dug', 'other', 'Dug')];
    const app = await garden(exchange(2), rewritten);
    const id = await fork(app);
    expect(prompts(app, id)).toEqual(['Sow bed 0', 'Dig instead']);
    expect(showSession(app, id).branches).toHaveLength(1);
  });

  it('ends on whichever branch it is asked to', async () => {
    const app = await garden([
      ...exchange(1),
      prompt('left', 'a0', 'Go left'),
      prompt('right', 'a0', 'Go right'),
      answer('left-a', 'left', 'Left'),
      answer('right-a', 'right', 'Right'),
    ]);
    expect(prompts(app, await fork(app, 'left-a'))).toEqual(['Sow bed 0', 'Go left']);
    expect(prompts(app, await fork(app, 'right-a'))).toEqual(['Sow bed 0', 'Go right']);
    expect(prompts(app, await fork(app, 'left'))).toEqual(['Sow bed 0', 'Go left']);
  });
});
