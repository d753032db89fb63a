import { restoreWish } from '../../app/session-wishes.ts';
import type { Answer } from '../../cli/answer.ts';
import { LoomCommand } from '../../cli/base-command.ts';
import { changeCommand } from '../../cli/change-command.ts';
import { projectFlags } from '../../cli/global-flags.ts';
import { findByHandles, handlesArg } from '../../cli/session-scope.ts';

export default class SessionsRestore extends LoomCommand {
  static override summary = 'Bring back a deleted session; else take one out of the archive.';
  static override examples = [
    { description: 'What can be restored', command: '<%= config.bin %> sessions list --deleted' },
    {
      description: 'All of it',
      command:
        '<%= config.bin %> sessions list --deleted --json | jq -r ".[].id" | <%= config.bin %> sessions restore -',
    },
  ];
  static override args = handlesArg;
  static override strict = false;
  static override flags = projectFlags;
  static override exitCodes = ['4  no such session, several, or it was purged'];
  static override schema = () => import('../../cli/schemas/changes.ts').then((module) => module.sessionChangeSchema);

  override async run(): Promise<Answer> {
    const { argv, flags } = await this.parse(SessionsRestore);
    const app = await this.app({ write: true });
    const views = await findByHandles(app, argv as string[], flags);
    return changeCommand(app, {
      views,
      decide: restoreWish,
      words: {
        done: 'restored',
        undo: (view) => `loom sessions ${view.deleted ? 'delete --yes' : 'archive'} ${view.id}`,
      },
    });
  }
}
