import * as Flags from '@oclif/core/flags';
import type { AppContext } from '../app/context.ts';
import { type MemoryView, viewMemory } from '../app/memory-view.ts';
import { shownClaims } from '../app/memory-wishes.ts';
import type { Acceptance } from '../domain/memory-decide.ts';
import type { MemoryId } from '../kernel/ids.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { requirePerson } from './agent-shell-guard.ts';
import { redacted } from './memory-arguments.ts';
import { writeNotice } from './output.ts';
import { ask } from './prompt-confirm.ts';
import { renderQuestion } from './render/memory-record.ts';
import { canAsk } from './screen.ts';

/** Flags of commands that make memory. */
export const acceptanceFlags = {
  'approved-by': Flags.string({ summary: 'Who accepts, where nobody can be asked. Asserted.', helpValue: 'NAME' }),
  evidence: Flags.string({ summary: 'On what grounds; with --approved-by. Asserted.', helpValue: 'TEXT' }),
  'confirm-instruction': Flags.boolean({ summary: 'Also when the text reads like an instruction to an agent.' }),
};

/** What those flags say. */
export interface AcceptanceFlags {
  readonly 'approved-by'?: string | undefined;
  readonly evidence?: string | undefined;
  readonly 'confirm-instruction': boolean;
}

/** An acceptance asserted by flags; `undefined` without them. Throws LoomError `usage` for one without the other. */
export function assertedAcceptance(app: AppContext, flags: AcceptanceFlags): Acceptance | undefined {
  const approvedBy = redacted(app, flags['approved-by']);
  const evidence = redacted(app, flags.evidence);
  if (flags['approved-by'] === undefined && flags.evidence === undefined) return undefined;
  if (approvedBy === undefined || evidence === undefined) {
    throw new LoomError({
      kind: 'usage',
      code: 'acceptance-incomplete',
      message: 'an acceptance names who accepts and on what grounds',
      hints: ['--approved-by NAME --evidence TEXT'],
    });
  }
  return {
    by: app.actor.kind,
    approvedBy,
    evidence,
    confirmInstruction: flags['confirm-instruction'],
  };
}

/** The flags of a command that a person runs for this record. */
function personsCommand(command: string, record: Pick<MemoryView, 'instructionShaped'>): string {
  return record.instructionShaped && !command.includes('--confirm-instruction')
    ? `${command} --confirm-instruction`
    : command;
}

function nobodyToAsk(command: string, ids: readonly MemoryId[]): LoomError {
  return new LoomError({
    kind: 'refused',
    code: 'confirmation-needed',
    message: 'only a person makes memory, and this is no terminal to ask on',
    hints: [command, `${command} --approved-by NAME --evidence TEXT`],
    details: { ids },
  });
}

export interface AcceptanceWish {
  readonly flags: AcceptanceFlags;
  readonly ids: readonly MemoryId[];
  /** What a person runs to do the same in a terminal. */
  readonly command: string;
}

/** Asks about one record, and again when its text reads like an instruction. */
async function askFor(record: MemoryView, flags: AcceptanceFlags): Promise<boolean> {
  writeNotice(renderQuestion(record));
  if (!(await ask('Accept it as memory?'))) return false;
  if (!record.instructionShaped || flags['confirm-instruction']) return true;
  return ask(`It reads like an instruction to an agent (${record.shapes.join(', ')}). Accept it all the same?`);
}

/**
 * How a person accepts these records: by flags, or by answering on a terminal, where no is the default. Throws LoomError
 * `refused`: `agent-shell`, `confirmation-needed`, `not-confirmed`. The read model must be caught up.
 */
export async function readAcceptance(app: AppContext, { flags, ids, command }: AcceptanceWish): Promise<Acceptance> {
  const records = ids.flatMap((id) => app.readModel.memory(id) ?? []).map((record) => viewMemory(app, record));
  const shaped = records.find((record) => record.instructionShaped);
  const own = shaped === undefined ? command : personsCommand(command, shaped);
  requirePerson(app, 'makes memory', own);
  const asserted = assertedAcceptance(app, flags);
  if (asserted !== undefined) return asserted;
  if (!(await canAsk())) throw nobodyToAsk(own, ids);
  for (const record of records) {
    if (await askFor(record, flags)) continue;
    throw new LoomError({
      kind: 'refused',
      code: 'not-confirmed',
      message: 'not confirmed; nothing was accepted',
      details: { ids },
    });
  }
  // Whoever answered both questions has confirmed it.
  return { by: app.actor.kind, confirmInstruction: true, shown: shownClaims(records) };
}
