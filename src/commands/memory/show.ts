import { viewMemories } from '../../app/memory-view.ts';
import type { Answer } from '../../cli/answer.ts';
import { LoomCommand } from '../../cli/base-command.ts';
import { projectFlags } from '../../cli/global-flags.ts';
import { findMemories, memoriesArg } from '../../cli/memory-arguments.ts';
import { renderMemoryRecord } from '../../cli/render/memory-record.ts';

export default class MemoryShow extends LoomCommand {
  static override summary = 'Show memory records whole: text, origin, state, conflicts.';
  static override examples = [{ description: 'One record', command: '<%= config.bin %> memory show 7k3m9q2x' }];
  static override args = memoriesArg;
  static override strict = false;
  static override flags = projectFlags;
  static override exitCodes = ['4  no such record, or several'];
  static override schema = () => import('../../cli/schemas/memory.ts').then((module) => module.shownSchema);

  override async run(): Promise<Answer> {
    const { argv, flags } = await this.parse(MemoryShow);
    const app = await this.app();
    const views = viewMemories(app, await findMemories(app, argv as string[], flags));
    return {
      json: () => (views.length === 1 ? views[0] : views),
      text: () => views.map(renderMemoryRecord).join('\n'),
    };
  }
}
