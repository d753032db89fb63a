import type { Answer } from '../../cli/answer.ts';
import { LoomCommand } from '../../cli/base-command.ts';
import { indexJson, indexText } from '../../cli/render/index-status.ts';

export default class IndexStatus extends LoomCommand {
  static override summary = 'Tell how far the derived index is.';
  static override description = 'The index only makes answers faster. Delete it at any time: the journal is the truth.';
  static override examples = [{ description: 'As JSON', command: '<%= config.bin %> index status --json' }];
  static override schema = () => import('../../cli/schemas/events.ts').then((module) => module.indexSchema);

  override async run(): Promise<Answer> {
    await this.parse(IndexStatus);
    const app = await this.app();
    app.readModel.catchUp();
    const status = app.readModel.status();
    const search = (await app.openSearch()).status();
    return { json: indexJson(app, status, search), text: () => indexText(app, status, search) };
  }
}
