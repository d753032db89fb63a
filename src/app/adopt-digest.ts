import { type DigestEdit, kindOfSection } from '../domain/digest-edits.ts';
import { findShapes } from '../domain/instruction-shape.ts';
import { readClaim } from '../domain/memory-claim.ts';
import {
  type Acceptance,
  decidePinMemory,
  decideRetract,
  decideUnpinMemory,
  type MemoryRefusal,
} from '../domain/memory-decide.ts';
import type { MemoryEdit } from '../domain/memory-propose.ts';
import type { EventDraft } from '../events/envelope.ts';
import type { MemoryId, ProjectId } from '../kernel/ids.ts';
import { commitDecision } from './commit-decision.ts';
import type { AppContext } from './context.ts';
import { MemoryStates, memoryDraft } from './memory-events.ts';
import type { PlacedScope } from './memory-scope.ts';
import { editWish, type MemoryWish, redactEdit } from './memory-wishes.ts';
import { type ProposeRequest, Proposing } from './propose-memory.ts';

/** What became of one edit. */
export interface AdoptedEdit {
  readonly edit: DigestEdit;
  readonly result: 'adopted' | 'refused' | 'left';
  /** The record that it made or changed. */
  readonly memory: MemoryId | null;
  readonly refusal: MemoryRefusal | null;
}

export interface AdoptWish {
  /** Null: records for every project. */
  readonly project: ProjectId | null;
  readonly edits: readonly DigestEdit[];
  readonly acceptance: Acceptance;
  /** Edits whose text reads like an instruction, and that the person wants all the same. */
  readonly confirmed: ReadonlySet<DigestEdit>;
  /** Records whose lines are gone and that the person says are not true. */
  readonly retract: ReadonlySet<MemoryId>;
}

interface Adopted extends AdoptedEdit {
  readonly drafts: readonly EventDraft[];
}

/** Each edit sees what those before it did. */
class Adopting {
  readonly #app: AppContext;
  readonly #wish: AdoptWish;
  readonly #states: MemoryStates;

  constructor(app: AppContext, wish: AdoptWish, states: MemoryStates) {
    this.#app = app;
    this.#wish = wish;
    this.#states = states;
  }

  adopt(edit: DigestEdit): Adopted {
    switch (edit.kind) {
      case 'added':
        return this.#add(edit);
      case 'changed':
        return this.#wishOf(edit, edit.record.id, [this.#editWish(edit, { text: edit.text })]);
      case 'moved':
        return this.#wishOf(edit, edit.record.id, this.#moveWishes(edit));
      case 'removed':
        return this.#wish.retract.has(edit.record.id)
          ? this.#wishOf(edit, edit.record.id, [(lookup, id) => decideRetract(lookup, id)])
          : { edit, result: 'left', memory: edit.record.id, refusal: null, drafts: [] };
      case 'kept':
        return { edit, result: 'left', memory: null, refusal: null, drafts: [] };
    }
  }

  #acceptanceOf(edit: DigestEdit): Acceptance {
    const { acceptance, confirmed } = this.#wish;
    return confirmed.has(edit) ? { ...acceptance, confirmInstruction: true } : acceptance;
  }

  #editWish(edit: DigestEdit, parts: MemoryEdit): MemoryWish {
    return editWish(this.#app, redactEdit(this.#app, parts), this.#acceptanceOf(edit));
  }

  #moveWishes(edit: Extract<DigestEdit, { kind: 'moved' }>): readonly MemoryWish[] {
    if (edit.to === 'pinned') return [decidePinMemory];
    const kind = this.#editWish(edit, { kind: kindOfSection(edit.to) });
    return edit.record.pinned ? [decideUnpinMemory, kind] : [kind];
  }

  /** All of the wishes, or none. */
  #wishOf(edit: DigestEdit, memory: MemoryId, wishes: readonly MemoryWish[]): Adopted {
    const drafts: EventDraft[] = [];
    for (const wish of wishes) {
      const decision = wish(this.#states.lookup, memory);
      if (decision.kind === 'refuse') return { edit, result: 'refused', memory, refusal: decision.refusal, drafts: [] };
      if (decision.kind === 'nothing') continue;
      for (const draft of decision.drafts) {
        const made = memoryDraft(this.#app, draft);
        this.#states.fold(made);
        drafts.push(made);
      }
    }
    return { edit, result: 'adopted', memory, refusal: null, drafts };
  }

  #add(edit: Extract<DigestEdit, { kind: 'added' }>): Adopted {
    const { project } = this.#wish;
    const place: PlacedScope = { scope: project === null ? 'user' : { project }, founding: null };
    const { outcome, drafts } = new Proposing(this.#app, this.#requestOf(edit)).plan(place, this.#states);
    if (outcome.kind === 'refused') return { edit, result: 'refused', memory: null, refusal: outcome.refusal, drafts };
    for (const draft of drafts) this.#states.fold(draft);
    const { memory, notAccepted } = outcome;
    if (notAccepted !== null) return { edit, result: 'refused', memory, refusal: notAccepted, drafts };
    const pinned = edit.section === 'pinned' ? this.#wishOf(edit, memory, [decidePinMemory]).drafts : [];
    return { edit, result: 'adopted', memory, refusal: null, drafts: [...drafts, ...pinned] };
  }

  /** A line is a record of its own, so that none of its words is lost; only a proposal in the very same words is accepted. */
  #requestOf(edit: Extract<DigestEdit, { kind: 'added' }>): ProposeRequest {
    const { normal } = readClaim(edit.text);
    const waiting = this.#app.readModel.memories({ statuses: ['proposed'] });
    const distinct = !waiting.some(({ text }) => readClaim(text).normal === normal);
    const kind = kindOfSection(edit.section);
    return { text: edit.text, kind, scope: { kind: 'project' }, acceptance: this.#acceptanceOf(edit), distinct };
  }
}

/** Shapes of instructions that the new text of an edit shows. */
export function shapesOfEdit(edit: DigestEdit): readonly string[] {
  return edit.kind === 'added' || edit.kind === 'changed' ? findShapes(edit.text) : [];
}

/** An edit makes at most four events. */
const PER_COMMIT = 60;

/**
 * Turns what a person did to a page into events, as that person's decisions: new lines are proposed and accepted, changed
 * ones edited, moved ones pinned or put among another kind, and lines that are gone retracted where that was said. What is
 * refused is told and changes nothing.
 */
export async function adoptDigest(app: AppContext, wish: AdoptWish): Promise<readonly AdoptedEdit[]> {
  const done: AdoptedEdit[] = [];
  for (let from = 0; from < wish.edits.length; from += PER_COMMIT) {
    const edits = wish.edits.slice(from, from + PER_COMMIT);
    let adopted: readonly Adopted[] = [];
    await commitDecision<never>(app, () => (tail) => {
      const adopting = new Adopting(app, wish, new MemoryStates(app, tail));
      adopted = edits.map((edit) => adopting.adopt(edit));
      const drafts = adopted.flatMap((each) => each.drafts);
      return drafts.length === 0 ? { kind: 'nothing' } : { kind: 'append', drafts };
    });
    done.push(...adopted.map(({ drafts: _, ...each }) => each));
  }
  app.readModel.catchUp();
  return done;
}
