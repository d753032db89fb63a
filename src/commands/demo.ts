import { surveyAgents } from '../app/survey-agents.ts';
import type { Answer } from '../cli/answer.ts';
import { LoomCommand } from '../cli/base-command.ts';
import { describeDemo, runDemo } from '../cli/run-demo.ts';
import { openScreen } from '../cli/screen.ts';
import { systemClock } from '../cli/system-sources.ts';
import { LoomError } from '../kernel/loom-error.ts';

export default class Demo extends LoomCommand {
  static override summary = 'The whole story on built-in samples, in a store that is thrown away.';
  static override description =
    'Every command is run for real. Your own store and sessions are only counted, never changed.';
  static override examples = [{ description: 'Try loom', command: '<%= config.bin %> demo' }];
  static override schema = () => import('../cli/schemas/events.ts').then((module) => module.demoSchema);

  override async run(): Promise<Answer> {
    await this.parse(Demo);
    const screen = await openScreen(1, systemClock());
    const steps = runDemo(process.argv[1] ?? '', screen.terminal ? screen.columns : undefined);
    const failed = steps.find((step) => step.exit !== 0);
    if (failed !== undefined) {
      throw new LoomError({
        kind: 'problem',
        code: 'demo-failed',
        message: `${failed.command} ended with ${failed.exit}: ${failed.output.trim()}`,
        hints: ['loom doctor'],
      });
    }
    const agents = surveyAgents(await this.app());
    const found = agents.map(({ agent, files, notKept }) => ({ agent, files, notKept }));
    const claude = agents.find((survey) => survey.agent === 'claude-code')?.files ?? 0;
    const next =
      claude === 0
        ? 'found no Claude Code sessions here; when there are some, run `loom import`'
        : `found ${claude} Claude Code sessions here; run \`loom import\``;
    return { json: { steps, found }, text: () => `${describeDemo(steps)}${next}\n` };
  }
}
