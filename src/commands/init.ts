import * as Flags from '@oclif/core/flags';
import type { Answer } from '../cli/answer.ts';
import { LoomCommand } from '../cli/base-command.ts';
import { mutationFlags } from '../cli/global-flags.ts';
import { runInit } from '../cli/run-init.ts';

export default class Init extends LoomCommand {
  static override summary = 'Let your agents tell loom what happens, as it happens.';
  static override description =
    "Puts loom's hooks into the settings of agents, beside those of other tools, and lines for shared memory into the files " +
    'of git. Shows what each file gains and asks before it writes; comments and order stay. --uninstall brings every file ' +
    "back byte for byte, or, where it was changed meanwhile, takes out what is loom's. A file that cannot be parsed is left alone.";
  static override examples = [
    { description: 'Look first', command: '<%= config.bin %> init --dry-run' },
    { description: 'In every project of yours', command: '<%= config.bin %> init --user' },
    { description: 'One agent, in this project', command: '<%= config.bin %> init --agent claude-code --yes' },
    { description: 'Take it out again', command: '<%= config.bin %> init --uninstall' },
  ];
  static override flags = {
    agent: Flags.string({
      summary: 'Only this agent, such as claude-code (default: every agent found).',
      helpValue: 'AGENT',
      multiple: true,
      multipleNonGreedy: true,
    }),
    user: Flags.boolean({ summary: "The user's settings, for every project.", exclusive: ['project'] }),
    project: Flags.boolean({ summary: 'The settings of this project (the default).' }),
    'with-permissions': Flags.boolean({
      summary: 'Also hooks that the agent waits for before each tool call.',
      exclusive: ['uninstall'],
    }),
    'with-mcp': Flags.boolean({ summary: 'Also the MCP server, loom mcp.', exclusive: ['uninstall'] }),
    'with-notify': Flags.boolean({
      summary: 'Codex without hooks: its notify program instead (with --user).',
      dependsOn: ['user'],
      exclusive: ['uninstall'],
    }),
    uninstall: Flags.boolean({ summary: 'Take out what init put in.' }),
    ...mutationFlags,
  };
  static override exitCodes = ['6  not confirmed, or a file was left as it is', '7  a file could not be written'];
  static override schema = () => import('../cli/schemas/init.ts').then((module) => module.initSchema);

  override async run(): Promise<Answer> {
    const { flags } = await this.parse(Init);
    return runInit(await this.app(), flags);
  }
}
