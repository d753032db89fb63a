import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import type { Answer } from '../../cli/answer.ts';
import { LoomCommand } from '../../cli/base-command.ts';
import { chooseResume } from '../../cli/choose-resume.ts';
import { projectFlags } from '../../cli/global-flags.ts';
import { runResume } from '../../cli/run-resume.ts';
import type { ContextFormat } from '../../domain/context-step.ts';

export default class SessionsResume extends LoomCommand {
  static override summary =
    'Prepare a continuation: compare then and now, say what changed, print or run what goes on.';
  static override description =
    'The verdict compares what the session knew of its project with what is there now, and is recorded when a resume goes on. Approvals are never carried over. --accept says yes to a finding for exactly the state that is shown; only a person may, so that it is refused in the shell of an agent.';
  static override examples = [
    {
      description: 'What changed since, and nothing else',
      command: '<%= config.bin %> sessions resume @last --dry-run',
    },
    { description: 'Go on in the agent', command: '<%= config.bin %> sessions resume --last --exec' },
    {
      description: 'The context for any agent',
      command: '<%= config.bin %> sessions resume @last --print --budget 20000 > context.md',
    },
    {
      description: 'In a script: only when nothing differs',
      command: '<%= config.bin %> sessions resume @last --dry-run --strict --json | jq .verdict',
    },
  ];
  static override args = {
    handle: Args.string({
      description:
        'Session: id, prefix, native id, title, @last. Without one a terminal offers the sessions to pick from.',
    }),
  };
  static override flags = {
    ...projectFlags,
    last: Flags.boolean({ summary: 'The newest session of this terminal, else of the project.' }),
    'dry-run': Flags.boolean({ summary: 'Compare and tell; record and write nothing.' }),
    strict: Flags.boolean({ summary: 'Exit 20 when anything is stale or not known.' }),
    accept: Flags.string({
      summary: 'Say yes to findings of this code; may be repeated.',
      multiple: true,
      helpValue: 'CODE',
    }),
    agent: Flags.string({ summary: 'Go on in another agent, such as codex.', helpValue: 'AGENT' }),
    model: Flags.string({ summary: 'Go on with another model.', helpValue: 'MODEL' }),
    effort: Flags.string({ summary: 'Go on with another effort.', helpValue: 'EFFORT' }),
    print: Flags.boolean({ summary: 'Print the context on stdout, the report on stderr.', aliases: ['print-context'] }),
    format: Flags.string({
      summary: 'Print the context in this form (default: markdown).',
      options: ['markdown', 'anthropic', 'openai', 'json'],
    }),
    budget: Flags.integer({ summary: 'Tokens that the context may have, estimated.', min: 1, helpValue: 'N' }),
    window: Flags.integer({ summary: "The model's window; the budget is 40 % of it.", min: 1, helpValue: 'N' }),
    native: Flags.boolean({ summary: "Write a session file that the agent's own resume accepts." }),
    exec: Flags.boolean({ summary: 'Show the command, then run the agent.', exclusive: ['json', 'print', 'format'] }),
  };
  static override environment = ['LOOM_TTY  name of the terminal, for --last'];
  static override exitCodes = [
    '4  no such session, several, or it is deleted',
    '6  --accept in the shell of an agent; nothing to run',
    '20  with --strict: stale or not known',
    '21  another agent or model: a preview until accepted',
    '22  capabilities or instructions changed: a preview until accepted',
    '23  in the way: a merge, a conflict, or the session goes on elsewhere',
    '24  not the project of the session, or it cannot be found',
    '25  records of a newer loom',
  ];
  static override schema = () => import('../../cli/schemas/resume.ts').then((module) => module.resumeSchema);

  override async run(): Promise<Answer> {
    const { args, flags } = await this.parse(SessionsResume);
    const app = await this.app({ write: !flags['dry-run'] });
    const chosen = await chooseResume(app, { handle: args.handle, ...flags });
    return runResume(app, {
      ...chosen,
      accept: flags.accept ?? [],
      strict: flags.strict,
      // A flag that was not given is undefined, whatever its type says.
      dryRun: flags['dry-run'] === true,
      print: flags.print,
      native: flags.native,
      exec: flags.exec,
      json: flags.json,
      ...(flags.format === undefined ? {} : { format: flags.format as ContextFormat }),
      ...(flags.budget === undefined ? {} : { budget: flags.budget }),
      ...(flags.window === undefined ? {} : { window: flags.window }),
    });
  }
}
