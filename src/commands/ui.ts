import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import type { Answer } from '../cli/answer.ts';
import { LoomCommand } from '../cli/base-command.ts';
import { readAgentFlag } from '../cli/flag-readers.ts';
import { agentFlag, projectFlags } from '../cli/global-flags.ts';
import { runUi } from '../cli/run-ui.ts';
import { readScope } from '../cli/session-scope.ts';

export default class Ui extends LoomCommand {
  static override summary = 'Browse sessions and memory on the terminal: search, read, resume, review.';
  static override description =
    'Keys are on the last line, all of them behind ?. Where the terminal cannot be drawn on (TERM=dumb, CI, no terminal) or with --plain it is a numbered list that can be read out.';
  static override examples = [
    { description: 'This project', command: '<%= config.bin %> ui' },
    { description: 'Every project, with words to find', command: '<%= config.bin %> ui --all "retry queue"' },
    { description: 'What waits for a review', command: '<%= config.bin %> ui --memory' },
  ];
  static override strict = false;
  static override args = { words: Args.string({ description: 'Words to find in what was said and done.' }) };
  static override flags = {
    ...projectFlags,
    ...agentFlag,
    memory: Flags.boolean({ summary: 'Begin with memory.' }),
    plain: Flags.boolean({ summary: 'A numbered list instead of a screen.' }),
  };
  static override environment = ['TERM=dumb, CI  a numbered list', 'NO_COLOR  no colour'];
  static override exitCodes = ['4  no such project', '9  the store is of a newer loom'];
  static override schema = () => import('../cli/schemas/ui.ts').then((module) => module.uiListSchema);

  override async run(): Promise<Answer> {
    const { argv, flags } = await this.parse(Ui);
    const app = await this.app();
    const scope = await readScope(app, { project: flags.project });
    return runUi(app, {
      scope,
      everyProject: flags.all || scope.all,
      agent: readAgentFlag(flags.agent) ?? null,
      words: (argv as string[]).join(' '),
      memory: flags.memory,
      plain: flags.plain,
      json: flags.json,
      color: flags.color,
    });
  }
}
