import type { KeyPress } from './key-press.ts';
import { showSessions } from './reload-lists.ts';
import { SESSION_STATES, type SessionRow, type UiAction } from './ui-host.ts';
import { choose, type Effect, type Step, step, type UiState } from './ui-state.ts';

/** Shows the sessions of the next agent; after the last one those of every agent. */
export function nextAgent(state: UiState): Step {
  return showSessions(state, { agent: following([null, ...state.agents], state.agent) });
}

type RowKey = (state: UiState, row: SessionRow) => Step;

function act(action: UiAction): Effect {
  return { type: 'act', action };
}

function say(state: UiState, text: string): Step {
  return step({ ...state, message: { text, ok: false } });
}

/** The one after it; the first after the last. */
function following<T>(all: readonly T[], one: T): T {
  return all[(all.indexOf(one) + 1) % all.length] as T;
}

function open(state: UiState, row: SessionRow): Step {
  if (state.purpose === 'pick') return choose(state, row.id);
  return step({ ...state, focus: 'pane' });
}

function resume(state: UiState, row: SessionRow): Step {
  if (row.deleted) return say(state, 'It is deleted; d brings it back');
  const overlay = { type: 'resume', row, preview: null, scroll: 0 } as const;
  return step({ ...state, overlay }, { type: 'judge-now', session: row.id });
}

function compare(state: UiState, row: SessionRow): Step {
  const { marked } = state;
  if (marked === null) {
    const text = `Comparing ${row.shortId} with … choose the other one and press c; Esc forgets it`;
    return step({ ...state, marked: row, message: { text, ok: true } });
  }
  if (marked.id === row.id) return step({ ...state, marked: null, message: null });
  const overlay = { type: 'comparison', lines: null, scroll: 0 } as const;
  return step({ ...state, overlay, marked: null, message: null }, { type: 'compare', a: marked.id, b: row.id });
}

function askToChange(state: UiState, row: SessionRow, type: 'archive' | 'delete'): Step {
  const word = type === 'archive' ? 'Archive' : 'Delete';
  const question = `${word} “${row.title}”? It can be undone.`;
  return step({ ...state, overlay: { type: 'confirm', question, action: { type, session: row.id } } });
}

/** Only what is deleted is erased for good; what that means is told first. */
function purge(state: UiState, row: SessionRow): Step {
  if (!row.deleted) return say(state, 'Only a deleted session is erased for good: d deletes it');
  const overlay = { type: 'purge', row, lines: null, scroll: 0 } as const;
  return step({ ...state, overlay, message: null }, { type: 'plan-purge', session: row.id });
}

const ROW_LETTERS: Readonly<Record<string, RowKey>> = {
  r: resume,
  c: compare,
  ' ': (state) => step({ ...state, focus: state.focus === 'pane' ? 'list' : 'pane' }),
  p: (state, row) => step(state, act({ type: row.pinned ? 'unpin' : 'pin', session: row.id })),
  a: (state, row) =>
    row.archived ? step(state, act({ type: 'restore', session: row.id })) : askToChange(state, row, 'archive'),
  d: (state, row) =>
    row.deleted ? step(state, act({ type: 'restore', session: row.id })) : askToChange(state, row, 'delete'),
  D: purge,
  n: (state, row) => {
    const wish = { type: 'rename', session: row.id } as const;
    return step({ ...state, overlay: { type: 'input', label: 'New title', value: row.title, wish } });
  },
  f: (state, row) => {
    const wish = { type: 'fork', session: row.id } as const;
    const label = `Fork after turn (1 to ${row.prompts ?? '…'}; empty: all of it)`;
    return step({ ...state, overlay: { type: 'input', label, value: '', wish } });
  },
  x: (state, row) => {
    const wish = { type: 'export', session: row.id } as const;
    const label = 'Export to (.md, .html, .json, .jsonl)';
    return step({ ...state, overlay: { type: 'input', label, value: `${row.shortId}.md`, wish } });
  },
};

const LETTERS: Readonly<Record<string, (state: UiState) => Step>> = {
  s: (state) => showSessions(state, { state: following(SESSION_STATES, state.state) }),
  // Which agents there are is looked up when somebody asks: counting them takes a while in a large store.
  t: (state) => (state.agents.length === 0 ? step(state, { type: 'load-agents' }) : nextAgent(state)),
};

function ofRow(state: UiState, key: RowKey): Step {
  const row = state.sessions.rows[state.sessions.selected];
  return row === undefined ? step(state) : key(state, row);
}

/** A key that means something for sessions alone. */
export function pressSessionKey(state: UiState, press: KeyPress): Step {
  switch (press.type) {
    case 'enter':
      return ofRow(state, open);
    case 'right':
      return step({ ...state, focus: 'pane' });
    case 'left':
      return step({ ...state, focus: 'list' });
    case 'text': {
      const key = ROW_LETTERS[press.text];
      return key === undefined ? (LETTERS[press.text]?.(state) ?? step(state)) : ofRow(state, key);
    }
    default:
      return step(state);
  }
}
