import { changeMemories, type MemoryChange } from '../../app/change-memory.ts';
import type { AppContext } from '../../app/context.ts';
import { findMemory } from '../../app/find-memory.ts';
import { forgetMemories, planForget } from '../../app/forget-memories.ts';
import type { SessionScope } from '../../app/list-sessions.ts';
import {
  acceptWish,
  confirmWish,
  editWish,
  type MemoryWish,
  pinMemoryWish,
  redactEdit,
  rejectWish,
  retractWish,
  supersedeWish,
  unpinMemoryWish,
} from '../../app/memory-wishes.ts';
import { successionEvent, supersedeByText } from '../../app/supersede-memory.ts';
import type { MemoryRecord } from '../../domain/memory-state.ts';
import type { MemoryId } from '../../kernel/ids.ts';
import { LoomError } from '../../kernel/loom-error.ts';
import type { ActionResult, UiAction } from '../../ui/ui-host.ts';
import { requirePerson } from '../agent-shell-guard.ts';
import { requireMemoryOn } from '../memory-arguments.ts';
import { readOutside } from '../read-outside.ts';
import { refusalError } from '../refusal-words.ts';
import { MEMORY_NOTHING_WORDS, MEMORY_WORDS } from '../words/memory.ts';
import { doneBy } from './undo-words.ts';

type Of<Type extends UiAction['type']> = Extract<UiAction, { readonly type: Type }>;

function resultOf(change: MemoryChange | undefined, done: string): ActionResult {
  if (change === undefined) return { ok: false, message: 'nothing was changed', undo: null };
  if (change.kind === 'refused') throw refusalError(MEMORY_WORDS, change.refusal);
  if (change.kind === 'nothing') return { ok: true, message: MEMORY_NOTHING_WORDS[change.because], undo: null };
  return doneBy({ event: change.events.at(-1)?.id, what: `${done} memory ${change.memory.slice(0, 8)}` });
}

async function changeRecord(
  app: AppContext,
  memory: MemoryId,
  { decide, done }: { readonly decide: ReturnType<typeof acceptWish>; readonly done: string },
): Promise<ActionResult> {
  const [change] = await changeMemories(app, { memories: [memory], decide });
  return resultOf(change, done);
}

/** What makes memory; a text that reads like an order takes a second yes. */
type ShapedAction = Of<'accept' | 'supersede' | 'edit' | 'replace'>;
type KeptAction = Of<'confirm' | 'retract' | 'pin-memory' | 'unpin-memory'>;
/** What is decided about memory. */
export type MemoryAction = ShapedAction | Of<'reject' | 'forget'> | KeptAction;

function keptWish(app: AppContext, { type }: KeptAction): { readonly decide: MemoryWish; readonly done: string } {
  switch (type) {
    case 'confirm':
      return { decide: confirmWish(app, undefined), done: 'confirmed' };
    case 'retract':
      return { decide: retractWish(undefined), done: 'retracted' };
    case 'pin-memory':
      return { decide: pinMemoryWish(), done: 'pinned' };
    case 'unpin-memory':
      return { decide: unpinMemoryWish(), done: 'unpinned' };
  }
}

async function forget(app: AppContext, record: MemoryRecord): Promise<ActionResult> {
  const outcome = await forgetMemories(app, planForget(app, [record], readOutside));
  if (outcome.kind === 'refused') throw refusalError(MEMORY_WORDS, outcome.refusal);
  return { ok: true, message: `forgot memory ${record.id.slice(0, 8)}`, undo: null };
}

async function replace(app: AppContext, scope: SessionScope, action: Of<'replace'>): Promise<ActionResult> {
  await requireMemoryOn(app);
  const { text, approvedBy, confirmInstruction } = action;
  const name = approvedBy === null ? undefined : app.redactor.redact(approvedBy).text;
  const asserted = name === undefined ? {} : { approvedBy: name, evidence: 'reviewed in a terminal' };
  const acceptance = { by: app.actor.kind, confirmInstruction, ...asserted };
  const made = await supersedeByText(app, findMemory(app, action.memory, scope), { text, acceptance });
  if (made.kind === 'refused') throw refusalError(MEMORY_WORDS, made.refusal);
  const what = `superseded memory ${action.memory.slice(0, 8)}`;
  const message = `${what} by ${made.successor.slice(0, 8)}`;
  return doneBy({ event: successionEvent(made.events)?.id, what, message });
}

async function makeMemory(app: AppContext, scope: SessionScope, action: ShapedAction): Promise<ActionResult> {
  const shown = 'shown' in action ? { shown: { [action.memory]: action.shown } } : {};
  const acceptance = { by: app.actor.kind, confirmInstruction: action.confirmInstruction, ...shown };
  switch (action.type) {
    case 'accept':
      return changeRecord(app, action.memory, { decide: acceptWish(acceptance), done: 'accepted' });
    case 'supersede': {
      const decide = supersedeWish(action.memory, acceptance);
      return changeRecord(app, findMemory(app, action.old, scope).id, { decide, done: 'superseded' });
    }
    case 'edit': {
      const decide = editWish(app, redactEdit(app, { text: action.text }), acceptance);
      return changeRecord(app, action.memory, { decide, done: 'edited' });
    }
    case 'replace':
      return replace(app, scope, action);
  }
}

/** Nobody knows before it is typed whether a text reads like an order: where it does, that is asked. */
async function orInsist(action: ShapedAction, made: Promise<ActionResult>): Promise<ActionResult> {
  try {
    return await made;
  } catch (error) {
    const isOrder = error instanceof LoomError && error.code === 'memory-instruction';
    if (!isOrder || action.confirmInstruction) throw error;
    return { ok: false, message: error.message, undo: null, insist: { ...action, confirmInstruction: true } };
  }
}

/** Carries out what only a person decides. */
export async function decideMemory(app: AppContext, scope: SessionScope, action: MemoryAction): Promise<ActionResult> {
  requirePerson(app, 'reviews memory', 'loom ui');
  app.readModel.catchUp();
  switch (action.type) {
    case 'accept':
    case 'supersede':
    case 'edit':
    case 'replace':
      return orInsist(action, makeMemory(app, scope, action));
    case 'reject':
      return changeRecord(app, action.memory, { decide: rejectWish(undefined), done: 'rejected' });
    case 'forget':
      return forget(app, findMemory(app, action.memory, scope));
    default:
      return changeRecord(app, action.memory, keptWish(app, action));
  }
}
