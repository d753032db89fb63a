/** Keys by short names: `up`, `enter`, `^l`, or letters. */
import type { KeyPress } from '../../src/ui/key-press.ts';
import { pressKey } from '../../src/ui/press-key.ts';
import { type News, takeNews } from '../../src/ui/take-news.ts';
import type { UiStart } from '../../src/ui/ui-host.ts';
import { beginUi, type Effect, type UiState } from '../../src/ui/ui-state.ts';
import { memoryRow, START, sessionRow } from './fake-host.ts';

const NAMES = new Set(['up', 'down', 'left', 'right', 'page-up', 'page-down', 'home', 'end', 'enter', 'escape', 'tab']);

export function keyOf(name: string): KeyPress {
  if (NAMES.has(name) || name === 'backspace') return { type: name } as KeyPress;
  if (/^\^[a-z]$/.test(name)) return { type: 'control', letter: name.slice(1) };
  return { type: 'text', text: name };
}

export interface Played {
  readonly state: UiState;
  /** What the last key came to. */
  readonly effects: readonly Effect[];
}

/** Presses keys one after the other. */
export function play(state: UiState, ...names: readonly string[]): Played {
  let played: Played = { state, effects: [] };
  for (const name of names) played = pressKey(played.state, keyOf(name));
  return played;
}

export function hear(state: UiState, ...news: readonly News[]): UiState {
  return news.reduce((now, one) => takeNews(now, one).state, state);
}

/** A screen of 120 by 24 with so many sessions and two proposals. */
export function screenWith(count: number, start: Partial<UiStart> = {}, size = { columns: 120, rows: 24 }): UiState {
  const { state } = beginUi({ ...START, ...start }, size);
  const rows = Array.from({ length: Math.min(count, 100) }, (_, n) => sessionRow(n + 1));
  const page = { rows, total: count, complete: count <= 100 };
  const memories = [memoryRow(1), memoryRow(2, { instructionShaped: true })];
  return hear(
    state,
    { type: 'sessions', page, offset: 0, asked: 0 },
    { type: 'memories', page: { rows: memories, total: 2, complete: true }, asked: 0 },
  );
}
