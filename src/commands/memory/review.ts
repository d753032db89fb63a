import type { Answer } from '../../cli/answer.ts';
import { LoomCommand } from '../../cli/base-command.ts';
import { projectFlags } from '../../cli/global-flags.ts';
import { runReview } from '../../cli/run-review.ts';
import { readScope } from '../../cli/session-scope.ts';

export default class MemoryReview extends LoomCommand {
  static override summary = 'Go through proposals on a terminal, one at a time.';
  static override description =
    'Each is shown with records that are like it or disagree with it. Keys: a accept, r reject, s supersede another, e edit, n next, q quit; then Enter.';
  static override examples = [{ description: 'Of this project', command: '<%= config.bin %> memory review' }];
  static override flags = projectFlags;
  static override exitCodes = ['6  no terminal, or a shell of an agent'];
  static override schema = () => import('../../cli/schemas/memory.ts').then((module) => module.reviewedSchema);

  override async run(): Promise<Answer> {
    const { flags } = await this.parse(MemoryReview);
    const app = await this.app({ write: true });
    return runReview(app, await readScope(app, flags));
  }
}
