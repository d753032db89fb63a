import type { Answer } from '../../cli/answer.ts';
import { LoomCommand } from '../../cli/base-command.ts';
import { indexJson, indexText } from '../../cli/render/index-status.ts';

export default class IndexRebuild extends LoomCommand {
  static override summary = 'Build the derived index again from the journal and the kept transcripts.';
  static override examples = [{ description: 'After copying a store', command: '<%= config.bin %> index rebuild' }];

  override async run(): Promise<Answer> {
    await this.parse(IndexRebuild);
    const app = await this.app();
    app.readModel.catchUp();
    const before = app.readModel.status().sessions;
    const status = app.readModel.rebuild();
    return { json: { ...indexJson(app, status), before, after: status.sessions }, text: () => indexText(app, status) };
  }
}
