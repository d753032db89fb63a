import { findShapes } from '../domain/instruction-shape.ts';
import { type Acceptance, decideSuccession, type MemoryRefusal } from '../domain/memory-decide.ts';
import type { MemoryRecord } from '../domain/memory-state.ts';
import type { LoomEvent } from '../events/envelope.ts';
import type { MemoryId } from '../kernel/ids.ts';
import type { AppContext } from './context.ts';
import { MemoryStates } from './memory-events.ts';
import { type ProposeRequest, proposeMemory } from './propose-memory.ts';

/** Why a record cannot give way to another; `undefined` when it can. The read model must be caught up. */
export function objectionToSuccession(app: AppContext, old: MemoryRecord): MemoryRefusal | undefined {
  const decision = decideSuccession(new MemoryStates(app, []).lookup, old.id);
  return decision.kind === 'refuse' ? decision.refusal : undefined;
}

/** A proposal of a text in the place of a record, with that record's kind, tags, paths and scope. */
export function successorRequest(old: MemoryRecord, text: string): ProposeRequest {
  const { kind, tags, paths, scope } = old;
  return {
    text,
    kind,
    tags,
    paths,
    scope:
      scope === null || scope === 'user'
        ? ({ kind: 'user' } as const)
        : ({ kind: 'project', argument: scope.project } as const),
    supersedes: old.id,
    distinct: true,
  };
}

/** What is to stand in the place of a record, and how a person accepts it. */
export interface SuccessorText {
  readonly text: string;
  readonly acceptance: Acceptance;
}

/** What came of a text that was to take the place of a record. */
export type Succession =
  | { readonly kind: 'refused'; readonly refusal: MemoryRefusal }
  | { readonly kind: 'superseded'; readonly successor: MemoryId; readonly events: readonly LoomEvent[] };

/** Why a text is not accepted in the place of a record; `undefined` when it is. */
function objectionToText(
  app: AppContext,
  old: MemoryRecord,
  { text, acceptance }: SuccessorText,
): MemoryRefusal | undefined {
  const objection = objectionToSuccession(app, old);
  if (objection !== undefined || acceptance.confirmInstruction) return objection;
  const isOrder = findShapes(app.redactor.redact(text.trim()).text).length > 0;
  return isOrder ? { code: 'memory-instruction', memory: old.id } : undefined;
}

/** Accepts a new text in the place of a record, in one commit; of what is refused nothing is kept, no proposal either. */
export async function supersedeByText(app: AppContext, old: MemoryRecord, wish: SuccessorText): Promise<Succession> {
  const objection = objectionToText(app, old, wish);
  if (objection !== undefined) return { kind: 'refused', refusal: objection };
  const made = await proposeMemory(app, { ...successorRequest(old, wish.text), acceptance: wish.acceptance });
  if (made.kind === 'refused') return made;
  if (made.notAccepted !== null) return { kind: 'refused', refusal: made.notAccepted };
  return { kind: 'superseded', successor: made.memory, events: made.events };
}

/** The event that an undo of a succession takes back: the change itself, not what was proposed for it. */
export function successionEvent(events: readonly LoomEvent[]): LoomEvent | undefined {
  return events.find(({ type }) => type === 'memory.superseded') ?? events.at(-1);
}
