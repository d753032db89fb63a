import * as Flags from '@oclif/core/flags';
import { confirmWish } from '../../app/memory-wishes.ts';
import { requirePerson } from '../../cli/agent-shell-guard.ts';
import type { Answer } from '../../cli/answer.ts';
import { LoomCommand } from '../../cli/base-command.ts';
import { projectFlags } from '../../cli/global-flags.ts';
import { findMemories, memoriesArg, redacted } from '../../cli/memory-arguments.ts';
import { memoryChangeCommand } from '../../cli/memory-change-command.ts';

export default class MemoryConfirm extends LoomCommand {
  static override summary = 'Note that accepted records were checked today and still hold.';
  static override examples = [
    {
      description: 'After reading the code',
      command: '<%= config.bin %> memory confirm 7k3m9q2x --evidence src/cfg.ts:3',
    },
  ];
  static override args = memoriesArg;
  static override strict = false;
  static override flags = {
    evidence: Flags.string({ summary: 'What it was checked against.', helpValue: 'TEXT' }),
    ...projectFlags,
  };
  static override exitCodes = ['4  no such record, or several', '6  not accepted, or a shell of an agent'];
  static override schema = () => import('../../cli/schemas/memory.ts').then((module) => module.memoryChangeSchema);

  override async run(): Promise<Answer> {
    const { argv, flags } = await this.parse(MemoryConfirm);
    const app = await this.app({ write: true });
    const ids = (await findMemories(app, argv as string[], flags)).map(({ id }) => id);
    requirePerson(app, 'confirms memory', `loom memory confirm ${ids.join(' ')}`);
    return memoryChangeCommand(app, {
      ids,
      decide: confirmWish(app, redacted(app, flags.evidence)),
      done: 'confirmed',
    });
  }
}
