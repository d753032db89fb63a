import type { Answer } from '../../cli/answer.ts';
import { LoomCommand } from '../../cli/base-command.ts';
import { mutationFlags, projectFlags } from '../../cli/global-flags.ts';
import { runPurge } from '../../cli/run-purge.ts';
import { findByHandles, handlesArg } from '../../cli/session-scope.ts';

export default class SessionsPurge extends LoomCommand {
  static override summary = 'Erase sessions for good: journal data, transcript, blobs and index.';
  static override description =
    'Lists first what is erased and which copies are out of reach. A purge cannot be undone. An import leaves a purged session out, unless it is told --revive.';
  static override examples = [
    { description: 'What would be erased', command: '<%= config.bin %> sessions purge @last --dry-run' },
  ];
  static override args = handlesArg;
  static override strict = false;
  static override flags = { ...projectFlags, ...mutationFlags };
  static override exitCodes = ['4  no such session, or several', '6  not confirmed'];
  static override schema = () => import('../../cli/schemas/changes.ts').then((module) => module.purgeSchema);

  override async run(): Promise<Answer> {
    const { argv, flags } = await this.parse(SessionsPurge);
    const dryRun = flags['dry-run'];
    const app = await this.app({ write: !dryRun });
    const views = await findByHandles(app, argv as string[], flags);
    return runPurge(app, { views, dryRun, yes: flags.yes });
  }
}
