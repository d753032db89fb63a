import * as Args from '@oclif/core/args';
import { compareTwoSessions } from '../../app/compare-sessions.ts';
import type { Answer } from '../../cli/answer.ts';
import { LoomCommand } from '../../cli/base-command.ts';
import { projectFlags } from '../../cli/global-flags.ts';
import { renderComparison } from '../../cli/render/comparison.ts';
import { findByHandle } from '../../cli/session-scope.ts';

export default class SessionsCompare extends LoomCommand {
  static override summary = 'Set two sessions beside each other, from where they part.';
  static override description =
    'What each was asked for, which files it touched, how its tools and checks ended, what it cost. No transcript but short prompts.';
  static override examples = [
    { description: 'A session and its newest fork', command: '<%= config.bin %> sessions compare last~1 @last' },
  ];
  static override args = {
    a: Args.string({ description: 'One session: id, prefix, native id, title, @last.', required: true }),
    b: Args.string({ description: 'The other one.', required: true }),
  };
  static override flags = projectFlags;
  static override exitCodes = ['4  no such session, or several', '6  the sessions are of two projects; see --all'];
  static override schema = () => import('../../cli/schemas/comparison.ts').then((module) => module.comparisonSchema);

  override async run(): Promise<Answer> {
    const { args, flags } = await this.parse(SessionsCompare);
    const app = await this.app();
    const a = await findByHandle(app, args.a, flags);
    const b = await findByHandle(app, args.b, flags);
    const comparison = compareTwoSessions(app, [a, b], { everyProject: flags.all });
    return { json: comparison, text: (screen) => renderComparison(comparison, screen) };
  }
}
