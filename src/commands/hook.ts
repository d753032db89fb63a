import * as Args from '@oclif/core/args';
import type { Answer } from '../cli/answer.ts';
import { LoomCommand } from '../cli/base-command.ts';
import { runHook } from '../cli/run-hook.ts';
import { runWholeHook } from '../cli/run-whole-hook.ts';

export default class Hook extends LoomCommand {
  static override summary = 'Record one hook call of an agent, from its payload on standard input.';
  static override description =
    'Agents run this at the steps of a session: prompts, tool calls, ends. The payload is redacted and appended to the ' +
    'journal, or left beside it while another process holds the lock. Always exits 0 and prints nothing, so that no agent ' +
    'is disturbed; a failure is one line in loom.log (see loom paths).';
  static override examples = [
    { description: 'What an agent runs', command: '<%= config.bin %> hook claude-code < payload.json' },
    {
      description: 'The notify program of Codex',
      command: `<%= config.bin %> hook codex-notify '{"type":"agent-turn-complete"}'`,
    },
  ];
  static override args = {
    agent: Args.string({
      description: 'claude-code, codex, codex-notify, gemini, copilot-cli, cursor, opencode or pi',
      required: true,
    }),
    payload: Args.string({ description: 'The payload, for agents that pass it as an argument.' }),
  };
  static override environment = ['LOOM_DISABLED  nothing is recorded', 'LOOM_TTY  name of the terminal, for @last'];

  override async run(): Promise<Answer> {
    const { args } = await this.parse(Hook);
    const line = { word: args.agent, ...(args.payload === undefined ? {} : { argument: args.payload }) };
    await runHook(line, runWholeHook);
    return { json: {}, text: () => '' };
  }
}
