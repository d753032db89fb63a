import { changeMemories } from '../app/change-memory.ts';
import type { AppContext } from '../app/context.ts';
import { viewMemories, viewMemory } from '../app/memory-view.ts';
import { acceptWish } from '../app/memory-wishes.ts';
import { type Proposed, type ProposeRequest, proposeMemory } from '../app/propose-memory.ts';
import type { MemoryId } from '../kernel/ids.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { requirePerson } from './agent-shell-guard.ts';
import type { Answer } from './answer.ts';
import { type AcceptanceFlags, assertedAcceptance, readAcceptance } from './memory-acceptance.ts';
import { refusalError } from './refusal-words.ts';
import { conflictNotes } from './render/memory-record.ts';
import { safeLine } from './safe-text.ts';
import { MEMORY_WORDS } from './words/memory.ts';

export interface ProposeWish {
  readonly request: ProposeRequest;
  /** Whether it is to become memory at once, and how that was said. */
  readonly accept: AcceptanceFlags | null;
}

type Kept = Exclude<Proposed, { kind: 'refused' }>;

/** The proposal is kept whatever became of its acceptance; the error says where it is. */
function withKept(error: unknown, id: MemoryId): unknown {
  if (!(error instanceof LoomError)) return error;
  return new LoomError({
    kind: error.kind,
    code: error.code,
    message: `${error.message}; the proposal is kept as ${id}`,
    hints: error.hints,
    details: { ...error.details, id, status: 'proposed' },
  });
}

/** Accepts what was proposed a moment ago; one that is memory already needs nothing. */
async function acceptKept(app: AppContext, id: MemoryId, flags: AcceptanceFlags): Promise<void> {
  if (app.readModel.memory(id)?.status !== 'proposed') return;
  try {
    const acceptance = await readAcceptance(app, { flags, ids: [id], command: `loom memory accept ${id}` });
    const [change] = await changeMemories(app, { memories: [id], decide: acceptWish(acceptance) });
    if (change?.kind === 'refused') throw refusalError(MEMORY_WORDS, change.refusal);
  } catch (error) {
    throw withKept(error, id);
  }
}

/** Proposes, and accepts where that was asked for: in one commit when it is asserted by flags, else after a question. */
async function proposeAndAccept(app: AppContext, { request, accept }: ProposeWish): Promise<Kept> {
  const isAgents = accept !== null && isAgentShell(app);
  const acceptance = accept === null || isAgents ? undefined : assertedAcceptance(app, accept);
  const made = await proposeMemory(app, acceptance === undefined ? request : { ...request, acceptance });
  if (made.kind === 'refused') throw refusalError(MEMORY_WORDS, made.refusal);
  if (made.notAccepted !== null) throw withKept(refusalError(MEMORY_WORDS, made.notAccepted), made.memory);
  if (accept !== null && acceptance === undefined) await acceptKept(app, made.memory, accept);
  return made;
}

function isAgentShell(app: AppContext): boolean {
  try {
    requirePerson(app, 'makes memory', '');
    return false;
  } catch {
    return true;
  }
}

function saidOf(made: Kept, status: string): string {
  if (made.kind === 'proposed') return status === 'accepted' ? 'accepted' : 'proposed';
  if (made.accepted) return 'accepted';
  return made.exact ? 'known already:' : 'known already in other words:';
}

/** Runs a proposal and tells what became of it, what it disagrees with, and what a person can do next. */
export async function runPropose(app: AppContext, wish: ProposeWish): Promise<Answer> {
  const made = await proposeAndAccept(app, wish);
  const record = app.readModel.memory(made.memory);
  if (record === undefined) throw new TypeError('a proposal is gone');
  const view = viewMemory(app, record);
  const others = viewMemories(
    app,
    view.conflictsWith.flatMap(({ id }) => app.readModel.memory(id) ?? []),
  );
  const said = saidOf(made, view.status);
  const next = view.status === 'proposed' ? [`Accept: loom memory accept ${view.shortId}`] : [];
  const undo = made.kind === 'proposed' || made.accepted ? ['Undo: loom undo'] : [];
  return {
    json: { ...view, result: made.kind, exact: made.kind === 'observed' ? made.exact : false },
    text: () => `${said} ${view.shortId} ${safeLine(view.text)} (${view.status} ${view.kind})\n`,
    notes: [...conflictNotes(view, others), ...shapeNotes(view), ...next, ...undo],
    committed: `memory record ${view.id}`,
  };
}

function shapeNotes({ shapes, instructionConfirmed }: ReturnType<typeof viewMemory>): readonly string[] {
  if (shapes.length === 0 || instructionConfirmed) return [];
  return [
    `It reads like an instruction to an agent (${shapes.join(', ')}); no session is given it until you confirm that`,
  ];
}
