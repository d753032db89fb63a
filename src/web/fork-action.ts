import { type CopyOutcome, forkTitle, type SessionCopy } from '../app/copy-session.ts';
import { forkSession, resumeForkLine } from '../app/fork-session.ts';
import { sessionEvents } from '../app/session-history.ts';
import { askPage } from './ask-form.ts';
import { html, type Markup } from './markup.ts';
import type { PageAnswer, PageCall, PageRoute } from './page.ts';
import { sessionOf } from './session-frame.ts';
import { showNumber, titleOf } from './session-row.ts';

/** The address that asks for a fork which ends there; with an empty text for one of all turns. */
export function forkPath(session: string, at: string): string {
  return `/sessions/${session}/fork${at === '' ? '' : `?at=${encodeURIComponent(at)}`}`;
}

function endOf({ query }: PageCall): string {
  return (query.get('at') ?? '').trim();
}

/** As it would be made, or made. Throws what the command throws where it cannot be. */
async function forkOf(call: PageCall, wish: { readonly dryRun: boolean }): Promise<SessionCopy> {
  const at = endOf(call);
  const reason = (call.form.get('reason') ?? '').trim();
  const request = {
    session: sessionOf(call).id,
    native: false,
    ...wish,
    ...(at === '' ? {} : { at }),
    ...(reason === '' ? {} : { reason }),
  };
  const outcome: CopyOutcome = await forkSession(call.app, request, await call.host.nativeTools());
  if (outcome.kind === 'refused') throw call.host.words.copy(outcome.refusal);
  return outcome.copy;
}

function turnsOf({ point: { turn, turns } }: SessionCopy): string {
  if (turns === 1) return 'its one turn';
  return turn === turns ? `all ${showNumber(turns)} turns` : `turns 1 to ${showNumber(turn)} of ${showNumber(turns)}`;
}

function notesOf(call: PageCall, { point, memories, changes, cwd, cwdSubstituted }: SessionCopy): readonly Markup[] {
  const notes = [
    ...(point.moved ? ['It ends after the results of the tool calls, so that calls and results stay together.'] : []),
    ...(memories.length > 0 ? [`It refers to ${memories.length} accepted records of memory.`] : []),
    ...(cwdSubstituted ? [`Folder ${cwd} stands for the session’s own, which is gone.`] : []),
    ...changes.map(({ code, count }) => call.host.words.copyChange(code, count)),
  ];
  return notes.map((note) => html`<li dir="auto">${note}</li>`);
}

async function askFork(call: PageCall): Promise<PageAnswer> {
  const view = sessionOf(call);
  const plan = await forkOf(call, { dryRun: true });
  const title = forkTitle(call.app, view.title, 'fork');
  const named = title === undefined ? null : html` named <b>${title}</b>`;
  const notes = notesOf(call, plan);
  return askPage(call, forkPath(view.id, endOf(call)), {
    title: 'Fork this session?',
    says: html`<p dir="auto"><b>${titleOf(view)}</b></p><p dir="auto">A session of its own is made${named}. It begins with ${turnsOf(plan)}; this one stays as it is. Nothing is approved in it: it asks for everything again. Undo puts it into the trash.</p>${notes.length === 0 ? null : html`<ul>${notes}</ul>`}`,
    fields: html`<label>Why (may stay empty)<input name="reason" dir="auto" autocomplete="off"></label>`,
    button: 'Fork',
    back: `/sessions/${view.id}`,
  });
}

async function fork(call: PageCall): Promise<PageAnswer> {
  const copy = await forkOf(call, { dryRun: false });
  const started = sessionEvents(call.app, copy.session).find(({ type }) => type === 'session.started');
  const told = {
    text: `This is the fork. It holds ${turnsOf(copy)} of ${copy.parent}. To go on in your terminal:`,
    command: resumeForkLine(call.app, copy),
    ...(started === undefined ? {} : { undo: started.id }),
  };
  return { kind: 'done', told, next: `/sessions/${copy.session}` };
}

/** Making a session of its own from the beginning of another one. */
export const FORK_ROUTES: readonly PageRoute[] = [
  { method: 'GET', path: '/sessions/:id/fork', answer: askFork },
  { method: 'POST', path: '/sessions/:id/fork', write: true, answer: fork },
];
