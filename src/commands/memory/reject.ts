import * as Flags from '@oclif/core/flags';
import { rejectWish } from '../../app/memory-wishes.ts';
import type { Answer } from '../../cli/answer.ts';
import { LoomCommand } from '../../cli/base-command.ts';
import { projectFlags } from '../../cli/global-flags.ts';
import { findMemories, memoriesArg, redacted } from '../../cli/memory-arguments.ts';
import { memoryChangeCommand } from '../../cli/memory-change-command.ts';

export default class MemoryReject extends LoomCommand {
  static override summary = 'Turn proposals down.';
  static override examples = [
    {
      description: 'With a reason',
      command: '<%= config.bin %> memory reject 7k3m9q2x --reason "only for the old gateway"',
    },
  ];
  static override args = memoriesArg;
  static override strict = false;
  static override flags = {
    reason: Flags.string({ summary: 'Why, in a sentence.', helpValue: 'TEXT' }),
    ...projectFlags,
  };
  static override exitCodes = ['4  no such record, or several', '6  refused'];
  static override schema = () => import('../../cli/schemas/memory.ts').then((module) => module.memoryChangeSchema);

  override async run(): Promise<Answer> {
    const { argv, flags } = await this.parse(MemoryReject);
    const app = await this.app({ write: true });
    const ids = (await findMemories(app, argv as string[], flags)).map(({ id }) => id);
    return memoryChangeCommand(app, { ids, decide: rejectWish(redacted(app, flags.reason)), done: 'rejected' });
  }
}
