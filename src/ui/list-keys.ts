import type { KeyPress } from './key-press.ts';
import { pressMemoryKey } from './memory-keys.ts';
import { moveKey, scrollPane } from './move-keys.ts';
import { reloadAll, showMemories, showSessions } from './reload-lists.ts';
import { pressSessionKey } from './session-keys.ts';
import { type Step, step, type UiState } from './ui-state.ts';

function moved(state: UiState, press: KeyPress): Step | undefined {
  const next = state.focus === 'pane' ? scrollPane(state, press) : moveKey(state, press);
  return next === undefined ? undefined : step({ ...next, message: null });
}

function goBack(state: UiState): Step {
  if (state.focus === 'pane') return step({ ...state, focus: 'list' });
  if (state.tab === 'sessions' && state.words !== '') return showSessions(state, { words: '' });
  if (state.tab === 'memory' && state.memoryWords !== '') return showMemories(state, { memoryWords: '' });
  return step({ ...state, message: null, marked: null });
}

function otherTab(state: UiState): Step {
  return step({ ...state, tab: state.tab === 'sessions' ? 'memory' : 'sessions', focus: 'list', message: null });
}

function undo(state: UiState): Step {
  if (state.undo === null) return step({ ...state, message: { text: 'There is nothing to undo here', ok: false } });
  return step({ ...state, undo: null }, { type: 'act', action: { type: 'undo', undo: state.undo } });
}

/** Another project's sessions and memory, or this one's again. */
function otherScope(state: UiState): Step {
  const sessions = showSessions(state, { everyProject: !state.everyProject });
  const memories = showMemories(sessions.state, {});
  return step(memories.state, ...sessions.effects, ...memories.effects);
}

const LETTERS: Readonly<Record<string, (state: UiState) => Step>> = {
  '/': (state) => step({ ...state, focus: 'search', message: null }),
  '?': (state) => step({ ...state, overlay: { type: 'help', scroll: 0 } }),
  q: (state) => (state.focus === 'pane' ? goBack(state) : step({ ...state, outcome: { kind: 'quit' } })),
  u: undo,
  w: otherScope,
};

/** A key that means the same in both lists. */
function commonKey(state: UiState, press: KeyPress): Step | undefined {
  switch (press.type) {
    case 'escape':
      return goBack(state);
    case 'tab':
    case 'back-tab':
      return otherTab(state);
    case 'control':
      return press.letter === 'l' || press.letter === 'r' ? reloadAll(state) : undefined;
    case 'text':
      return LETTERS[press.text]?.(state);
    default:
      return undefined;
  }
}

/** A key while a list or a pane is looked at. */
export function pressListKey(state: UiState, press: KeyPress): Step {
  const common = moved(state, press) ?? commonKey(state, press);
  if (common !== undefined) return common;
  return state.tab === 'sessions' ? pressSessionKey(state, press) : pressMemoryKey(state, press);
}
