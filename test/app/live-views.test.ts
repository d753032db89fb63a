import { describe, expect, it, vi } from 'vitest';
import { assembleContext } from '../../src/app/assemble-context.ts';
import type { AppContext } from '../../src/app/context.ts';
import { exportMarkdown } from '../../src/app/export-conversation.ts';
import { listPrompts } from '../../src/app/list-prompts.ts';
import { recordEvent } from '../../src/app/record-event.ts';
import { searchFeed } from '../../src/app/search-feed.ts';
import { sessionDocuments } from '../../src/app/session-documents.ts';
import { showSession } from '../../src/app/show-session.ts';
import { startSession } from '../../src/app/start-session.ts';
import { withoutTwins } from '../../src/domain/timeline-twins.ts';
import type { EventType } from '../../src/events/catalogue.ts';
import type { SessionId } from '../../src/kernel/ids.ts';
import { openApp, type TestApp } from './app-fixture.ts';

async function record(app: TestApp, session: SessionId, type: EventType, data: Record<string, unknown>): Promise<void> {
  app.pass(1000);
  await recordEvent(app, { session, type, data, fits: () => true });
}

async function liveSession(app: TestApp, n: number): Promise<SessionId> {
  const nativeId = `5eed0000-0000-4000-8000-00000000010${n}`;
  const { session } = await startSession(app, { agent: 'claude-code' }, () => nativeId);
  await record(app, session, 'prompt.submitted', { text: `raise the tide of gauge ${n}` });
  const touched = [{ path: '/pier/tide.ts', access: 'write' }];
  await record(app, session, 'tool.completed', { callId: 'c1', name: 'Edit', touched });
  await record(app, session, 'run.completed', { text: `gauge ${n} is raised` });
  app.readModel.catchUp();
  return session;
}

describe('a session that was only captured live', () => {
  it('shows its prompts, last answers and calls with their paths, and counts them', async () => {
    const app = openApp();
    const session = await liveSession(app, 1);
    const { turns, view } = showSession(app, session);
    expect(turns).toMatchObject([
      {
        prompt: 'raise the tide of gauge 1',
        answer: 'gauge 1 is raised',
        toolCalls: [{ id: 'c1', name: 'Edit', status: 'ok', paths: ['/pier/tide.ts'] }],
        captured: true,
      },
    ]);
    expect(view.counts).toMatchObject({ prompts: 1, answers: 1, toolCalls: 1 });
    expect(app.readModel.view(session)?.counts).toMatchObject({ prompts: 1, answers: 1, toolCalls: 1 });
  });

  it('is found, exported and made a context of with its answers and calls, without claiming to know what a call returned', async () => {
    const app = openApp();
    const session = await liveSession(app, 1);
    await record(app, session, 'tool.failed', { callId: 'c2', name: 'Bash' });
    app.readModel.catchUp();
    const [state, view] = [app.readModel.state(session), app.readModel.view(session)];
    if (state === undefined || view === undefined) throw new Error('no session');
    const found = sessionDocuments(app, { state, view }).map(({ kind, text }) => [kind, text]);
    expect(found).toEqual([
      ['prompt', 'raise the tide of gauge 1'],
      ['toolCall', 'Edit /pier/tide.ts'],
      ['answer', 'gauge 1 is raised'],
      ['toolCall', 'Bash'],
    ]);
    const markdown = [...exportMarkdown(app, view, 'redacted')].join('');
    expect(markdown).toContain('gauge 1 is raised');
    expect(markdown).toContain('Tool result** (error)');
    const context = assembleContext(app, session, { format: 'markdown', budget: 10_000 });
    const text = JSON.stringify(context);
    expect(text).toContain('gauge 1 is raised');
    expect(text).toContain('/pier/tide.ts');
    expect(text).not.toContain('no output');
  });

  it('is found by an answer that comes after it was searched', async () => {
    const app = openApp();
    const session = await liveSession(app, 1);
    const subject = () => searchFeed(app).subjects([{ id: `session/${session}`, since: null } as never]);
    const before = [...subject().values()][0];
    await record(app, session, 'run.completed', { text: 'the weir is closed' });
    app.readModel.catchUp();
    const after = [...subject().values()][0];
    expect(after?.mark).not.toBe(before?.mark);
    expect(after?.documents().map(({ text }) => text)).toContain('the weir is closed');
  });

  it('is listed among others in one reading of the journal', async () => {
    const app = openApp();
    for (const n of [1, 2, 3, 4]) await liveSession(app, n);
    const read = vi.spyOn(app.journal as AppContext['journal'], 'read');
    expect(listPrompts(app, { scope: { all: true }, archived: false })).toHaveLength(4);
    expect(read).toHaveBeenCalledTimes(1);
  });
});

describe('events that two witnesses tell', () => {
  const journaled = (type: string, at: string, data: object = {}) =>
    ({ type, at, data, id: `01KQS0000Z${type.padEnd(16, 'X').slice(0, 16)}`, by: { kind: 'hook' } }) as never;
  const derived = (type: string, at: string, data: object = {}) => ({ type, at, data, key: at, line: 1 }) as never;
  const none = { tailOf: () => 'NOBODY', prompts: new Set<string>() };

  it('are one where they name the same call or subagent, or have no name and lie close together', () => {
    const live = [
      journaled('tool.failed', '2026-03-01T09:00:00.000Z', { callId: 'c1' }),
      journaled('subagent.completed', '2026-03-01T09:01:00.000Z', { subagent: 'a7' }),
      journaled('session.compacted', '2026-03-01T09:02:00.000Z'),
    ];
    const kept = [
      derived('tool.completed', '2026-03-01T09:00:01.000Z', { callId: 'c1' }),
      derived('tool.completed', '2026-03-01T09:00:02.000Z', { callId: 'c2' }),
      derived('subagent.completed', '2026-03-01T09:01:03.000Z', { subagent: 'a7', callId: 'c3' }),
      derived('session.compacted', '2026-03-01T09:02:04.000Z'),
      derived('session.compacted', '2026-03-01T09:05:00.000Z'),
      derived('session.compacted', '2026-03-01T10:05:00.000Z'),
    ];
    expect(withoutTwins(live, kept, none)).toEqual([kept[1], kept[4], kept[5]]);
  });

  it('are one where a hook could not name a call: the nearest of its tool, each once', () => {
    const at = (second: number) => `2026-03-01T09:00:${String(second).padStart(2, '0')}.000Z`;
    const timed = (name: string, second: number, type = 'tool.completed') =>
      journaled(type, at(second), { callId: `${name}@${second}`, name, timed: true });
    const call = (name: string, second: number, type = 'tool.completed') =>
      derived(type, at(second), { callId: `${name}-${second}`, name });
    const live = [timed('read', 12), timed('read', 13, 'tool.failed'), timed('shell', 13), timed('read', 40)];
    const kept = [
      call('read', 2),
      call('read', 11),
      call('read', 12),
      call('shell', 11),
      call('shell', 12, 'tool.requested'),
      call('write', 12),
      call('read', 39),
    ];
    expect(withoutTwins(live, kept, none)).toEqual([kept[0], kept[4], kept[5]]);
    expect(
      withoutTwins(
        [timed('read', 12)],
        [call('read', 2)].concat([derived('tool.completed', null as never, { name: 'read' })]),
        none,
      ),
    ).toHaveLength(1);
  });
});
