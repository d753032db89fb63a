import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import type { Answer } from '../cli/answer.ts';
import { LoomCommand } from '../cli/base-command.ts';
import { runRedact } from '../cli/run-redact.ts';

export default class Redact extends LoomCommand {
  static override summary = 'Print a text without its secrets, as loom would keep it.';
  static override description =
    'JSON and JSON lines are redacted value by value and stay JSON. Each secret becomes [redacted:RULE:TAG]; the same secret has the same tag in one store. ' +
    'A false positive stays when you allow its tag: loom config set redaction.allow TAG.';
  static override examples = [
    { description: 'Before a log is shared', command: '<%= config.bin %> redact build.log > build.safe.log' },
    { description: 'From a pipe', command: 'git diff | <%= config.bin %> redact -' },
    { description: 'In a hook or CI', command: '<%= config.bin %> redact --check notes.md' },
  ];
  static override args = {
    file: Args.string({ description: 'File to redact, or - for standard input.', required: true }),
  };
  static override flags = {
    check: Flags.boolean({
      summary: 'Print where secrets are (line, rule, tag, count) in place of the text; exit 3 when there are any.',
    }),
  };
  static override exitCodes = [
    '3  with --check: a secret was found; the text is no UTF-8 or too large',
    '4  there is no such file',
  ];
  static override schema = () => import('../cli/schemas/redact.ts').then((module) => module.redactSchema);

  override async run(): Promise<Answer> {
    const { args, flags } = await this.parse(Redact);
    return runRedact(await this.app(), { path: args.file, check: flags.check });
  }
}
