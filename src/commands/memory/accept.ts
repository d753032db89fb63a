import { acceptWish } from '../../app/memory-wishes.ts';
import type { Answer } from '../../cli/answer.ts';
import { LoomCommand } from '../../cli/base-command.ts';
import { projectFlags } from '../../cli/global-flags.ts';
import { acceptanceFlags, readAcceptance } from '../../cli/memory-acceptance.ts';
import { findMemories, memoriesArg } from '../../cli/memory-arguments.ts';
import { memoryChangeCommand } from '../../cli/memory-change-command.ts';

export default class MemoryAccept extends LoomCommand {
  static override summary = 'Make proposals memory. Only a person does that.';
  static override description =
    'Asks on a terminal. Elsewhere it takes --approved-by and --evidence, which are shown as asserted; in the shell of an agent it is refused.';
  static override examples = [
    { description: 'After a look at it', command: '<%= config.bin %> memory accept 7k3m9q2x' },
    {
      description: 'In a script',
      command: '<%= config.bin %> memory accept 7k3m9q2x --approved-by Ada --evidence "review of 3 May"',
    },
  ];
  static override args = memoriesArg;
  static override strict = false;
  static override flags = { ...acceptanceFlags, ...projectFlags };
  static override exitCodes = [
    '4  no such record, or several',
    '6  not confirmed, no proposal, or a shell of an agent',
  ];
  static override schema = () => import('../../cli/schemas/memory.ts').then((module) => module.memoryChangeSchema);

  override async run(): Promise<Answer> {
    const { argv, flags } = await this.parse(MemoryAccept);
    const app = await this.app({ write: true });
    const ids = (await findMemories(app, argv as string[], flags)).map(({ id }) => id);
    const asked = ids.filter((id) => app.readModel.memory(id)?.status === 'proposed');
    const command = `loom memory accept ${ids.join(' ')}`;
    const acceptance = await readAcceptance(app, { flags, ids: asked, command });
    return memoryChangeCommand(app, { ids, decide: acceptWish(acceptance), done: 'accepted' });
  }
}
