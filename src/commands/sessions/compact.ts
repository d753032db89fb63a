import * as Flags from '@oclif/core/flags';
import type { Answer } from '../../cli/answer.ts';
import { LoomCommand } from '../../cli/base-command.ts';
import { mutationFlags, projectFlags } from '../../cli/global-flags.ts';
import { runCompact } from '../../cli/run-compact.ts';
import { findByHandle, handleArg } from '../../cli/session-scope.ts';

export default class SessionsCompact extends LoomCommand {
  static override summary = 'Store a summary of a session; the conversation stays as it is.';
  static override description =
    'Made by rules, without a model: goal, decisions, files, commands, what is open, each with its turn. A program of yours can write it instead: loom config set summarizer.command. Covered are the turns that a resumed context would leave out, or all when it leaves out none. Repeating it adds nothing.';
  static override examples = [
    { description: 'The newest session', command: '<%= config.bin %> sessions compact @last' },
    { description: 'Only look', command: '<%= config.bin %> sessions compact @last --dry-run' },
    {
      description: 'What was left open',
      command: '<%= config.bin %> sessions compact @last --dry-run --json | jq -r ".outcome.open[].text"',
    },
  ];
  static override args = handleArg;
  static override flags = {
    ...projectFlags,
    ...mutationFlags,
    budget: Flags.integer({ summary: 'Tokens (estimated) of the context that the summary is for.', helpValue: 'N' }),
    window: Flags.integer({ summary: 'Context window in tokens; 40 % of it is the budget.', helpValue: 'N', min: 1 }),
    plain: Flags.boolean({ summary: 'Made by rules, also where a summarizer is configured.' }),
  };
  static override exitCodes = ['4  no such session, or several', '6  the summarizer was not confirmed'];
  static override schema = () => import('../../cli/schemas/compact.ts').then((module) => module.compactSchema);

  override async run(): Promise<Answer> {
    const { args, flags } = await this.parse(SessionsCompact);
    const { budget, window } = flags;
    const app = await this.app({ write: !flags['dry-run'] });
    return runCompact(app, {
      view: await findByHandle(app, args.handle, flags),
      ...(budget === undefined ? {} : { budget }),
      ...(window === undefined ? {} : { window }),
      dryRun: flags['dry-run'],
      yes: flags.yes,
      plain: flags.plain,
    });
  }
}
