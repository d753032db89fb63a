import { resolve } from 'node:path';
import type { AppContext } from '../../app/context.ts';
import { forkSession } from '../../app/fork-session.ts';
import type { SessionScope } from '../../app/list-sessions.ts';
import { planPurge, purgeSessions } from '../../app/purge-sessions.ts';
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
import type { SessionId } from '../../kernel/ids.ts';
import type { ActionResult, UiAction, UndoToken } from '../../ui/ui-host.ts';
import { type ChangeWords, changeCommand } from '../change-command.ts';
import { readSeal } from '../export-encryption.ts';
import { openNative } from '../open-native.ts';
import { refusalError } from '../refusal-words.ts';
import { answerUndo } from '../render/undo.ts';
import { runExport } from '../run-export.ts';
import { COPY_WORDS } from '../words/copy.ts';
import { SESSION_WORDS } from '../words/session.ts';
import { answerText } from './answer-text.ts';
import { decideMemory } from './memory-actions.ts';
import { doneBy, withUndo } from './undo-words.ts';
import { viewOf } from './view-of.ts';

type Of<Type extends UiAction['type']> = Extract<UiAction, { readonly type: Type }>;

interface SessionWishes {
  readonly wish: SessionWish;
  readonly words: ChangeWords;
}

async function changeOne(app: AppContext, session: SessionId, { wish, words }: SessionWishes): Promise<ActionResult> {
  const answer = await changeCommand(app, { views: [viewOf(app, session)], decide: wish, words });
  const { events } = answer.json as { readonly events: readonly string[] };
  const what = `${words.done} ${session.slice(0, 8)}`;
  return doneBy({ event: events.at(-1), what, message: await answerText(answer) });
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

/** A list may be older than the session: one that somebody restored meanwhile stays. */
async function purge(app: AppContext, { session }: Of<'purge'>): Promise<ActionResult> {
  const view = viewOf(app, session);
  if (!view.deleted) return { ok: false, message: 'it is not deleted any more; nothing was changed', undo: null };
  const outcome = await purgeSessions(app, planPurge(app, [view]));
  if (outcome.kind === 'refused') throw refusalError(SESSION_WORDS, outcome.refusal);
  const said = outcome.kind === 'nothing' ? 'purged already' : 'purged';
  return { ok: true, message: `${said} ${session.slice(0, 8)}`, undo: null };
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
    case 'purge':
      return purge(app, action);
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
