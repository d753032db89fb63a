import { pinWish } from '../../app/session-wishes.ts';
import type { Answer } from '../../cli/answer.ts';
import { LoomCommand } from '../../cli/base-command.ts';
import { changeCommand } from '../../cli/change-command.ts';
import { projectFlags } from '../../cli/global-flags.ts';
import { findByHandles, handlesArg } from '../../cli/session-scope.ts';

export default class SessionsPin extends LoomCommand {
  static override summary = 'Pin a session, so that it stands out and no clean-up takes it.';
  static override examples = [{ description: 'The newest session', command: '<%= config.bin %> sessions pin @last' }];
  static override args = handlesArg;
  static override strict = false;
  static override flags = projectFlags;
  static override exitCodes = ['4  no such session, or several'];
  static override schema = () => import('../../cli/schemas/changes.ts').then((module) => module.sessionChangeSchema);

  override async run(): Promise<Answer> {
    const { argv, flags } = await this.parse(SessionsPin);
    const app = await this.app({ write: true });
    const views = await findByHandles(app, argv as string[], flags);
    return changeCommand(app, {
      views,
      decide: pinWish,
      words: { done: 'pinned', undo: (view) => `loom sessions unpin ${view.id}` },
    });
  }
}
