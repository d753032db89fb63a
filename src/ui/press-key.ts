import { type KeyPress, singleKeys } from './key-press.ts';
import { pressListKey } from './list-keys.ts';
import { pressOverlayKey } from './overlay-keys.ts';
import { pressSearchKey } from './search-keys.ts';
import { settle } from './settle-state.ts';
import type { Effect, Step, UiState } from './ui-state.ts';

function isTyping({ overlay, focus }: UiState): boolean {
  return overlay === null ? focus === 'search' : overlay.type === 'input';
}

function pressOne(state: UiState, press: KeyPress): Step {
  if (press.type === 'control' && press.letter === 'c')
    return { state: { ...state, outcome: { kind: 'quit' } }, effects: [] };
  if (state.overlay !== null) return pressOverlayKey(state, state.overlay, press);
  if (state.focus === 'search') return pressSearchKey(state, press);
  return pressListKey(state, press);
}

/** What a key comes to: the next state, and what is to be done. */
export function pressKey(state: UiState, press: KeyPress): Step {
  if (isTyping(state)) return settle(pressOne(state, press));
  const effects: Effect[] = [];
  let now = state;
  for (const single of singleKeys(press)) {
    const step = settle(pressOne(now, single));
    now = step.state;
    effects.push(...step.effects);
  }
  return { state: now, effects };
}

/** The terminal has another size now. */
export function resize(state: UiState, size: UiState['size']): Step {
  return settle({ state: { ...state, size }, effects: [] });
}
