import { describe, expect, it } from 'vitest';
import { sessionId, sessionRow } from './fake-host.ts';
import { hear, play, screenWith } from './keys-of.ts';

describe('moving', () => {
  it('keeps the chosen session in sight and asks for the next page before the list ends', () => {
    const { state, effects } = play(screenWith(10_000), 'end');
    expect(state.sessions.selected).toBe(99);
    expect(state.sessions.top + 19).toBe(100);
    expect(effects).toContainEqual({ type: 'load-sessions', offset: 100, asked: 0 });
  });

  it('asks for a page once, not with every key', () => {
    const { state } = play(screenWith(10_000), 'end');
    expect(play(state, 'up').effects.some(({ type }) => type === 'load-sessions')).toBe(false);
  });

  it('never leaves the list', () => {
    expect(play(screenWith(3), 'up', 'up').state.sessions.selected).toBe(0);
    expect(play(screenWith(3), 'down', 'down', 'down', 'page-down').state.sessions.selected).toBe(2);
    expect(play(screenWith(0), 'down', 'enter', 'r', 'd', 'p', 'x').state.overlay).toBeNull();
  });

  it('reads what is chosen anew, and nothing else', () => {
    expect(play(screenWith(3), 'down').effects).toEqual([{ type: 'preview' }, { type: 'judge' }]);
    expect(play(screenWith(3), 'up').effects).toEqual([]);
  });

  it('takes letters that came together one by one, and pasted text for no command', () => {
    expect(play(screenWith(9), 'jjj').state.sessions.selected).toBe(3);
    expect(play(screenWith(9), 'delete all of it').state).toEqual(screenWith(9));
  });
});

describe('searching', () => {
  it('asks the index with every letter, and not the rows that are loaded', () => {
    const { state, effects } = play(screenWith(10_000), '/', 'g', 'auge');
    expect(state.words).toBe('gauge');
    expect(effects).toContainEqual({ type: 'load-sessions', offset: 0, asked: 2 });
  });

  it('does not look at the answer to an older question', () => {
    const { state } = play(screenWith(5), '/', 'a', 'b');
    const late = hear(state, {
      type: 'sessions',
      page: { rows: [sessionRow(9)], total: 1, complete: true },
      offset: 0,
      asked: 1,
    });
    expect(late.sessions.rows).toEqual([]);
    expect(late.sessions.loading).toBe(true);
  });

  it('takes back graphemes, words and everything', () => {
    expect(play(screenWith(1), '/', 'tide 👨‍👩‍👧', 'backspace').state.words).toBe('tide ');
    expect(play(screenWith(1), '/', 'tide table', '^w').state.words).toBe('tide ');
    expect(play(screenWith(1), '/', 'tide table', '^u').state.words).toBe('');
  });

  it('types letters that are commands elsewhere', () => {
    const { state, effects } = play(screenWith(2), '/', 'quad');
    expect(state.words).toBe('quad');
    expect(state.outcome).toBeNull();
    expect(effects.some(({ type }) => type === 'act')).toBe(false);
  });

  it('leaves control characters of pasted text out', () => {
    expect(play(screenWith(1), '/', 'tide\u001b[31m\r\ntable\u0007').state.words).toBe('tide[31m table');
  });
});

describe('filters', () => {
  it('goes through the states and the agents, and begins at the first session again', () => {
    const begun = { ...screenWith(5), agents: ['claude-code', 'codex'] };
    expect(play(begun, 's').state.state).toBe('pinned');
    expect(play(begun, 's', 's', 's', 's').state.state).toBe('recent');
    expect(play(begun, 't', 't').state.agent).toBe('codex');
    expect(play(begun, 't', 't', 't').state.agent).toBeNull();
    const asked = play(screenWith(5), 't');
    expect(asked.effects).toEqual([{ type: 'load-agents' }]);
    expect(hear(asked.state, { type: 'agents', agents: ['codex'] }).agent).toBe('codex');
    const { state, effects } = play(begun, 'down', 'w');
    expect(state.everyProject).toBe(true);
    expect(state.sessions.selected).toBe(0);
    expect(effects.map(({ type }) => type)).toContain('load-sessions');
    expect(effects.map(({ type }) => type)).toContain('load-memories');
  });
});

/** A list of one session. */
function listed(more: object) {
  const page = { rows: [sessionRow(1, more)], total: 1, complete: true };
  return hear(screenWith(0), { type: 'sessions', page, offset: 0, asked: 0 });
}

describe('actions', () => {
  it('asks before it deletes or archives, and takes only y for a yes', () => {
    for (const [key, type] of [
      ['d', 'delete'],
      ['a', 'archive'],
    ] as const) {
      const asked = play(screenWith(3), key).state;
      expect(asked.overlay).toMatchObject({ type: 'confirm', action: { type, session: sessionId(1) } });
      expect(play(asked, 'enter').effects).toEqual([]);
      expect(play(asked, 'n').state.message?.text).toBe('Nothing was changed');
      expect(play(asked, 'y').effects).toContainEqual({ type: 'act', action: { type, session: sessionId(1) } });
    }
  });

  it('restores what is archived or deleted with the same key', () => {
    const restore = { type: 'act', action: { type: 'restore', session: sessionId(1) } };
    expect(play(listed({ archived: true }), 'a').effects).toContainEqual(restore);
    expect(play(listed({ deleted: true }), 'd').effects).toContainEqual(restore);
    expect(play(listed({ deleted: true }), 'r').state.overlay).toBeNull();
  });

  it('purges only what is deleted, once it was told what that erases and the word is typed', () => {
    expect(play(listed({}), 'D').state.overlay).toBeNull();
    const waiting = play(listed({ deleted: true }), 'D');
    expect(waiting.effects).toEqual([{ type: 'plan-purge', session: sessionId(1) }]);
    expect(play(waiting.state, 'enter').state.overlay?.type).toBe('purge');
    const other = hear(waiting.state, { type: 'purge-plan', session: sessionId(2), lines: [] });
    expect(other.overlay).toMatchObject({ type: 'purge', lines: null });
    const told = hear(waiting.state, { type: 'purge-plan', session: sessionId(1), lines: [{ text: '2 events' }] });
    expect(play(told, 'escape').state.overlay).toBeNull();
    for (const word of ['', 'yes', 'Purge']) expect(play(told, 'enter', word, 'enter').effects, word).toEqual([]);
    expect(play(told, 'enter', 'yes', 'enter').state.message?.text).toBe('Nothing was changed');
    const purge = { type: 'act', action: { type: 'purge', session: sessionId(1) } };
    expect(play(told, 'enter', 'purge', 'enter').effects).toContainEqual(purge);
  });

  it('names a session with the typed title, and not with none', () => {
    const { effects } = play(screenWith(2), 'n', '^u', 'spring tide', 'enter');
    expect(effects).toContainEqual({
      type: 'act',
      action: { type: 'rename', session: sessionId(1), title: 'spring tide' },
    });
    expect(play(screenWith(2), 'n', '^u', ' ', 'enter').effects).toEqual([]);
    expect(play(screenWith(2), 'n', 'x', 'escape').effects).toEqual([]);
  });

  it('forks after a turn, at an id, or all of it', () => {
    const atOf = (typed: string) => play(screenWith(2), 'f', typed, 'enter').effects.at(-1);
    expect(atOf('3')).toMatchObject({ action: { type: 'fork', at: 'turn:3' } });
    expect(atOf('toolu_7')).toMatchObject({ action: { at: 'toolu_7' } });
    expect(atOf(' ')).toMatchObject({ action: { at: null } });
  });

  it('compares two that were chosen, and a session never with itself', () => {
    const { state, effects } = play(screenWith(3), 'c', 'down', 'c');
    expect(effects).toContainEqual({ type: 'compare', a: sessionId(1), b: sessionId(2) });
    expect(state.overlay?.type).toBe('comparison');
    expect(play(screenWith(3), 'c', 'c').state).toMatchObject({ marked: null, overlay: null });
  });

  it('resumes only after what changed was shown', () => {
    const asked = play(screenWith(2), 'r');
    expect(asked.effects).toContainEqual({ type: 'judge-now', session: sessionId(1) });
    expect(play(asked.state, 'enter').state.outcome).toBeNull();
    const shown = hear(asked.state, {
      type: 'verdict',
      session: sessionId(1),
      preview: { verdict: 'ready', tone: 'good', lines: [{ text: 'ready' }] },
    });
    expect(play(shown, 'enter').state.outcome).toMatchObject({ kind: 'resume', how: 'exec', session: sessionId(1) });
    expect(play(shown, 'p').state.outcome).toMatchObject({ how: 'print' });
    expect(play(shown, 'escape').state.overlay).toBeNull();
  });

  it('takes back once what was done last', () => {
    const undo = { kind: 'event', event: '01K', what: 'archived' } as const;
    const done = hear(screenWith(2), { type: 'acted', result: { ok: true, message: 'archived', undo } });
    const { state, effects } = play(done, 'u');
    expect(effects).toContainEqual({ type: 'act', action: { type: 'undo', undo } });
    expect(play(state, 'u').effects).toEqual([]);
  });

  it('reads everything again after a change, and stays where it was', () => {
    const at = play(screenWith(300), 'down', 'down').state;
    const done = hear(at, { type: 'acted', result: { ok: true, message: 'pinned', undo: null } });
    expect(done.sessions.selected).toBe(2);
    expect(done.asked).toEqual({ sessions: 1, memories: 1 });
    expect(done.message).toEqual({ text: 'pinned', ok: true });
  });
});

describe('a picker', () => {
  it('begins with the words to find, and is left with the session that is chosen', () => {
    const begun = screenWith(3, { purpose: 'pick' });
    expect(begun.focus).toBe('search');
    const { state } = play(begun, 'down', 'enter');
    expect(state.outcome).toEqual({ kind: 'chosen', session: sessionId(2), everyProject: false });
  });

  it('is not left with a session of an older question', () => {
    expect(play(screenWith(3, { purpose: 'pick' }), 'x', 'enter').state.outcome).toBeNull();
  });

  it('is left without one by Ctrl-C', () => {
    expect(play(screenWith(3, { purpose: 'pick' }), '^c').state.outcome).toEqual({ kind: 'quit' });
  });
});

describe('failures', () => {
  it('says what failed, and stops waiting for it', () => {
    const asked = play(screenWith(3), 's').state;
    const failed = hear(asked, { type: 'failed', what: { type: 'sessions', asked: 1 }, text: 'the store is busy' });
    expect(failed.message).toEqual({ text: 'the store is busy', ok: false });
    expect(failed.sessions.loading).toBe(false);
  });

  it('shows in the pane what kept it from being read', () => {
    const failed = hear(screenWith(1), { type: 'failed', what: { type: 'pane', of: sessionId(1) }, text: 'damaged' });
    expect(failed.pane.lines).toEqual([{ text: 'damaged', tone: 'bad' }]);
  });
});
