import type { KeyPress } from './key-press.ts';
import { type ListState, moveTo } from './list-state.ts';
import { layoutOf } from './screen-layout.ts';
import type { UiState } from './ui-state.ts';

const LETTERS: Readonly<Record<string, KeyPress['type']>> = { j: 'down', k: 'up', g: 'home', G: 'end' };
const CONTROLS: Readonly<Record<string, KeyPress['type']>> = {
  n: 'down',
  p: 'up',
  f: 'page-down',
  d: 'page-down',
  b: 'page-up',
  v: 'page-down',
};

/** Where a key leads from a place; `undefined` for one that does not move. */
export function movedPlace(place: number, press: KeyPress, page: number): number | undefined {
  switch (moveOf(press)) {
    case 'up':
      return place - 1;
    case 'down':
      return place + 1;
    case 'page-up':
      return place - page;
    case 'page-down':
      return place + page;
    case 'home':
      return 0;
    case 'end':
      return Number.MAX_SAFE_INTEGER;
    default:
      return undefined;
  }
}

function moveOf(press: KeyPress): KeyPress['type'] | undefined {
  if (press.type === 'text') return LETTERS[press.text];
  if (press.type === 'control') return CONTROLS[press.letter];
  return press.type;
}

function moveList<Row>(list: ListState<Row>, press: KeyPress, body: number): ListState<Row> | undefined {
  const place = movedPlace(list.selected, press, Math.max(1, body - 1));
  return place === undefined ? undefined : moveTo(list, place, body);
}

/** Moves the choice of the list that is shown; `undefined` for a key that does not move. */
export function moveKey(state: UiState, press: KeyPress): UiState | undefined {
  const { body } = layoutOf(state.size);
  if (state.tab === 'sessions') {
    const sessions = moveList(state.sessions, press, body);
    return sessions === undefined ? undefined : { ...state, sessions };
  }
  const memories = moveList(state.memories, press, body);
  return memories === undefined ? undefined : { ...state, memories };
}

/** Moves through the lines of the pane; `undefined` for a key that does not move. */
export function scrollPane(state: UiState, press: KeyPress): UiState | undefined {
  const { body } = layoutOf(state.size);
  const scroll = movedPlace(state.pane.scroll, press, Math.max(1, body - 1));
  return scroll === undefined ? undefined : { ...state, pane: { ...state.pane, scroll } };
}
