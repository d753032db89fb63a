import * as Args from '@oclif/core/args';
import { renameWish } from '../../app/session-wishes.ts';
import type { Answer } from '../../cli/answer.ts';
import { LoomCommand } from '../../cli/base-command.ts';
import { changeCommand } from '../../cli/change-command.ts';
import { projectFlags } from '../../cli/global-flags.ts';
import { findByHandle, handleArg } from '../../cli/session-scope.ts';

export default class SessionsRename extends LoomCommand {
  static override summary = 'Give a session a title of your own.';
  static override examples = [
    { description: 'The newest session', command: '<%= config.bin %> sessions rename @last "checkout bug"' },
  ];
  static override args = { ...handleArg, title: Args.string({ description: 'The new title.', required: true }) };
  static override flags = projectFlags;
  static override exitCodes = ['4  no such session, or several'];
  static override schema = () => import('../../cli/schemas/changes.ts').then((module) => module.sessionChangeSchema);

  override async run(): Promise<Answer> {
    const { args, flags } = await this.parse(SessionsRename);
    const app = await this.app({ write: true });
    const view = await findByHandle(app, args.handle, flags);
    const title = app.redactor.redact(args.title).text;
    return changeCommand(app, {
      views: [view],
      decide: renameWish(title),
      words: { done: 'renamed', title, undo: () => 'loom undo' },
    });
  }
}
