import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { forkSession } from '../../src/app/fork-session.ts';
import { showSession } from '../../src/app/show-session.ts';
import { makeNativeDocument, writeNative } from '../../src/app/write-native.ts';
import type { AgentName } from '../../src/events/agents.ts';
import { claudeCodeImporter } from '../../src/importers/claude-code/claude-code-importer.ts';
import { codexImporter } from '../../src/importers/codex/codex-importer.ts';
import { piImporter } from '../../src/importers/pi/pi-importer.ts';
import type { SessionId } from '../../src/kernel/ids.ts';
import { answer, call, exchange, type Fields, prompt, result, SESSION } from '../importers/support/claude-records.ts';
import { eventsOf, idOf, openApp, runImport, type TestApp, writeSource } from './app-fixture.ts';
import { made, nativeTools, useAgents } from './native-fixture.ts';

const importers = [claudeCodeImporter, codexImporter, piImporter];

const work: readonly Fields[] = [
  prompt('p0', null, 'Look at the beds'),
  answer('c0', 'p0', [{ type: 'thinking', thinking: 'hm', signature: 'c2ln' }, call('toolu_1')], { id: 'm0' }),
  prompt('r0', 'c0', [result('toolu_1', 'soil')]),
  answer('a0', 'r0', 'Only soil', { id: 'm1' }),
  prompt('p1', 'a0', 'Sow them'),
  answer('a1', 'p1', 'Sown', { id: 'm2' }),
];

async function garden(records: readonly Fields[] = work): Promise<TestApp> {
  const app = openApp({ importers });
  useAgents(app);
  writeSource(app, records);
  await runImport(app);
  return app;
}

const told = (app: TestApp, session: SessionId) =>
  showSession(app, session).turns.map((turn) => [turn.prompt, turn.answer, turn.toolCalls.map(({ name }) => name)]);

const lines = (path: string | null): Fields[] =>
  readFileSync(String(path), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Fields);

describe('a session written for its agent', () => {
  it('is a child of the original, and the original stays as it is', async () => {
    const app = await garden();
    const copy = made(await writeNative(app, { session: idOf(), kind: 'continuation' }, nativeTools()));
    expect(app.readModel.view(copy.session)?.parent).toEqual({ id: idOf(), kind: 'continuation', deleted: false });
    expect(eventsOf(app, 'session.forked')).toEqual([]);
    expect(told(app, copy.session)).toEqual(told(app, idOf()));
    expect(copy.command).toEqual(['claude', '--resume', copy.nativeId]);
  });

  it('carries further events in the same commit', async () => {
    const app = await garden();
    const also = ({ nativeId }: { nativeId: string }) => [
      {
        id: app.mintEventId(),
        stream: `session/${idOf()}` as never,
        at: '2026-03-02T12:00:00.000Z' as never,
        by: { kind: 'person' } as const,
        trust: 'person' as const,
        type: 'session.resumed' as const,
        data: { verdict: 'ready' as const, findings: [], nativeId },
      },
    ];
    await writeNative(app, { session: idOf(), kind: 'continuation', also }, nativeTools());
    expect(app.commits.at(-1)?.map(({ type }) => type)).toContain('session.resumed');
  });

  it('is the fork itself, under the id that was minted for it, where no file of it was written yet', async () => {
    const app = await garden();
    const fork = made(await forkSession(app, { session: idOf(), at: '1', native: false }, nativeTools()));
    const copy = made(await writeNative(app, { session: fork.session, kind: 'continuation' }, nativeTools()));
    expect(copy).toMatchObject({ session: fork.session, nativeId: fork.nativeId });
    expect(app.readModel.count({ includeSubagents: true })).toBe(2);
    expect((await runImport(app, { paths: [String(copy.path)] })).sessions).toMatchObject({ unchanged: 1 });
    appendFileSync(
      String(copy.path),
      `${JSON.stringify({ ...prompt('next', 'a0', 'Water'), sessionId: fork.nativeId })}\n`,
    );
    expect((await runImport(app, { paths: [String(copy.path)] })).sessions).toMatchObject({ updated: 1, added: 0 });
    expect(told(app, fork.session)).toHaveLength(2);
    const again = made(await writeNative(app, { session: fork.session, kind: 'continuation' }, nativeTools({})));
    expect(again.session).not.toBe(fork.session);
  });

  it('is refused where the agent was never used, and nothing is recorded', async () => {
    const app = openApp({ importers });
    writeSource(app, exchange(1));
    await runImport(app);
    const attempt = writeNative(app, { session: idOf(), kind: 'continuation' }, nativeTools());
    await expect(attempt).rejects.toMatchObject({ kind: 'not-found', code: 'agent-not-here' });
    expect(app.readModel.count({ includeSubagents: true })).toBe(1);
  });

  it('goes on in another folder of its project where its own is gone, and is refused without one', async () => {
    const app = await garden();
    const gone = nativeTools({ realFolder: () => undefined });
    expect(await writeNative(app, { session: idOf(), kind: 'continuation' }, gone)).toMatchObject({
      refusal: { code: 'folder-gone', cwd: '/home/ada/seed-shop' },
    });
    const moved = nativeTools({ realFolder: (path) => (path === '/home/ada/new' ? path : undefined) });
    const copy = made(await writeNative(app, { session: idOf(), kind: 'continuation', cwd: '/home/ada/new' }, moved));
    expect(copy).toMatchObject({ cwd: '/home/ada/new', cwdSubstituted: true });
    expect(copy.path).toContain('/-home-ada-new/');
  });
});

describe('a session that goes on in another agent', () => {
  it.each(['codex', 'pi'] as const)('says the same in %s, and the way back', async (agent: AgentName) => {
    const app = await garden();
    const there = made(await writeNative(app, { session: idOf(), kind: 'continuation', agent }, nativeTools()));
    expect(there).toMatchObject({ agent, kind: 'continuation' });
    expect(told(app, there.session)).toEqual(told(app, idOf()));
    expect(there.changes).toEqual(
      expect.arrayContaining([
        { code: 'thinking', count: 1 },
        { code: 'tool-calls', count: 1 },
      ]),
    );
    const back = { session: there.session, kind: 'continuation', agent: 'claude-code' } as const;
    const home = made(await writeNative(app, back, nativeTools()));
    expect(told(app, home.session)).toEqual(told(app, idOf()));
    expect(app.readModel.view(home.session)?.ancestors).toEqual([there.session, idOf()]);
  });

  it('begins without any permission', async () => {
    const app = await garden();
    const there = made(
      await writeNative(app, { session: idOf(), kind: 'continuation', agent: 'codex' }, nativeTools()),
    );
    const [, context] = lines(there.path);
    expect(context).toMatchObject({
      type: 'turn_context',
      payload: { approval_policy: 'untrusted', sandbox_policy: { type: 'read-only' } },
    });
  });

  it('is refused for an agent that loom cannot write for', async () => {
    const app = await garden();
    const outcome = await writeNative(app, { session: idOf(), kind: 'continuation', agent: 'gemini' }, nativeTools());
    expect(outcome).toMatchObject({ kind: 'refused', refusal: { code: 'no-native-writer', agent: 'gemini' } });
  });

  it('is refused for a session in which nothing was said', async () => {
    const app = await garden([prompt('p', null, '<local-command-stdout>up</local-command-stdout>')]);
    const outcome = await writeNative(app, { session: idOf(), kind: 'continuation', agent: 'codex' }, nativeTools());
    expect(outcome).toMatchObject({ kind: 'refused', refusal: { code: 'nothing-to-copy' } });
  });
});

describe('a session as a file outside the agent’s places', () => {
  it('keeps its own id, and records nothing', async () => {
    const app = await garden();
    const events = eventsOf(app).length;
    const outcome = makeNativeDocument(app, idOf(), nativeTools());
    if (outcome.kind !== 'made') throw new Error(outcome.refusal.code);
    const { document } = outcome;
    expect(document.nativeId).toBe(SESSION);
    expect(document.lines.map((line) => (JSON.parse(line) as Fields)['uuid'])).toEqual([
      'p0',
      'c0',
      'r0',
      'a0',
      'p1',
      'a1',
    ]);
    expect(eventsOf(app)).toHaveLength(events);
    expect(existsSync(`${app.folder}/.claude/projects`)).toBe(false);
  });
});
