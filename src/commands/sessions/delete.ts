import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import { deleteWish } from '../../app/session-wishes.ts';
import type { Answer } from '../../cli/answer.ts';
import { LoomCommand } from '../../cli/base-command.ts';
import { type ChangeWords, changeCommand } from '../../cli/change-command.ts';
import { chooseSessions } from '../../cli/choose-sessions.ts';
import { expiryFlags, mutationFlags, projectFlags } from '../../cli/global-flags.ts';
import { confirm } from '../../cli/prompt-confirm.ts';
import { runPurge } from '../../cli/run-purge.ts';

const WORDS: ChangeWords = {
  done: 'deleted',
  undo: (view) => `loom sessions restore ${view.id}`,
  note: (view) => `Its bytes stay in the store until: loom sessions purge ${view.id}`,
};

export default class SessionsDelete extends LoomCommand {
  static override summary = 'Hide sessions in the trash; restore brings them back.';
  static override description =
    'The bytes stay in the store until they are purged. Pinned sessions are left alone by --older-than and --expired.';
  static override examples = [
    { description: 'One session', command: '<%= config.bin %> sessions delete @last' },
    {
      description: 'What a clean-up would take',
      command: '<%= config.bin %> sessions delete --older-than 90d --dry-run',
    },
  ];
  static override args = {
    handle: Args.string({
      description: 'Sessions: ids, prefixes, native ids, titles, @last; - reads them from stdin.',
    }),
  };
  static override strict = false;
  static override flags = {
    ...projectFlags,
    ...mutationFlags,
    ...expiryFlags,
    'older-than': Flags.string({
      summary: 'Every unpinned session without activity since: 90d, 2026-01-31.',
      helpValue: 'TIME',
    }),
    purge: Flags.boolean({ summary: 'Erase for good instead: the same as sessions purge.' }),
  };
  static override exitCodes = ['4  no such session, or several', '6  not confirmed'];
  static override schema = () => import('../../cli/schemas/changes.ts').then((module) => module.sessionChangeSchema);

  override async run(): Promise<Answer> {
    const { argv, flags } = await this.parse(SessionsDelete);
    const dryRun = flags['dry-run'];
    const app = await this.app({ write: !dryRun });
    const { expired, force, 'older-than': olderThan } = flags;
    const views = await chooseSessions(app, {
      words: argv as string[],
      olderThan,
      expired,
      force,
      purpose: 'delete',
      flags,
    });
    if (flags.purge) return runPurge(app, { views, dryRun, yes: flags.yes });
    if (!dryRun && views.length > 0 && (views.length > 1 || olderThan !== undefined || expired)) {
      await confirm({
        question: `Delete ${views.length} sessions?`,
        command: `loom sessions delete ${views.map((view) => view.id).join(' ')} --yes`,
        yes: flags.yes,
      });
    }
    return changeCommand(app, { views, decide: deleteWish, words: WORDS, dryRun });
  }
}
