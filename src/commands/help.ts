import * as Args from '@oclif/core/args';
import { commands } from '@oclif/plugin-help';
import { GLOBAL_FLAGS } from '../cli/global-flags.ts';
import { helpText } from '../cli/help/show-help.ts';
import { printAnswer } from '../cli/print-answer.ts';

export default class Help extends commands.help {
  static override summary = 'Show help on a command, a topic or a page.';
  static override description = '';
  static override args = {
    command: Args.string({ description: 'Command, topic or page, such as exit-codes.', required: false }),
  };
  static override strict = false;
  static override flags = { ...GLOBAL_FLAGS } as never;
  static override examples = [
    { description: 'One command', command: '<%= config.bin %> help sessions list' },
    { description: 'What each exit code says', command: '<%= config.bin %> help exit-codes' },
  ];

  static schema = () => import('../cli/schemas/installation.ts').then((schemas) => schemas.help);

  override async run(): Promise<void> {
    const options = [...this.argv];
    const { argv } = await this.parse(Help);
    const words = argv.flatMap((word) => String(word).split(/[ :]/)).filter((word) => word !== '');
    const text = helpText(this.config, words);
    await printAnswer({ json: { subject: words.join(' '), text }, text: () => text }, options);
  }
}
