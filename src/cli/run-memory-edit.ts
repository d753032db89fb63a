import { changeMemories, type MemoryChange } from '../app/change-memory.ts';
import type { AppContext } from '../app/context.ts';
import { editWish, needsAcceptance, redactEdit } from '../app/memory-wishes.ts';
import type { Acceptance } from '../domain/memory-decide.ts';
import type { MemoryEdit } from '../domain/memory-propose.ts';
import type { MemoryRecord } from '../domain/memory-state.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { requirePerson } from './agent-shell-guard.ts';
import type { Answer } from './answer.ts';
import { type AcceptanceFlags, assertedAcceptance } from './memory-acceptance.ts';
import { answerMemoryChange } from './memory-change-command.ts';
import { ask } from './prompt-confirm.ts';
import { refusalError } from './refusal-words.ts';
import { safeLine } from './safe-text.ts';
import { canAsk } from './screen.ts';
import { MEMORY_WORDS } from './words/memory.ts';

export interface MemoryEditWish {
  readonly record: MemoryRecord;
  readonly edit: MemoryEdit;
  readonly flags: AcceptanceFlags;
}

const COMMAND = (id: string): string => `loom memory edit ${id} --text TEXT`;

function notConfirmed(): LoomError {
  return new LoomError({ kind: 'refused', code: 'not-confirmed', message: 'not confirmed; nothing was changed' });
}

/** An accepted record claims something new only when a person accepts it anew. */
async function readRenewal(app: AppContext, { record, edit, flags }: MemoryEditWish): Promise<Acceptance> {
  const { id, text } = record;
  if (!needsAcceptance(record, edit)) return { by: app.actor.kind, confirmInstruction: flags['confirm-instruction'] };
  requirePerson(app, 'changes what memory says', COMMAND(id));
  const asserted = assertedAcceptance(app, flags);
  if (asserted !== undefined) return asserted;
  if (!(await canAsk())) {
    throw new LoomError({
      kind: 'refused',
      code: 'confirmation-needed',
      message: `memory ${id} is accepted: only a person changes what it says, and this is no terminal to ask on`,
      hints: [`${COMMAND(id)} --approved-by NAME --evidence TEXT`],
    });
  }
  const said =
    edit.text === undefined ? `as a ${edit.kind}` : `“${safeLine(edit.text)}” instead of “${safeLine(text)}”`;
  if (!(await ask(`Accept ${said}?`))) throw notConfirmed();
  return { by: app.actor.kind, confirmInstruction: flags['confirm-instruction'] };
}

/** A new text that reads like an instruction takes a second yes. */
async function apply(app: AppContext, wish: MemoryEditWish, acceptance: Acceptance): Promise<readonly MemoryChange[]> {
  const decide = editWish(app, wish.edit, acceptance);
  const changes = await changeMemories(app, { memories: [wish.record.id], decide });
  const [change] = changes;
  const isShaped = change?.kind === 'refused' && change.refusal.code === 'memory-instruction';
  if (!isShaped) return changes;
  if (acceptance.approvedBy !== undefined || !(await canAsk())) {
    const { message, kind, code } = refusalError(MEMORY_WORDS, change.refusal);
    throw new LoomError({ kind, code, message, hints: [`${COMMAND(wish.record.id)} --confirm-instruction`] });
  }
  if (!(await ask('The new text reads like an instruction to an agent. Accept it all the same?'))) throw notConfirmed();
  return apply(app, wish, { ...acceptance, confirmInstruction: true });
}

/** Changes a record; what an accepted one claims only with a person's renewed acceptance. */
export async function runMemoryEdit(app: AppContext, wish: MemoryEditWish): Promise<Answer> {
  const redacted = { ...wish, edit: redactEdit(app, wish.edit) };
  const acceptance = await readRenewal(app, redacted);
  return answerMemoryChange(app, await apply(app, redacted, acceptance), { done: 'edited' });
}
