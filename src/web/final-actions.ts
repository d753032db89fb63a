import { findMemory } from '../app/find-memory.ts';
import { type ForgetItem, forgetMemories, planForget } from '../app/forget-memories.ts';
import { type PurgeItem, planPurge, purgeSessions } from '../app/purge-sessions.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { askPage } from './ask-form.ts';
import { html, type Markup } from './markup.ts';
import { recordOf } from './memory-page.ts';
import type { PageAnswer, PageCall, PageRoute } from './page.ts';
import { sessionOf } from './session-frame.ts';
import { showCount, titleOf } from './session-row.ts';

/** What cannot be taken back is typed, not clicked. */
function wordField(word: 'purge' | 'forget'): Markup {
  return html`<label>Type <code>${word}</code> to erase it<input name="word" required pattern="${word}" autocomplete="off" autocapitalize="none"></label>`;
}

function requireWord({ form }: PageCall, word: 'purge' | 'forget'): void {
  if ((form.get('word') ?? '').trim() === word) return;
  const message = 'not confirmed; nothing was changed';
  throw new LoomError({ kind: 'refused', code: 'not-confirmed', message, hints: [`type ${word} into the field`] });
}

const BEYOND_UNDO = html`<p class="warn">It cannot be undone.</p>`;

function purgePart(call: PageCall, item: PurgeItem): Markup {
  const { events, transcriptBytes, blobs, copies, memories, exports } = item;
  return html`<ul><li>${showCount(events, 'event')}, ${showCount(transcriptBytes, 'byte')} of transcript, ${showCount(blobs, 'larger piece')} are erased.</li>${copies.map(
    (copy) =>
      html`<li>Copies stay in <a href="${call.link(`/sessions/${copy.session}`)}">${copy.session.slice(0, 8)}</a> (${copy.kind}).</li>`,
  )}${memories.map(
    (id) => html`<li>Memory learned in it stays: <a href="${call.link(`/memory/${id}`)}">${id.slice(0, 8)}</a>.</li>`,
  )}${exports.map(
    ({ at, path }) =>
      html`<li dir="auto">It was exported ${at}${path === null ? '' : ` to ${path}`}; that file stays.</li>`,
  )}</ul>`;
}

function askPurge(call: PageCall): PageAnswer {
  const view = sessionOf(call);
  return askPage(call, `/sessions/${view.id}/purge`, {
    title: 'Purge this session?',
    says: html`<p dir="auto"><b>${titleOf(view)}</b></p>${planPurge(call.app, [view]).map((item) => purgePart(call, item))}${BEYOND_UNDO}`,
    fields: wordField('purge'),
    button: 'Purge',
    isDangerous: true,
    back: `/sessions/${view.id}`,
  });
}

async function purge(call: PageCall): Promise<PageAnswer> {
  requireWord(call, 'purge');
  const outcome = await purgeSessions(call.app, planPurge(call.app, [sessionOf(call)]));
  if (outcome.kind === 'refused') throw call.host.words.session(outcome.refusal);
  return { kind: 'done', told: { text: 'The session is erased.' }, next: '/sessions?state=deleted' };
}

function planOf(call: PageCall): readonly ForgetItem[] {
  const record = findMemory(call.app, recordOf(call).id, { all: true });
  return planForget(call.app, [record], call.host.readOutside);
}

function forgetPart(call: PageCall, { memory, text, events, sessions, files }: ForgetItem): Markup {
  return html`<ul><li dir="auto"><b>${text}</b> (<code>${memory.slice(0, 8)}</code>, ${showCount(events, 'event')})</li>${sessions.map(
    ({ session }) =>
      html`<li>Still held by <a href="${call.link(`/sessions/${session}`)}">session ${session.slice(0, 8)}</a>, which can be purged by itself.</li>`,
  )}${files.map(({ path }) => html`<li dir="auto">Still held by ${path}; that file stays.</li>`)}</ul>`;
}

function requirePerson(call: PageCall): void {
  call.host.requirePerson(call.app, 'forgets memory', `loom memory forget ${call.path('id')}`);
}

function askForget(call: PageCall): PageAnswer {
  requirePerson(call);
  const { id } = recordOf(call);
  return askPage(call, `/memory/${id}/forget`, {
    title: 'Forget this claim?',
    says: html`<p>Its text leaves every event and index, that of records with the very same text as well.</p>${planOf(call).map((item) => forgetPart(call, item))}${BEYOND_UNDO}`,
    fields: wordField('forget'),
    button: 'Forget',
    isDangerous: true,
    back: `/memory/${id}`,
  });
}

async function forget(call: PageCall): Promise<PageAnswer> {
  requirePerson(call);
  requireWord(call, 'forget');
  const outcome = await forgetMemories(call.app, planOf(call));
  if (outcome.kind === 'refused') throw call.host.words.memory(outcome.refusal);
  return { kind: 'done', told: { text: 'The claim is forgotten.' }, next: '/memory' };
}

/** What is final: told in full first, then typed. */
export const FINAL_ACTION_ROUTES: readonly PageRoute[] = [
  { method: 'GET', path: '/sessions/:id/purge', answer: askPurge },
  { method: 'POST', path: '/sessions/:id/purge', write: true, answer: purge },
  { method: 'GET', path: '/memory/:id/forget', answer: askForget },
  { method: 'POST', path: '/memory/:id/forget', write: true, answer: forget },
];
