import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import type { Answer } from '../cli/answer.ts';
import { LoomCommand } from '../cli/base-command.ts';
import { runRedact } from '../cli/run-redact.ts';
import { runRescan } from '../cli/run-rescan.ts';

export default class Redact extends LoomCommand {
  static override summary = 'Print a text without its secrets, as loom would keep it; or look again at what is kept.';
  static override description =
    'JSON and JSON lines are redacted value by value and stay JSON. Each secret becomes [redacted:RULE:TAG]; the same secret has the same tag in one store. ' +
    'A false positive stays when you allow its tag: loom config set redaction.allow TAG. ' +
    'With --rescan, says per session what the present rules find in what earlier ones let through.';
  static override examples = [
    { description: 'Before a log is shared', command: '<%= config.bin %> redact build.log > build.safe.log' },
    { description: 'From a pipe', command: 'git diff | <%= config.bin %> redact -' },
    { description: 'In a hook or CI', command: '<%= config.bin %> redact --check notes.md' },
    { description: 'After an update of loom', command: '<%= config.bin %> redact --rescan' },
  ];
  static override args = {
    file: Args.string({ description: 'File to redact, or - for standard input; none with --rescan.' }),
  };
  static override flags = {
    check: Flags.boolean({
      summary: 'Print where secrets are (line, rule, tag, count) in place of the text; exit 3 when there are any.',
    }),
    rescan: Flags.boolean({ summary: 'Look at everything the store keeps, with the present rules.' }),
    apply: Flags.boolean({ summary: 'With --rescan: mask what is found, where it stands.', dependsOn: ['rescan'] }),
    yes: Flags.boolean({ char: 'y', summary: 'Do not ask.' }),
  };
  static override exitCodes = [
    '3  with --check: a secret was found; the text is no UTF-8 or too large',
    '4  there is no such file',
    '6  not confirmed',
    '7  the store could not be written',
  ];
  static override schema = () => import('../cli/schemas/redact.ts').then((module) => module.redactSchema);

  override async run(): Promise<Answer> {
    const { args, flags } = await this.parse(Redact);
    if (flags.rescan) return runRescan(await this.app({ write: flags.apply }), flags);
    return runRedact(await this.app(), { path: args.file, check: flags.check });
  }
}
