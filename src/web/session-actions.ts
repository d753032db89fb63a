import { changeSessions } from '../app/change-session.ts';
import { exportHtml } from '../app/export-conversation.ts';
import { noteExport } from '../app/note-export.ts';
import {
  archiveWish,
  deleteWish,
  pinWish,
  renameWish,
  restoreWish,
  type SessionWish,
  unpinWish,
} from '../app/session-wishes.ts';
import type { ExportMode } from '../domain/conversation-markdown.ts';
import type { SessionView } from '../domain/session-view.ts';
import { askPage } from './ask-form.ts';
import { html, type Markup } from './markup.ts';
import type { PageAnswer, PageCall, PageRoute } from './page.ts';
import { sessionOf } from './session-frame.ts';
import { titleOf } from './session-row.ts';

interface SessionAction {
  readonly name: string;
  /** Past tense. */
  readonly done: string;
  readonly says: string;
  readonly isDangerous?: true;
  readonly fields?: (view: SessionView) => Markup;
  readonly wish: (call: PageCall) => SessionWish;
}

function titleField(view: SessionView): Markup {
  return html`<label>New title<input name="title" value="${view.title ?? ''}" required dir="auto" autocomplete="off"></label>`;
}

const ACTIONS: readonly SessionAction[] = [
  {
    name: 'rename',
    done: 'renamed',
    says: 'It gets a title of your own. Undo brings the old one back.',
    fields: titleField,
    wish: ({ app, form }) => renameWish(app.redactor.redact(form.get('title') ?? '').text),
  },
  { name: 'pin', done: 'pinned', says: 'It stays: clean-ups leave pinned sessions alone.', wish: () => pinWish },
  { name: 'unpin', done: 'unpinned', says: 'Its pin is taken off.', wish: () => unpinWish },
  {
    name: 'archive',
    done: 'archived',
    says: 'It is put away: out of the usual list, nothing else changes. Restore brings it back.',
    wish: () => archiveWish,
  },
  {
    name: 'restore',
    done: 'restored',
    says: 'It comes back out of the trash, or out of the archive.',
    wish: () => restoreWish,
  },
  {
    name: 'delete',
    done: 'deleted',
    says: 'It is hidden in the trash. Its bytes stay in the store until it is purged; restore brings it back.',
    isDangerous: true,
    wish: () => deleteWish,
  },
];

function askFor(call: PageCall, action: SessionAction): PageAnswer {
  const view = sessionOf(call);
  const { name, says, fields, isDangerous } = action;
  const button = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return askPage(call, `/sessions/${view.id}/${name}`, {
    title: `${button} this session?`,
    says: html`<p dir="auto"><b>${titleOf(view)}</b></p><p>${says}</p>`,
    ...(fields === undefined ? {} : { fields: fields(view) }),
    button,
    ...(isDangerous === undefined ? {} : { isDangerous }),
    back: `/sessions/${view.id}`,
  });
}

async function change(call: PageCall, action: SessionAction): Promise<PageAnswer> {
  const { id } = sessionOf(call);
  const [made] = await changeSessions(call.app, { sessions: [id], decide: action.wish(call) });
  const next = `/sessions/${id}`;
  if (made === undefined) throw new TypeError('a change of a session came to nothing at all');
  if (made.kind === 'refused') throw call.host.words.session(made.refusal);
  if (made.kind === 'nothing')
    return { kind: 'done', told: { text: `Nothing changed: ${call.host.words.nothing(made.because)}.` }, next };
  const undo = made.events[0]?.id;
  const told = { text: `The session is ${action.done}.`, ...(undo === undefined ? {} : { undo }) };
  return { kind: 'done', told, next };
}

const MODES: Readonly<Record<ExportMode, string>> = {
  compact: 'Words only: prompts, answers, a line for each tool call',
  redacted: 'With inputs and results of tools',
  full: 'Everything: thinking, injected text, branches and subagents too',
};

function askExport(call: PageCall): PageAnswer {
  const view = sessionOf(call);
  const choices = Object.entries(MODES).map(
    ([mode, words]) =>
      html`<label class="check"><input type="radio" name="mode" value="${mode}"${mode === 'redacted' ? html` checked` : ''}> ${words}</label>`,
  );
  return askPage(call, `/sessions/${view.id}/export`, {
    title: 'Export this session?',
    says: html`<p dir="auto"><b>${titleOf(view)}</b></p><p>Your browser saves one HTML file that needs nothing but itself. What leaves the store this way is noted in its journal; redaction lowers the risk, it does not make a transcript safe to publish.</p>`,
    fields: html`<fieldset><legend>How much</legend>${choices}</fieldset>`,
    button: 'Export',
    back: `/sessions/${view.id}`,
  });
}

async function makeExport(call: PageCall): Promise<PageAnswer> {
  const view = sessionOf(call);
  const asked = call.form.get('mode') ?? '';
  const mode: ExportMode = Object.hasOwn(MODES, asked) ? (asked as ExportMode) : 'redacted';
  const body = [...exportHtml(call.app, [view], mode)].join('');
  const name = `loom-${view.id}.html`;
  const bytes = new TextEncoder().encode(body).length;
  await noteExport(call.app, { format: 'html', mode, sessions: [view.id], path: `browser: ${name}`, bytes });
  return { kind: 'file', name, body };
}

/** What can be done with a session: asked about first, then done. */
export const SESSION_ACTION_ROUTES: readonly PageRoute[] = [
  ...ACTIONS.flatMap((action): readonly PageRoute[] => [
    { method: 'GET', path: `/sessions/:id/${action.name}`, answer: (call) => askFor(call, action) },
    { method: 'POST', path: `/sessions/:id/${action.name}`, write: true, answer: (call) => change(call, action) },
  ]),
  { method: 'GET', path: '/sessions/:id/export', answer: askExport },
  { method: 'POST', path: '/sessions/:id/export', write: true, answer: makeExport },
];
