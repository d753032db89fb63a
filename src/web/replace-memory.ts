import { changeMemories, type MemoryChange } from '../app/change-memory.ts';
import { findMemory } from '../app/find-memory.ts';
import { editWish, redactEdit, supersedeWish } from '../app/memory-wishes.ts';
import { reviewItem } from '../app/review-memories.ts';
import { successionEvent, supersedeByText } from '../app/supersede-memory.ts';
import type { MemoryRecord } from '../domain/memory-state.ts';
import type { LoomEvent } from '../events/envelope.ts';
import { askPage } from './ask-form.ts';
import { NAME_FIELDS, ORDER_FIELD, readAcceptance, readShown, required, shownField } from './asserted-acceptance.ts';
import type { Told } from './door.ts';
import { html, type Markup } from './markup.ts';
import { recordOf, recordPart } from './memory-page.ts';
import type { PageAnswer, PageCall, PageRoute } from './page.ts';

function requirePerson(call: PageCall, name: string, id: string): void {
  call.host.requirePerson(call.app, 'changes what memory says', `loom memory ${name} ${id}`);
}

function toldOf(text: string, events: readonly LoomEvent[]): Told {
  const change = successionEvent(events);
  return { text, ...(change === undefined ? {} : { undo: change.id }) };
}

function textField(value: string): Markup {
  return html`<label>What it says<textarea name="text" rows="4" required dir="auto">${value}</textarea></label>`;
}

function askEdit(call: PageCall): PageAnswer {
  const view = recordOf(call);
  requirePerson(call, 'edit', view.id);
  const names = view.status === 'accepted' ? NAME_FIELDS : null;
  return askPage(call, `/memory/${view.id}/edit`, {
    title: 'Edit this claim?',
    says: html`${recordPart(call, view)}<p>What an accepted claim says is accepted anew. The old text stays in the journal.</p>`,
    fields: html`${textField(view.text)}${names}${ORDER_FIELD}`,
    button: 'Edit',
    back: `/memory/${view.id}`,
  });
}

/** A change that came to something; a refusal is thrown in words. */
function done(call: PageCall, made: MemoryChange | undefined, told: string): PageAnswer {
  if (made === undefined) throw new TypeError('a change of memory came to nothing at all');
  if (made.kind === 'refused') throw call.host.words.memory(made.refusal);
  const next = `/memory/${made.memory}`;
  if (made.kind === 'changed') return { kind: 'done', told: toldOf(told, made.events), next };
  return { kind: 'done', told: { text: `Nothing changed: ${call.host.words.nothingOfMemory(made.because)}.` }, next };
}

async function edit(call: PageCall): Promise<PageAnswer> {
  const { app, form } = call;
  const view = recordOf(call);
  requirePerson(call, 'edit', view.id);
  const text = required(call, 'text', 'type what it says');
  const acceptance =
    view.status === 'accepted'
      ? readAcceptance(call)
      : { by: app.actor.kind, confirmInstruction: form.get('instruction') === 'yes' };
  const decide = editWish(app, redactEdit(app, { text }), acceptance);
  const [made] = await changeMemories(app, { memories: [view.id], decide });
  return done(call, made, 'The claim is edited.');
}

/** A proposal takes the place of a record that is named; an accepted record gives way to a new text. */
function succession(call: PageCall, record: { readonly id: MemoryRecord['id']; readonly status: string }): Markup {
  if (record.status !== 'proposed') return textField('');
  const nearest = reviewItem(call.app, record.id)?.neighbours.find(({ status }) => status === 'accepted')?.id ?? '';
  return html`<label>Id of the record that gives way<input name="old" value="${nearest}" required autocomplete="off"></label>`;
}

function askSupersede(call: PageCall): PageAnswer {
  const view = recordOf(call);
  requirePerson(call, 'supersede', view.id);
  const says =
    view.status === 'proposed'
      ? 'This claim becomes memory in the place of another record.'
      : 'A new text becomes memory in its place.';
  return askPage(call, `/memory/${view.id}/supersede`, {
    title: 'Let one take the place of another?',
    says: html`${recordPart(call, view)}<p>${says} The old record is hidden, and names its successor. Undo takes it back.</p>`,
    fields: html`${succession(call, view)}${NAME_FIELDS}${ORDER_FIELD}${shownField(view)}`,
    button: 'Supersede',
    back: `/memory/${view.id}`,
  });
}

async function supersede(call: PageCall): Promise<PageAnswer> {
  const { app } = call;
  const view = recordOf(call);
  requirePerson(call, 'supersede', view.id);
  const acceptance = readAcceptance(call);
  if (view.status !== 'proposed') return succeed(call, findMemory(app, view.id, { all: true }), acceptance);
  const old = findMemory(app, required(call, 'old', 'type the id of a record'), { all: true });
  const decide = supersedeWish(view.id, { ...acceptance, ...readShown(call, view) });
  const [made] = await changeMemories(app, { memories: [old.id], decide });
  return done(call, made, 'The claim took the place of this one.');
}

/** Accepts a new text in the place of a record. */
async function succeed(
  call: PageCall,
  old: MemoryRecord,
  acceptance: ReturnType<typeof readAcceptance>,
): Promise<PageAnswer> {
  const { app, host } = call;
  const text = required(call, 'text', 'type what takes its place');
  const made = await supersedeByText(app, old, { text, acceptance });
  if (made.kind === 'refused') throw host.words.memory(made.refusal);
  return {
    kind: 'done',
    told: toldOf('The new text took the place of the old one.', made.events),
    next: `/memory/${made.successor}`,
  };
}

/** What changes the words of memory. */
export const REPLACE_MEMORY_ROUTES: readonly PageRoute[] = [
  { method: 'GET', path: '/memory/:id/edit', answer: askEdit },
  { method: 'POST', path: '/memory/:id/edit', write: true, answer: edit },
  { method: 'GET', path: '/memory/:id/supersede', answer: askSupersede },
  { method: 'POST', path: '/memory/:id/supersede', write: true, answer: supersede },
];
