import { unpinMemoryWish } from '../../app/memory-wishes.ts';
import type { Answer } from '../../cli/answer.ts';
import { LoomCommand } from '../../cli/base-command.ts';
import { projectFlags } from '../../cli/global-flags.ts';
import { findMemories, memoriesArg } from '../../cli/memory-arguments.ts';
import { memoryChangeCommand } from '../../cli/memory-change-command.ts';

export default class MemoryUnpin extends LoomCommand {
  static override summary = 'Take the pin off records.';
  static override examples = [{ description: 'One record', command: '<%= config.bin %> memory unpin 7k3m9q2x' }];
  static override args = memoriesArg;
  static override strict = false;
  static override flags = { ...projectFlags };
  static override exitCodes = ['4  no such record, or several', '6  refused'];
  static override schema = () => import('../../cli/schemas/memory.ts').then((module) => module.memoryChangeSchema);

  override async run(): Promise<Answer> {
    const { argv, flags } = await this.parse(MemoryUnpin);
    const app = await this.app({ write: true });
    const ids = (await findMemories(app, argv as string[], flags)).map(({ id }) => id);
    return memoryChangeCommand(app, { ids, decide: unpinMemoryWish(), done: 'unpinned' });
  }
}
