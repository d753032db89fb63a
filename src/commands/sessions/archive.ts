import * as Args from '@oclif/core/args';
import { archiveWish } from '../../app/session-wishes.ts';
import type { Answer } from '../../cli/answer.ts';
import { LoomCommand } from '../../cli/base-command.ts';
import { changeCommand } from '../../cli/change-command.ts';
import { chooseSessions } from '../../cli/choose-sessions.ts';
import { dryRunFlag, expiryFlags, projectFlags } from '../../cli/global-flags.ts';

export default class SessionsArchive extends LoomCommand {
  static override summary = 'Put sessions away: out of the default list, nothing else changes.';
  static override examples = [
    { description: 'The newest session', command: '<%= config.bin %> sessions archive @last' },
    {
      description: 'What the setting retention.archiveAfter would put away',
      command: '<%= config.bin %> sessions archive --expired --dry-run',
    },
  ];
  static override args = {
    handle: Args.string({
      description: 'Sessions: ids, prefixes, native ids, titles, @last; - reads them from stdin.',
    }),
  };
  static override strict = false;
  static override flags = { ...projectFlags, ...dryRunFlag, ...expiryFlags };
  static override exitCodes = ['4  no such session, or several', '6  the settings would take too much'];
  static override schema = () => import('../../cli/schemas/changes.ts').then((module) => module.sessionChangeSchema);

  override async run(): Promise<Answer> {
    const { argv, flags } = await this.parse(SessionsArchive);
    const dryRun = flags['dry-run'];
    const app = await this.app({ write: !dryRun });
    const { expired, force } = flags;
    const views = await chooseSessions(app, { words: argv as string[], expired, force, purpose: 'archive', flags });
    return changeCommand(app, {
      views,
      decide: archiveWish,
      words: { done: 'archived', undo: (view) => `loom sessions restore ${view.id}` },
      dryRun,
    });
  }
}
