import { findHit } from '../app/find-hit.ts';
import { type Undone, undoEvent } from '../app/undo-event.ts';
import type { MemoryRefusal } from '../domain/memory-decide.ts';
import type { SessionRefusal } from '../domain/session-decide.ts';
import { memoryOfStream, sessionOfStream } from '../kernel/ids.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { askPage } from './ask-form.ts';
import { html } from './markup.ts';
import type { PageAnswer, PageCall, PageRoute } from './page.ts';

/** Where what an event changed is shown. */
function placeOf(stream: Undone['undone']['stream']): string {
  const session = sessionOfStream(stream);
  const memory = memoryOfStream(stream);
  if (session !== undefined) return `/sessions/${session}`;
  return memory === undefined ? '/' : `/memory/${memory}`;
}

function askUndo(call: PageCall): PageAnswer {
  const target = findHit(call.app, call.path('event'), { all: true });
  if (target.kind !== 'event') {
    throw new LoomError({ kind: 'not-found', code: 'event-not-found', message: `${call.path('event')} is no event` });
  }
  const { event } = target;
  const stream = event.stream as Undone['undone']['stream'];
  return askPage(call, `/undo/${event.id}`, {
    title: 'Take this back?',
    says: html`<p><b>${event.type}</b> of <a href="${call.link(placeOf(stream))}">${stream}</a>, ${event.at}</p><p>An undo is a new event: nothing is removed from the journal.</p>`,
    button: 'Undo',
    back: placeOf(stream),
  });
}

/** A no in the words of what it is about. */
function refusedUndo({ host }: PageCall, undone: Undone): LoomError | undefined {
  const { kind, change } = undone;
  if (change.kind !== 'refused') return undefined;
  if (kind === 'session') return host.words.session(change.refusal as SessionRefusal);
  if (kind === 'memory') return host.words.memory(change.refusal as MemoryRefusal);
  const { type, id } = undone.undone;
  const { code } = change.refusal;
  return new LoomError({ kind: 'refused', code, message: `${type} cannot be taken back`, hints: [`loom undo ${id}`] });
}

/** The event by which an undo can be taken back itself. */
function againOf({ kind, change }: Undone): { readonly undo?: string } {
  const id = kind === 'session' && change.kind === 'changed' ? change.events[0]?.id : undefined;
  return id === undefined ? {} : { undo: id };
}

async function undo(call: PageCall): Promise<PageAnswer> {
  const undone = await undoEvent(call.app, call.path('event'));
  const refusal = refusedUndo(call, undone);
  if (refusal !== undefined) throw refusal;
  const { type, stream } = undone.undone;
  const text = undone.change.kind === 'nothing' ? 'Nothing changed: it is so already.' : `${type} is taken back.`;
  return { kind: 'done', told: { text, ...againOf(undone) }, next: placeOf(stream) };
}

/** Taking a change back. */
export const UNDO_ROUTES: readonly PageRoute[] = [
  { method: 'GET', path: '/undo/:event', answer: askUndo },
  { method: 'POST', path: '/undo/:event', write: true, answer: undo },
];
