import { EMPTY_LIST } from './list-state.ts';
import { EMPTY_PANE, type Step, type UiState } from './ui-state.ts';

/** Asks for the sessions anew; `change` says what is wanted now. The old rows stay until the new ones come. */
export function reloadSessions(state: UiState, change: Partial<UiState> = {}): Step {
  const asked = { ...state.asked, sessions: state.asked.sessions + 1 };
  const sessions = { ...state.sessions, loading: true, complete: true, note: null };
  return {
    state: { ...state, ...change, asked, sessions },
    effects: [{ type: 'load-sessions', offset: 0, asked: asked.sessions }],
  };
}

/** Asks for other sessions: the choice begins at the first. */
export function showSessions(state: UiState, change: Partial<UiState>): Step {
  const { state: next, effects } = reloadSessions(state, change);
  const sessions = { ...next.sessions, rows: [], selected: 0, top: 0, total: null };
  return { state: { ...next, sessions, message: null }, effects };
}

/** Asks for memory anew. */
export function reloadMemories(state: UiState, change: Partial<UiState> = {}): Step {
  const asked = { ...state.asked, memories: state.asked.memories + 1 };
  const memories = { ...state.memories, loading: true, note: null };
  return {
    state: { ...state, ...change, asked, memories },
    effects: [{ type: 'load-memories', asked: asked.memories }],
  };
}

/** Asks for other memory: the choice begins at the first. */
export function showMemories(state: UiState, change: Partial<UiState>): Step {
  const { state: next, effects } = reloadMemories(state, change);
  return { state: { ...next, memories: EMPTY_LIST, message: null }, effects };
}

/** Asks for everything anew, since something changed. */
export function reloadAll(state: UiState): Step {
  const sessions = reloadSessions(state);
  const memories = reloadMemories(sessions.state);
  return {
    state: { ...memories.state, pane: EMPTY_PANE },
    effects: [...sessions.effects, ...memories.effects],
  };
}
