import type { Answer } from '../../cli/answer.ts';
import { LoomCommand } from '../../cli/base-command.ts';

export default class IndexDrop extends LoomCommand {
  static override summary = 'Remove the derived index; the next command builds what it needs.';
  static override examples = [{ description: 'Free the space', command: '<%= config.bin %> index drop' }];
  static override exitCodes = ['8  the store must not be written to'];
  static override schema = () => import('../../cli/schemas/events.ts').then((module) => module.droppedSchema);

  override async run(): Promise<Answer> {
    await this.parse(IndexDrop);
    const app = await this.app({ changesIndex: true });
    app.readModel.drop();
    return {
      json: { dropped: true },
      text: () => 'dropped the index\n',
      notes: ['Build it again: loom index rebuild'],
    };
  }
}
