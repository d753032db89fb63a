import { resolve } from 'node:path';
import { changeMemories, type MemoryChange } from '../../app/change-memory.ts';
import type { AppContext } from '../../app/context.ts';
import { findMemory } from '../../app/find-memory.ts';
import { forgetMemories, planForget } from '../../app/forget-memories.ts';
import { forkSession } from '../../app/fork-session.ts';
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
import {
  archiveWish,
  deleteWish,
  pinWish,
  renameWish,
  restoreWish,
  type SessionWish,
  unpinWish,
} from '../../app/session-wishes.ts';
import { undoEvent } from '../../app/undo-event.ts';
import type { MemoryRecord } from '../../domain/memory-state.ts';
import type { MemoryId, SessionId } from '../../kernel/ids.ts';
import type { ActionResult, UiAction, UndoToken } from '../../ui/ui-host.ts';
import { requirePerson } from '../agent-shell-guard.ts';
import { type ChangeWords, changeCommand } from '../change-command.ts';
import { readSeal } from '../export-encryption.ts';
import { openNative } from '../open-native.ts';
import { readOutside } from '../read-outside.ts';
import { refusalError } from '../refusal-words.ts';
import { answerUndo } from '../render/undo.ts';
import { runExport } from '../run-export.ts';
import { COPY_WORDS } from '../words/copy.ts';
import { MEMORY_NOTHING_WORDS, MEMORY_WORDS } from '../words/memory.ts';
import { answerText } from './answer-text.ts';
import { viewOf } from './view-of.ts';

type Of<Type extends UiAction['type']> = Extract<UiAction, { readonly type: Type }>;

interface SessionWishes {
  readonly wish: SessionWish;
  readonly words: ChangeWords;
}

async function changeOne(app: AppContext, session: SessionId, { wish, words }: SessionWishes): Promise<ActionResult> {
  const answer = await changeCommand(app, { views: [viewOf(app, session)], decide: wish, words });
  const { events } = answer.json as { readonly events: readonly string[] };
  const event = events.at(-1);
  const what = `${words.done} ${session.slice(0, 8)}`;
  const undo: UndoToken | null = event === undefined ? null : { kind: 'event', event, what };
  return { ok: true, message: withUndo(await answerText(answer), undo), undo };
}

function withUndo(message: string, undo: UndoToken | null): string {
  return undo === null ? message : `${message}; u takes it back`;
}

const SESSION_CHANGES: Readonly<Record<'pin' | 'unpin' | 'archive' | 'restore' | 'delete', SessionWishes>> = {
  pin: { wish: pinWish, words: { done: 'pinned' } },
  unpin: { wish: unpinWish, words: { done: 'unpinned' } },
  archive: { wish: archiveWish, words: { done: 'archived' } },
  restore: { wish: restoreWish, words: { done: 'restored' } },
  delete: { wish: deleteWish, words: { done: 'deleted' } },
};

async function rename(app: AppContext, { session, title }: Of<'rename'>): Promise<ActionResult> {
  const clean = app.redactor.redact(title).text;
  return changeOne(app, session, { wish: renameWish(clean), words: { done: 'renamed', title: clean } });
}

async function fork(app: AppContext, { session, at }: Of<'fork'>): Promise<ActionResult> {
  const request = { session, native: false, dryRun: false, ...(at === null ? {} : { at }) };
  const outcome = await forkSession(app, request, await openNative());
  if (outcome.kind === 'refused') throw refusalError(COPY_WORDS, outcome.refusal);
  const { copy } = outcome;
  const undo: UndoToken = { kind: 'delete', session: copy.session, what: `fork ${copy.session.slice(0, 8)}` };
  const turns = `turns 1 to ${copy.point.turn} of ${copy.point.turns}`;
  return { ok: true, message: withUndo(`forked ${copy.parent} into ${copy.session}, ${turns}`, undo), undo };
}

const FORMATS = { '.html': 'html', '.json': 'json', '.jsonl': 'jsonl' } as const;

/** The ending of the file says which format is meant. */
function formatOf(path: string): 'markdown' | 'html' | 'json' | 'jsonl' {
  const ending = Object.keys(FORMATS).find((known) => path.toLowerCase().endsWith(known));
  return ending === undefined ? 'markdown' : FORMATS[ending as keyof typeof FORMATS];
}

async function exportSession(app: AppContext, { session, path }: Of<'export'>): Promise<ActionResult> {
  const output = resolve(app.cwd, path);
  const seal = await readSeal({ encrypt: false, armor: false });
  const wish = { format: formatOf(path), mode: 'redacted', withChildren: false, output, force: false, seal } as const;
  const answer = await runExport(app, { views: [viewOf(app, session)], ...wish });
  return { ok: true, message: await answerText(answer), undo: null };
}

function resultOf(change: MemoryChange | undefined, done: string): ActionResult {
  if (change === undefined) return { ok: false, message: 'nothing was changed', undo: null };
  if (change.kind === 'refused') throw refusalError(MEMORY_WORDS, change.refusal);
  if (change.kind === 'nothing') return { ok: true, message: MEMORY_NOTHING_WORDS[change.because], undo: null };
  const event = change.events.at(-1)?.id;
  const what = `${done} memory ${change.memory.slice(0, 8)}`;
  const undo: UndoToken | null = event === undefined ? null : { kind: 'event', event, what };
  return { ok: true, message: withUndo(what, undo), undo };
}

async function changeRecord(
  app: AppContext,
  memory: MemoryId,
  { decide, done }: { readonly decide: ReturnType<typeof acceptWish>; readonly done: string },
): Promise<ActionResult> {
  const [change] = await changeMemories(app, { memories: [memory], decide });
  return resultOf(change, done);
}

type KeptAction = Of<'confirm' | 'retract' | 'pin-memory' | 'unpin-memory'>;
type MemoryAction = Of<'accept' | 'reject' | 'supersede' | 'edit' | 'forget'> | KeptAction;

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

/** What only a person decides. */
async function decideMemory(app: AppContext, scope: SessionScope, action: MemoryAction): Promise<ActionResult> {
  requirePerson(app, 'reviews memory', 'loom ui');
  app.readModel.catchUp();
  const by = app.actor.kind;
  switch (action.type) {
    case 'accept': {
      const decide = acceptWish({ by, confirmInstruction: action.confirmInstruction });
      return changeRecord(app, action.memory, { decide, done: 'accepted' });
    }
    case 'reject':
      return changeRecord(app, action.memory, { decide: rejectWish(undefined), done: 'rejected' });
    case 'supersede': {
      const decide = supersedeWish(action.memory, { by, confirmInstruction: action.confirmInstruction });
      return changeRecord(app, findMemory(app, action.old, scope).id, { decide, done: 'superseded' });
    }
    case 'forget':
      return forget(app, findMemory(app, action.memory, scope));
    case 'edit': {
      const decide = editWish(app, redactEdit(app, { text: action.text }), { by, confirmInstruction: false });
      return changeRecord(app, action.memory, { decide, done: 'edited' });
    }
    default:
      return changeRecord(app, action.memory, keptWish(app, action));
  }
}

async function undo(app: AppContext, token: UndoToken): Promise<ActionResult> {
  if (token.kind === 'delete') {
    await changeOne(app, token.session, SESSION_CHANGES.delete);
    return { ok: true, message: `undone: ${token.what}`, undo: null };
  }
  const said = await answerText(answerUndo(await undoEvent(app, token.event)));
  return { ok: true, message: `${said} (${token.what})`, undo: null };
}

/** Carries an action out, the way the command of the same name does. Throws what the command would throw. */
export async function carryOut(app: AppContext, scope: SessionScope, action: UiAction): Promise<ActionResult> {
  switch (action.type) {
    case 'rename':
      return rename(app, action);
    case 'pin':
    case 'unpin':
    case 'archive':
    case 'restore':
    case 'delete':
      return changeOne(app, action.session, SESSION_CHANGES[action.type]);
    case 'fork':
      return fork(app, action);
    case 'export':
      return exportSession(app, action);
    case 'undo':
      return undo(app, action.undo);
    default:
      return decideMemory(app, scope, action);
  }
}
