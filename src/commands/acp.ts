import * as Flags from '@oclif/core/flags';
import type { Answer } from '../cli/answer.ts';
import { LoomCommand } from '../cli/base-command.ts';
import { readAgentFlag } from '../cli/flag-readers.ts';
import { LoomError } from '../kernel/loom-error.ts';

/** The words after `--`, untouched; none for loom's own agent. */
function wordsBehind(argv: readonly string[]): { readonly own: string[]; readonly behind: readonly string[] } {
  const dashes = argv.indexOf('--');
  return dashes === -1
    ? { own: [...argv], behind: [] }
    : { own: argv.slice(0, dashes), behind: argv.slice(dashes + 1) };
}

function noCommand(): LoomError {
  return new LoomError({
    kind: 'usage',
    code: 'missing-argument',
    message: 'no command stands after --',
    hints: ['loom acp -- COMMAND: the program of an agent that speaks the protocol', 'loom help acp'],
  });
}

export default class Acp extends LoomCommand {
  static override summary =
    'Offer sessions to an editor over the Agent Client Protocol, or record an agent that speaks it.';
  static override description =
    'An editor starts this and speaks JSON-RPC with it on standard input and output; it ends with its client. Alone it offers ' +
    'the sessions of every agent in the project: listed, and loaded with everything that was said and done; nothing runs ' +
    'again, and prompts are answered with what to do instead. With -- COMMAND it stands before a real agent: every byte ' +
    'passes unchanged, and prompts, tool calls, permissions and plans are recorded. Settings: docs/acp.md.';
  static override usage = ['acp', 'acp [--agent AGENT] -- COMMAND...'];
  static override examples = [
    { description: 'Earlier sessions, for an editor that starts it (docs/acp.md)', command: '<%= config.bin %> acp' },
    { description: 'Before an agent', command: '<%= config.bin %> acp -- gemini --experimental-acp' },
  ];
  static override flags = {
    agent: Flags.string({
      description: 'which agent stands behind, where its name does not tell',
      helpValue: 'AGENT',
    }),
  };
  static override exitCodes = ['N  that of the agent behind'];
  static override environment = ['LOOM_DISABLED  nothing is recorded; everything is passed on all the same'];

  override async run(): Promise<Answer> {
    const { own, behind } = wordsBehind(this.argv);
    const { flags } = await this.parse(Acp, own);
    const [command, ...args] = behind;
    const agent = readAgentFlag(flags.agent);
    if (command === undefined && agent !== undefined) throw noCommand();
    if (command === undefined) {
      const { runAcp } = await import('../cli/run-acp.ts');
      await runAcp(this.config.version);
      return { json: null, written: true };
    }
    const { runAcpFront } = await import('../cli/run-acp-front.ts');
    return { json: null, written: true, exit: await runAcpFront({ command, args, agent }) };
  }
}
