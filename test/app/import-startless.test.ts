import { describe, expect, it } from 'vitest';
import { commitDecision } from '../../src/app/commit-decision.ts';
import type { EventDraft } from '../../src/events/envelope.ts';
import { exchange, prompt } from '../importers/support/claude-records.ts';
import { eventsOf, idOf, openApp, runImport, type TestApp, writeSource } from './app-fixture.ts';

/** What an older import of an export left: the session's events and records, and no start. */
async function withoutStart(from: TestApp): Promise<TestApp> {
  const app = openApp();
  const drafts = from.commits.flat().filter((draft) => draft.type !== 'session.started');
  await commitDecision<never>(app, () => () => ({ kind: 'append', drafts }));
  const length = from.readModel.state(idOf())?.transcript?.keptLength ?? 0;
  const draft = app.transcripts.draft({ session: idOf(), agent: 'claude-code', base: null });
  for (const line of from.transcripts.keptLines(idOf(), length)) draft.addKept(line);
  draft.publish();
  app.readModel.catchUp();
  return app;
}

describe('a session of which no start is told', () => {
  it.each([
    ['its source did not change', []],
    ['its source grew', [prompt('p9', 'a1', 'And the paths')]],
  ])('is started by the next import of its source when %s', async (_name, more) => {
    const from = openApp();
    const path = writeSource(from, exchange(2));
    await runImport(from);
    const app = await withoutStart(from);
    expect(app.readModel.view(idOf())).toBeUndefined();
    writeSource(from, [...exchange(2), ...more]);
    expect((await runImport(app, { paths: [path] })).sessions).toMatchObject({ updated: 1, failed: 0 });
    const counts = { prompts: 2 + more.length, answers: 2 };
    expect(app.readModel.view(idOf())).toMatchObject({ nativeId: from.readModel.view(idOf())?.nativeId, counts });
    expect(eventsOf(app, 'session.started')[0]?.data).toMatchObject({ firstRecord: expect.anything() });
    expect((await runImport(app, { paths: [path] })).sessions).toMatchObject({ unchanged: 1 });
  });

  it('is started by an import when only a captured fact is known of it', async () => {
    const app = openApp();
    const fact = {
      id: app.mintEventId(),
      stream: `session/${idOf()}`,
      at: '2026-03-01T09:00:00.000Z',
      by: { kind: 'hook', agent: 'claude-code' },
      trust: 'untrusted',
      type: 'prompt.submitted',
      data: { text: 'Sow the beds' },
    } as unknown as EventDraft;
    await commitDecision<never>(app, () => () => ({ kind: 'append', drafts: [fact] }));
    writeSource(app, exchange(2));
    await runImport(app);
    expect(app.readModel.view(idOf())).toMatchObject({ agent: 'claude-code', cwd: expect.anything() });
    expect(eventsOf(app, 'session.started')).toHaveLength(1);
  });
});
