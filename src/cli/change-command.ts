import { changeSessions, type SessionChange } from '../app/change-session.ts';
import type { AppContext } from '../app/context.ts';
import type { SessionDecision } from '../domain/session-decide.ts';
import type { SessionState } from '../domain/session-state.ts';
import type { SessionView } from '../domain/session-view.ts';
import { countOf } from '../kernel/count-of.ts';
import type { Answer } from './answer.ts';
import { refusalError } from './refusal-words.ts';
import { safeLine } from './safe-text.ts';
import { NOTHING_WORDS, SESSION_WORDS } from './words/session.ts';

/** How a command that changes sessions speaks. */
export interface ChangeWords {
  /** Past tense: `pinned`. */
  readonly done: string;
  /** Command that undoes it for one session; absent when there is none. */
  readonly undo?: (view: SessionView) => string;
  /** What the session is called after the change; its present title when absent. */
  readonly title?: string;
  /** One more line for people about the first session that changed. */
  readonly note?: (view: SessionView) => string;
}

export interface ChangeCommand {
  readonly views: readonly SessionView[];
  readonly decide: (state: SessionState | undefined) => SessionDecision;
  readonly words: ChangeWords;
  readonly dryRun?: boolean;
}

function nameOf(view: SessionView): string {
  return view.title === null ? view.shortId : `${view.shortId} ${safeLine(view.title)}`;
}

function lineOf(view: SessionView, change: SessionChange | undefined, words: ChangeWords): string {
  if (change?.kind === 'nothing') return `${nameOf(view)}: ${NOTHING_WORDS[change.because]}`;
  if (change?.kind === 'refused') return `${nameOf(view)}: ${refusalError(SESSION_WORDS, change.refusal).message}`;
  return `${words.done} ${nameOf(named(view, words))}`;
}

function jsonOf(view: SessionView, change: SessionChange | undefined): object {
  const result = change?.kind ?? 'nothing';
  const because =
    change?.kind === 'nothing'
      ? { because: change.because }
      : change?.kind === 'refused'
        ? { because: change.refusal.code }
        : {};
  const events = change?.kind === 'changed' ? change.events.map((event) => event.id) : [];
  return { id: view.id, title: view.title, result, ...because, events };
}

/** The session as it is called after the change. */
function named(view: SessionView, { title }: ChangeWords): SessionView {
  return title === undefined ? view : { ...view, title };
}

/** How to take the change back; one command undoes all that one command did. */
function notesOf(changed: readonly SessionView[], words: ChangeWords): readonly string[] {
  const [first, ...others] = changed;
  const note = words.note === undefined || first === undefined ? [] : [words.note(first)];
  if (first === undefined || words.undo === undefined) return note;
  return [`Undo: ${others.length === 0 ? words.undo(first) : 'loom undo'}`, ...note];
}

/** Changes one or several sessions and tells what was done and how to undo it. A refusal of the only one is an error. */
export async function changeCommand(app: AppContext, command: ChangeCommand): Promise<Answer> {
  const { views, decide, words, dryRun } = command;
  const changes = await changeSessions(app, {
    sessions: views.map((view) => view.id),
    decide,
    ...(dryRun === undefined ? {} : { dryRun }),
  });
  const only = changes.length === 1 ? changes[0] : undefined;
  if (only?.kind === 'refused') throw refusalError(SESSION_WORDS, only.refusal);
  const byId = new Map(changes.map((change) => [change.session, change]));
  const rows = views.map((view) => ({ view, change: byId.get(view.id) }));
  const changed = rows.filter(({ change }) => change?.kind === 'changed');
  const items = rows.map(({ view, change }) => jsonOf(named(view, words), change));
  return {
    json: {
      dryRun: dryRun === true,
      changed: changed.length,
      sessions: items,
      ...(items.length === 1 ? items[0] : {}),
    },
    text: () =>
      rows
        .map(({ view, change }) => `${dryRun === true ? 'would have ' : ''}${lineOf(view, change, words)}\n`)
        .join(''),
    notes:
      dryRun === true || changed.length === 0
        ? []
        : notesOf(
            changed.map(({ view }) => view),
            words,
          ),
    committed: `${countOf(changed.length, 'session')} ${words.done}`,
    exit: rows.some(({ change }) => change?.kind === 'refused') ? 6 : 0,
  };
}
