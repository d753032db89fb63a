import { changeMemories } from '../app/change-memory.ts';
import type { MemoryView } from '../app/memory-view.ts';
import {
  acceptWish,
  confirmWish,
  type MemoryWish,
  pinMemoryWish,
  rejectWish,
  retractWish,
  unpinMemoryWish,
} from '../app/memory-wishes.ts';
import { askPage } from './ask-form.ts';
import { EVIDENCE_FIELD, NAME_FIELDS, readAcceptance, readShown, shownField, typed } from './asserted-acceptance.ts';
import { html, type Markup } from './markup.ts';
import { recordOf, recordPart } from './memory-page.ts';
import type { PageAnswer, PageCall, PageRoute } from './page.ts';

interface MemoryAction {
  readonly name: string;
  /** Past tense. */
  readonly done: string;
  readonly says: string;
  /** Completes "only a person", for what only a person decides. */
  readonly person?: string;
  readonly fields?: (view: MemoryView) => Markup;
  readonly wish: (call: PageCall, view: MemoryView) => MemoryWish;
  /** Where it leads; the record itself when absent. */
  readonly next?: string;
}

const reasonField = html`<label>Why (optional)<input name="reason" dir="auto" autocomplete="off"></label>`;
function acceptFields(view: MemoryView): Markup {
  const instruction = view.instructionShaped
    ? html`<label class="check"><input type="checkbox" name="instruction" value="yes" required> It reads like an instruction to an agent (${view.shapes.join(', ')}). Accept it all the same.</label>`
    : null;
  return html`${NAME_FIELDS}${instruction}${shownField(view)}`;
}

const ACTIONS: readonly MemoryAction[] = [
  {
    name: 'accept',
    done: 'accepted',
    says: 'It becomes memory: told to agents that start in its project. Your name is shown with it as asserted. Undo takes it back.',
    person: 'makes memory',
    fields: acceptFields,
    wish: (call, view) => acceptWish({ ...readAcceptance(call), ...readShown(call, view) }),
    next: '/memory/review',
  },
  {
    name: 'reject',
    done: 'rejected',
    says: 'The claim is turned down. Undo takes that back.',
    fields: () => reasonField,
    wish: (call) => rejectWish(typed(call, 'reason')),
    next: '/memory/review',
  },
  {
    name: 'confirm',
    done: 'confirmed',
    says: 'It was checked today and still holds.',
    person: 'confirms memory',
    fields: () => EVIDENCE_FIELD,
    wish: (call) => confirmWish(call.app, typed(call, 'evidence')),
  },
  {
    name: 'retract',
    done: 'retracted',
    says: 'It is not true: nobody is told it any more. Undo takes that back.',
    fields: () => reasonField,
    wish: (call) => retractWish(typed(call, 'reason')),
  },
  { name: 'pin', done: 'pinned', says: 'It stands in every digest.', wish: pinMemoryWish },
  { name: 'unpin', done: 'unpinned', says: 'Its pin is taken off.', wish: unpinMemoryWish },
];

function requirePerson(call: PageCall, { person, name }: MemoryAction, view: MemoryView): void {
  if (person !== undefined) call.host.requirePerson(call.app, person, `loom memory ${name} ${view.id}`);
}

function askFor(call: PageCall, action: MemoryAction): PageAnswer {
  const view = recordOf(call);
  requirePerson(call, action, view);
  const { name, says, fields } = action;
  const button = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return askPage(call, `/memory/${view.id}/${name}`, {
    title: `${button} this claim?`,
    says: html`${recordPart(call, view)}<p>${says}</p>`,
    ...(fields === undefined ? {} : { fields: fields(view) }),
    button,
    back: `/memory/${view.id}`,
  });
}

async function change(call: PageCall, action: MemoryAction): Promise<PageAnswer> {
  const view = recordOf(call);
  requirePerson(call, action, view);
  const [made] = await changeMemories(call.app, { memories: [view.id], decide: action.wish(call, view) });
  if (made === undefined) throw new TypeError('a change of memory came to nothing at all');
  if (made.kind === 'refused') throw call.host.words.memory(made.refusal);
  if (made.kind === 'nothing') {
    const text = `Nothing changed: ${call.host.words.nothingOfMemory(made.because)}.`;
    return { kind: 'done', told: { text }, next: `/memory/${view.id}` };
  }
  const undo = made.events[0]?.id;
  const told = { text: `The claim is ${action.done}.`, ...(undo === undefined ? {} : { undo }) };
  return { kind: 'done', told, next: action.next ?? `/memory/${view.id}` };
}

/** What can be done with a record: asked about first, then done. */
export const MEMORY_ACTION_ROUTES: readonly PageRoute[] = ACTIONS.flatMap((action): readonly PageRoute[] => [
  { method: 'GET', path: `/memory/:id/${action.name}`, answer: (call) => askFor(call, action) },
  { method: 'POST', path: `/memory/:id/${action.name}`, write: true, answer: (call) => change(call, action) },
]);
