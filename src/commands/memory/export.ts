import * as Flags from '@oclif/core/flags';
import type { Answer } from '../../cli/answer.ts';
import { LoomCommand } from '../../cli/base-command.ts';
import { encryptFlags, PASSPHRASE_ENVIRONMENT } from '../../cli/encryption-flags.ts';
import { projectFlags } from '../../cli/global-flags.ts';
import { refuseSecrets } from '../../cli/refuse-secrets.ts';
import { runMemoryExport } from '../../cli/run-memory-share.ts';

export default class MemoryExport extends LoomCommand {
  static override summary = 'Write the accepted records of a project for others.';
  static override description =
    'One line a record, sorted by id, so that files of several people merge line by line. What you keep for every project is not written.';
  static override examples = [
    { description: 'Into the repository', command: '<%= config.bin %> memory export --to memory.jsonl' },
    { description: 'To read', command: '<%= config.bin %> memory export --format markdown' },
  ];
  static override flags = {
    to: Flags.string({ summary: 'File, or - for standard output (default).', helpValue: 'FILE' }),
    format: Flags.option({
      summary: 'Lines of JSON, or Markdown.',
      options: ['jsonl', 'markdown'],
      default: 'jsonl',
    })(),
    tag: Flags.string({ summary: 'Only records with all of these tags.', multiple: true, helpValue: 'TAG' }),
    force: Flags.boolean({ summary: 'Replace a file that is there, with the records of others in it.' }),
    strict: Flags.boolean({ summary: 'Write nothing, and exit 3, when the present rules find a secret in it.' }),
    project: projectFlags.project,
    ...encryptFlags,
  };
  static override environment = [PASSPHRASE_ENVIRONMENT];
  static override exitCodes = [
    '3  with --strict: a secret was found',
    '4  no such project',
    '6  another file is there',
    '7  the file could not be written',
  ];
  static override schema = () =>
    import('../../cli/schemas/memory-share.ts').then((module) => module.memoryExportSchema);

  override async run(): Promise<Answer> {
    const { flags } = await this.parse(MemoryExport);
    const app = await this.app({ write: flags.to !== undefined && flags.to !== '-' });
    if (flags.strict) await refuseSecrets(app, [null]);
    return runMemoryExport(app, { ...flags, format: flags.format === 'markdown' ? 'markdown' : 'jsonl' });
  }
}
