import { shownClaim } from '../domain/memory-decide.ts';
import type { MemoryId } from '../kernel/ids.ts';
import type { KeyPress } from './key-press.ts';
import { moveKey } from './move-keys.ts';
import { showMemories } from './reload-lists.ts';
import { MEMORY_SECTIONS, type MemoryRow, type UiAction } from './ui-host.ts';
import { askOrder, type InputWish, type Step, step, type UiState } from './ui-state.ts';

function otherSection(state: UiState, by: 1 | -1): Step {
  const count = MEMORY_SECTIONS.length;
  const section = MEMORY_SECTIONS[(MEMORY_SECTIONS.indexOf(state.section) + by + count) % count] ?? 'accepted';
  return showMemories(state, { section });
}

function accept(state: UiState, row: MemoryRow): Step {
  const { id, instructionShaped } = row;
  const action: UiAction = {
    type: 'accept',
    memory: id as MemoryId,
    shown: shownClaim(row),
    confirmInstruction: instructionShaped,
  };
  return instructionShaped ? askOrder(state, action) : step(state, { type: 'act', action });
}

function ask(state: UiState, label: string, [value, wish]: readonly [string, InputWish]): Step {
  return step({ ...state, overlay: { type: 'input', label, value, wish } });
}

const REVIEW_LETTERS: Readonly<Record<string, (state: UiState, row: MemoryRow) => Step>> = {
  a: accept,
  r: (state, row) => step(state, { type: 'act', action: { type: 'reject', memory: row.id as MemoryId } }),
  s: (state, row) => ask(state, 'Which record gives way', [state.pane.nearest ?? '', { type: 'supersede', row }]),
  e: (state, row) => ask(state, 'New text', [row.text, { type: 'edit', row }]),
  n: (state) => step(moveKey(state, { type: 'down' }) ?? state),
};

function retract(state: UiState, row: MemoryRow): Step {
  const action: UiAction = { type: 'retract', memory: row.id as MemoryId };
  return step({ ...state, overlay: { type: 'confirm', question: `Not true: “${row.text}”?`, action } });
}

/** What can be done with a record that is memory. */
const ACCEPTED_LETTERS: Readonly<Record<string, (state: UiState, row: MemoryRow) => Step>> = {
  c: (state, row) => step(state, { type: 'act', action: { type: 'confirm', memory: row.id as MemoryId } }),
  p: (state, row) => {
    const type = row.pinned ? 'unpin-memory' : 'pin-memory';
    return step(state, { type: 'act', action: { type, memory: row.id as MemoryId } });
  },
  e: (state, row) => ask(state, 'New text', [row.text, { type: 'edit', row }]),
  s: (state, row) => ask(state, 'New text in its place', ['', { type: 'replace', row }]),
  x: retract,
  D: (state, row) => ask(state, 'Type forget to erase it for good', ['', { type: 'forget', row }]),
};

const LETTERS_OF: Readonly<Partial<Record<UiState['section'], typeof REVIEW_LETTERS>>> = {
  review: REVIEW_LETTERS,
  accepted: ACCEPTED_LETTERS,
};

/** What waits for a person is decided about in its own part, what is memory where that is listed. */
function pressLetter(state: UiState, letter: string): Step {
  if (letter === '[') return otherSection(state, -1);
  if (letter === ']') return otherSection(state, 1);
  if (letter === ' ') return step({ ...state, focus: state.focus === 'pane' ? 'list' : 'pane' });
  if (letter === 'v') return showMemories(state, { section: 'review' });
  const row = state.memories.rows[state.memories.selected];
  const key = LETTERS_OF[state.section]?.[letter];
  if (row === undefined || key === undefined) return step(state);
  return key(state, row);
}

/** A key that means something for memory alone. */
export function pressMemoryKey(state: UiState, press: KeyPress): Step {
  switch (press.type) {
    case 'left':
      return state.focus === 'pane' ? step({ ...state, focus: 'list' }) : otherSection(state, -1);
    case 'right':
      return state.focus === 'pane' ? step(state) : otherSection(state, 1);
    case 'enter':
      return step({ ...state, focus: 'pane' });
    case 'text':
      return pressLetter(state, press.text);
    default:
      return step(state);
  }
}
