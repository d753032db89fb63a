import type { KeyPress } from './key-press.ts';
import { moveKey } from './move-keys.ts';
import { showMemories, showSessions } from './reload-lists.ts';
import { typeInto } from './typed-line.ts';
import { choose, type Step, step, type UiState } from './ui-state.ts';

function wordsOf(state: UiState): string {
  return state.tab === 'sessions' ? state.words : state.memoryWords;
}

function searchFor(state: UiState, words: string): Step {
  if (words === wordsOf(state)) return step(state);
  return state.tab === 'sessions' ? showSessions(state, { words }) : showMemories(state, { memoryWords: words });
}

/** Leaves the line; a picker is left with the row that is chosen. */
function finish(state: UiState): Step {
  const row = state.sessions.rows[state.sessions.selected];
  if (state.purpose === 'pick' && state.tab === 'sessions' && row !== undefined && !state.sessions.loading)
    return choose(state, row.id);
  return step({ ...state, focus: 'list' });
}

/** A key while the search line is typed in. */
export function pressSearchKey(state: UiState, press: KeyPress): Step {
  const typed = typeInto(wordsOf(state), press);
  if (typed !== undefined) return searchFor(state, typed);
  switch (press.type) {
    case 'enter':
      return finish(state);
    case 'tab':
      return step({ ...state, focus: 'list' });
    case 'escape':
      return wordsOf(state) === '' ? step({ ...state, focus: 'list' }) : searchFor({ ...state, focus: 'list' }, '');
    default:
      return step(moveKey(state, press) ?? state);
  }
}
