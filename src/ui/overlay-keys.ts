import { shownClaim } from '../domain/memory-decide.ts';
import type { MemoryId } from '../kernel/ids.ts';
import type { Cover } from './cover-lines.ts';
import type { KeyPress } from './key-press.ts';
import { movedPlace } from './move-keys.ts';
import { layoutOf } from './screen-layout.ts';
import { typeInto } from './typed-line.ts';
import type { MemoryRow, UiAction } from './ui-host.ts';
import {
  askOrder,
  type InputOverlay,
  type InputWish,
  type Overlay,
  type Step,
  step,
  type UiState,
} from './ui-state.ts';

function close(state: UiState): UiState {
  return { ...state, overlay: null };
}

function act(state: UiState, action: UiAction): Step {
  return step({ ...close(state), message: null }, { type: 'act', action });
}

/** What a typed line asks for; `undefined` where it says nothing. */
function actionOf(wish: InputWish, typed: string): UiAction | undefined {
  const text = typed.trim();
  if (wish.type === 'fork') return { type: 'fork', session: wish.session, at: placeOf(text) };
  if (wish.type === 'replace-by') return replaceAction(wish, text);
  if (text === '') return undefined;
  switch (wish.type) {
    case 'rename':
      return { type: 'rename', session: wish.session, title: text };
    case 'export':
      return { type: 'export', session: wish.session, path: text };
    case 'edit':
      return { type: 'edit', memory: wish.row.id as MemoryId, text, confirmInstruction: false };
    case 'forget':
      return text === 'forget' ? { type: 'forget', memory: wish.row.id as MemoryId } : undefined;
    case 'purge':
      return text === 'purge' ? { type: 'purge', session: wish.session } : undefined;
    case 'replace':
      return undefined;
    case 'supersede': {
      const { id, instructionShaped } = wish.row;
      const shown = shownClaim(wish.row);
      return { type: 'supersede', memory: id as MemoryId, shown, old: text, confirmInstruction: instructionShaped };
    }
  }
}

function replaceAction({ row, text }: Extract<InputWish, { type: 'replace-by' }>, name: string): UiAction {
  const approvedBy = name === '' ? null : name;
  return { type: 'replace', memory: row.id as MemoryId, text, approvedBy, confirmInstruction: false };
}

/** `3` means the third turn; anything else is an id, or all of it. */
function placeOf(text: string): string | null {
  if (text === '') return null;
  return /^\d+$/.test(text) ? `turn:${text}` : text;
}

function unchanged(state: UiState): Step {
  return step({ ...close(state), message: { text: 'Nothing was changed', ok: true } });
}

/** A text becomes memory once somebody accepts it. */
function askName(state: UiState, row: MemoryRow, text: string): Step {
  const wish = { type: 'replace-by', row, text } as const;
  const label = 'Accepted by (or empty for you at this terminal)';
  return step({ ...state, overlay: { type: 'input', label, value: '', wish } });
}

function submit(state: UiState, { wish, value }: InputOverlay): Step {
  if (wish.type === 'replace' && value.trim() !== '') return askName(state, wish.row, value.trim());
  const action = actionOf(wish, value);
  if (action === undefined) return unchanged(state);
  if (action.type !== 'supersede' || !action.confirmInstruction) return act(state, action);
  return askOrder(state, action);
}

function pressInputKey(state: UiState, overlay: InputOverlay, press: KeyPress): Step {
  const value = typeInto(overlay.value, press);
  if (value !== undefined) return step({ ...state, overlay: { ...overlay, value } });
  if (press.type === 'enter') return submit(state, overlay);
  return step(press.type === 'escape' ? close(state) : state);
}

function isLetter(press: KeyPress, letters: string): boolean {
  return press.type === 'text' && press.text.length === 1 && letters.includes(press.text);
}

/** Only a yes is a yes. */
function pressConfirmKey(state: UiState, action: UiAction, press: KeyPress): Step {
  if (isLetter(press, 'yY')) return act(state, action);
  return unchanged(state);
}

/** What is final is typed, once it is told. */
function pressPurgeKey(state: UiState, overlay: Cover, press: KeyPress): Step | undefined {
  if (overlay.type !== 'purge' || overlay.lines === null || press.type !== 'enter') return undefined;
  const wish = { type: 'purge', session: overlay.row.id } as const;
  const label = 'Type purge to erase it for good';
  return step({ ...state, overlay: { type: 'input', label, value: '', wish } });
}

function pressResumeKey(state: UiState, overlay: Cover, press: KeyPress): Step | undefined {
  if (overlay.type !== 'resume' || overlay.preview === null) return undefined;
  const how = press.type === 'enter' || isLetter(press, 'yY') ? 'exec' : isLetter(press, 'pP') ? 'print' : undefined;
  if (how === undefined) return undefined;
  return step({
    ...state,
    outcome: { kind: 'resume', session: overlay.row.id, how, everyProject: state.everyProject },
  });
}

function pressDocumentKey(state: UiState, overlay: Cover, press: KeyPress): Step {
  const answered = pressResumeKey(state, overlay, press) ?? pressPurgeKey(state, overlay, press);
  if (answered !== undefined) return answered;
  const scroll = movedPlace(overlay.scroll, press, Math.max(1, layoutOf(state.size).body - 2));
  if (scroll !== undefined) return step({ ...state, overlay: { ...overlay, scroll } });
  const leaves = press.type === 'escape' || press.type === 'left' || isLetter(press, 'qn?');
  return step(leaves ? close(state) : state);
}

/** A key while something lies over the lists. */
export function pressOverlayKey(state: UiState, overlay: Overlay, press: KeyPress): Step {
  switch (overlay.type) {
    case 'input':
      return pressInputKey(state, overlay, press);
    case 'confirm':
      return pressConfirmKey(state, overlay.action, press);
    default:
      return pressDocumentKey(state, overlay, press);
  }
}
