import type { Answer } from '../cli/answer.ts';
import { LoomCommand } from '../cli/base-command.ts';

export default class Acp extends LoomCommand {
  static override summary = 'Offer the sessions of a project to an editor, over the Agent Client Protocol.';
  static override description =
    'An editor starts this and speaks JSON-RPC with it on standard input and output; it ends with its client. Sessions of ' +
    'every agent in the project are listed and loaded, with everything that was said and done; nothing runs again, and ' +
    'prompts are answered with what to do instead. Settings: docs/acp.md.';
  static override examples = [
    {
      description: 'For Zed, in settings.json',
      command: `"agent_servers": {"loom": {"command": "<%= config.bin %>", "args": ["acp"]}}`,
    },
  ];

  override async run(): Promise<Answer> {
    await this.parse(Acp);
    const { runAcp } = await import('../cli/run-acp.ts');
    await runAcp(this.config.version);
    return { json: null, written: true };
  }
}
