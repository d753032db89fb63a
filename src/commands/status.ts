import { readStatus } from '../app/read-status.ts';
import type { Answer } from '../cli/answer.ts';
import { LoomCommand } from '../cli/base-command.ts';
import { surveyInstalledHooks } from '../cli/open-agent-settings.ts';
import { renderStatus } from '../cli/render/status.ts';
import { findPaths } from '../cli/store-paths.ts';
import { currentFolder } from '../cli/system-sources.ts';

export default class Status extends LoomCommand {
  static override summary =
    'Show the store, this project, the last sessions, and what your agents hold that is not kept yet.';
  static override examples = [
    {
      description: 'Sessions that an agent is about to delete',
      command: '<%= config.bin %> status --json | jq ".agents[].expiring"',
    },
  ];
  static override schema = () => import('../cli/schemas/status.ts').then((module) => module.statusSchema);

  override async run(): Promise<Answer> {
    await this.parse(Status);
    const app = await this.app();
    const paths = findPaths({ env: process.env, platform: process.platform, cwd: currentFolder() });
    const status = {
      store: { path: paths.store, id: app.storeId },
      ...readStatus(app),
      hooks: await surveyInstalledHooks(app),
    };
    return { json: status, text: (screen) => renderStatus(status, screen) };
  }
}
