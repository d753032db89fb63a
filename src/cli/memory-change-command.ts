import { changeMemories, type MemoryChange } from '../app/change-memory.ts';
import type { AppContext } from '../app/context.ts';
import { type MemoryView, viewMemories } from '../app/memory-view.ts';
import type { MemoryDecision, MemoryLookup } from '../domain/memory-decide.ts';
import type { MemoryId } from '../kernel/ids.ts';
import type { Answer } from './answer.ts';
import { refusalError } from './refusal-words.ts';
import { safeLine } from './safe-text.ts';
import { MEMORY_NOTHING_WORDS, MEMORY_WORDS } from './words/memory.ts';

export interface MemoryChangeCommand {
  readonly ids: readonly MemoryId[];
  readonly decide: (lookup: MemoryLookup, id: MemoryId) => MemoryDecision;
  /** Past tense: `accepted`. */
  readonly done: string;
  readonly dryRun?: boolean;
  /** Whether `loom undo` takes it back. */
  readonly undoable?: boolean;
}

interface Row {
  readonly view: MemoryView;
  readonly change: MemoryChange;
}

function nameOf({ shortId, text }: MemoryView): string {
  return `${shortId} ${safeLine(text)}`.trimEnd();
}

function lineOf({ view, change }: Row, done: string): string {
  if (change.kind === 'nothing') return `${nameOf(view)}: ${MEMORY_NOTHING_WORDS[change.because]}`;
  if (change.kind === 'refused') return `${nameOf(view)}: ${refusalError(MEMORY_WORDS, change.refusal).message}`;
  return `${done} ${nameOf(view)}`;
}

function jsonOf({ view, change }: Row): object {
  const because =
    change.kind === 'nothing'
      ? { because: change.because }
      : change.kind === 'refused'
        ? { because: change.refusal.code }
        : {};
  const events = change.kind === 'changed' ? change.events.map((event) => event.id) : [];
  return { ...view, result: change.kind, ...because, events };
}

/** The answer to a change of records that was made. A refusal of the only one is thrown. */
export function answerMemoryChange(
  app: AppContext,
  changes: readonly MemoryChange[],
  { done, dryRun = false, undoable = true }: Pick<MemoryChangeCommand, 'done' | 'dryRun' | 'undoable'>,
): Answer {
  const [only] = changes;
  if (changes.length === 1 && only?.kind === 'refused') throw refusalError(MEMORY_WORDS, only.refusal);
  const records = changes.flatMap(({ memory }) => app.readModel.memory(memory) ?? []);
  const views = new Map(viewMemories(app, records).map((view) => [view.id, view]));
  const rows = changes.flatMap((change) => {
    const view = views.get(change.memory);
    return view === undefined ? [] : [{ view, change }];
  });
  const changed = rows.filter(({ change }) => change.kind === 'changed').length;
  const items = rows.map(jsonOf);
  return {
    json: { dryRun, changed, memories: items, ...(items.length === 1 ? items[0] : {}) },
    text: () => rows.map((row) => `${dryRun ? 'would have ' : ''}${lineOf(row, done)}\n`).join(''),
    notes: dryRun || changed === 0 || !undoable ? [] : ['Undo: loom undo'],
    committed: `${changed} memory records ${done}`,
    exit: rows.some(({ change }) => change.kind === 'refused') ? 6 : 0,
  };
}

/** Changes one or several records and tells what was done and how to undo it. */
export async function memoryChangeCommand(app: AppContext, command: MemoryChangeCommand): Promise<Answer> {
  const { ids, decide, dryRun } = command;
  const changes = await changeMemories(app, { memories: ids, decide, ...(dryRun === undefined ? {} : { dryRun }) });
  return answerMemoryChange(app, changes, command);
}
