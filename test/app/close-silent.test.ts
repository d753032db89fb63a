import { describe, expect, it } from 'vitest';
import { closeSilentSessions } from '../../src/app/close-silent.ts';
import type { AppContext } from '../../src/app/context.ts';
import type { EventDraft } from '../../src/events/envelope.ts';
import type { ProcessMark } from '../../src/events/session-data.ts';
import { deriveSessionId } from '../../src/events/session-id.ts';
import { sessionStream } from '../../src/kernel/ids.ts';
import { formatInstant } from '../../src/kernel/instant.ts';
import { openApp, sha256, type TestApp } from './app-fixture.ts';

const MINUTE = 60_000;
const NATIVE = '5eed0000-0000-4000-8000-00000000000a';
const ID = deriveSessionId('claude-code', NATIVE, sha256);
const MARK: ProcessMark = { host: 'pier', pid: 4711, started: '17' };

type Look = 'alive' | 'gone' | 'elsewhere' | 'unknown';

function hooked(app: TestApp, type: EventDraft['type'], data: object): EventDraft {
  const by = { kind: 'hook', agent: 'claude-code' } as const;
  const at = formatInstant(app.clock());
  return { id: app.mintEventId(), stream: sessionStream(ID), type, at, by, trust: 'untrusted', data } as EventDraft;
}

async function append(app: TestApp, ...drafts: readonly EventDraft[]): Promise<void> {
  await app.journal.commit<never>({
    since: app.journal.head(),
    wait: 0,
    decide: () => ({ kind: 'append', drafts }),
  });
  app.readModel.catchUp();
}

/** A session that a hook saw begin, in a process of which `look` tells. */
async function begun(look: Look, withMark = true): Promise<{ app: TestApp; asked: AppContext }> {
  const app = openApp();
  const start = { agent: 'claude-code', nativeId: NATIVE, ...(withMark ? { process: MARK } : {}) };
  await append(app, hooked(app, 'session.started', start), hooked(app, 'prompt.submitted', { text: 'Raise the tide' }));
  return { app, asked: { ...app, processes: { ...app.processes, look: () => look } } };
}

describe('a session that was recorded live and whose end nobody told', () => {
  it('ends at its last sign of life, marked as inferred, once its process is gone', async () => {
    const { app, asked } = await begun('gone');
    const last = formatInstant(app.clock());
    app.pass(2 * MINUTE);
    expect(await closeSilentSessions(asked)).toBe(1);
    expect(app.readModel.view(ID)).toMatchObject({ status: 'closed', endedAt: last });
    expect(app.readModel.state(ID)?.closed).toMatchObject({ inferred: true, reason: 'process-gone' });
    expect(await closeSilentSessions(asked)).toBe(0);
  });

  it('has a moment for hooks that are still on their way', async () => {
    const { app, asked } = await begun('gone');
    app.pass(MINUTE / 2);
    expect(await closeSilentSessions(asked)).toBe(0);
  });

  it('goes on as long as its process lives, however silent', async () => {
    const { app, asked } = await begun('alive');
    app.pass(9 * 60 * MINUTE);
    expect(await closeSilentSessions(asked)).toBe(0);
    expect(app.readModel.view(ID)?.status).toBe('active');
  });

  it.each(['unknown', 'elsewhere'] as const)(
    'ends after half an hour of silence when its process is %s',
    async (look) => {
      const { app, asked } = await begun(look, look === 'elsewhere');
      app.pass(29 * MINUTE);
      expect(await closeSilentSessions(asked)).toBe(0);
      app.pass(2 * MINUTE);
      expect(await closeSilentSessions(asked)).toBe(1);
      expect(app.readModel.state(ID)?.closed).toMatchObject({ inferred: true, reason: 'silence' });
    },
  );

  it('is active again as soon as it goes on', async () => {
    const { app, asked } = await begun('gone');
    app.pass(2 * MINUTE);
    await closeSilentSessions(asked);
    await append(app, hooked(app, 'prompt.submitted', { text: 'And again' }));
    expect(app.readModel.view(ID)).toMatchObject({ status: 'active', endedAt: null });
  });

  it('is told of a process that it went on in', async () => {
    const { app } = await begun('gone');
    app.pass(MINUTE);
    const again = { agent: 'claude-code', nativeId: NATIVE, process: { ...MARK, pid: 4712 } };
    const { id } = hooked(app, 'session.started', again);
    const first = [...app.journal.read()].flatMap((entry) => (entry.kind === 'event' ? [entry.event.id] : []))[0];
    await append(app, {
      ...hooked(app, 'session.started', again),
      id: `${id.slice(0, 10)}${first?.slice(10)}` as never,
    });
    expect(app.readModel.state(ID)?.process?.mark.pid).toBe(4712);
    expect(app.readModel.view(ID)?.counts.prompts).toBe(1);
  });
});
