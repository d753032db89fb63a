import type { Answer } from '../cli/answer.ts';
import { LoomCommand } from '../cli/base-command.ts';

export default class Acp extends LoomCommand {
  static override summary = 'Show sessions to an editor over the Agent Client Protocol.';

  override async run(): Promise<Answer> {
    await this.parse(Acp);
    const { runAcp } = await import('../cli/run-acp.ts');
    await runAcp(this.config.version);
    return { json: null, written: true };
  }
}
