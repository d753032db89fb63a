import * as Args from '@oclif/core/args';
import type { Answer } from '../cli/answer.ts';
import { LoomCommand } from '../cli/base-command.ts';
import { schemaDocument } from '../cli/schema-document.ts';

export default class Schema extends LoomCommand {
  static override summary = "Print the JSON Schema of a command's --json answer.";
  static override description =
    'Without COMMAND: the schema of errors, which every command answers with when it fails.';
  static override examples = [{ description: 'What lists answer', command: '<%= config.bin %> schema sessions list' }];
  static override args = { command: Args.string({ description: 'Command, such as sessions list.', required: false }) };
  static override strict = false;
  static override schema = () => import('../cli/schemas/events.ts').then((module) => module.schemaSchema);

  override async run(): Promise<Answer> {
    const { argv } = await this.parse(Schema);
    const words = argv.flatMap((word) => String(word).split(/[ :]/)).filter((word) => word !== '');
    const document = await schemaDocument(this.config, words);
    return { json: document, text: () => JSON.stringify(document, null, 2) };
  }
}
