import type { Answer } from '../cli/answer.ts';
import { LoomCommand } from '../cli/base-command.ts';

export default class Mcp extends LoomCommand {
  static override summary = 'Serve history and memory of a project to an agent, over the Model Context Protocol.';
  static override description =
    'An agent starts this and speaks JSON-RPC with it on standard input and output; it ends with its client. It reads one ' +
    'project, that of the folder it was started in or of the roots the client names, and can propose memory. Nothing that it ' +
    'offers accepts, forgets, deletes, exports or resumes. Settings for each agent: docs/mcp.md.';
  static override examples = [
    { description: 'For Claude Code', command: 'claude mcp add --scope user loom -- <%= config.bin %> mcp' },
    { description: 'For Codex', command: 'codex mcp add loom -- <%= config.bin %> mcp' },
  ];
  static override environment = ['LOOM_DISABLED  nothing is proposed or noted'];

  override async run(): Promise<Answer> {
    await this.parse(Mcp);
    const { runMcp } = await import('../cli/run-mcp.ts');
    await runMcp(this.config.version);
    return { json: null, written: true };
  }
}
