import * as Args from '@oclif/core/args';
import type { Answer } from '../../cli/answer.ts';
import { LoomCommand } from '../../cli/base-command.ts';
import { decryptFlags, PASSPHRASE_ENVIRONMENT } from '../../cli/encryption-flags.ts';
import { mutationFlags, projectFlags } from '../../cli/global-flags.ts';
import { requireMemoryOn } from '../../cli/memory-arguments.ts';
import { runMemoryImport } from '../../cli/run-memory-share.ts';

export default class MemoryImport extends LoomCommand {
  static override summary = 'Read records that somebody shared, as proposals.';
  static override description =
    'Whatever the file says of who accepted them: nothing is memory before you accept it. Reading it again adds nothing.';
  static override examples = [
    { description: 'From the repository', command: '<%= config.bin %> memory import memory.jsonl' },
    { description: 'What it would propose', command: '<%= config.bin %> memory import memory.jsonl --dry-run' },
  ];
  static override args = {
    file: Args.string({
      ignoreStdin: true,
      description: 'Lines of JSON or Markdown; - for standard input.',
      required: true,
    }),
  };
  static override flags = { 'dry-run': mutationFlags['dry-run'], project: projectFlags.project, ...decryptFlags };
  static override environment = [PASSPHRASE_ENVIRONMENT];
  static override exitCodes = ['4  no such file or project', '6  memory is off'];
  static override schema = () =>
    import('../../cli/schemas/memory-share.ts').then((module) => module.memoryImportSchema);

  override async run(): Promise<Answer> {
    const { args, flags } = await this.parse(MemoryImport);
    const app = await this.app({ write: !flags['dry-run'] });
    await requireMemoryOn(app);
    return runMemoryImport(app, args.file, flags);
  }
}
