import * as Flags from '@oclif/core/flags';
import type { Answer } from '../cli/answer.ts';
import { LoomCommand } from '../cli/base-command.ts';
import { encryptFlags, PASSPHRASE_ENVIRONMENT } from '../cli/encryption-flags.ts';
import { readSeal } from '../cli/export-encryption.ts';
import { refuseSecrets } from '../cli/refuse-secrets.ts';
import { runStoreExport } from '../cli/run-store-export.ts';
import { LoomError } from '../kernel/loom-error.ts';

export default class Export extends LoomCommand {
  static override summary = 'Write the whole store as JSON lines, for backup or another machine.';
  static override examples = [
    { description: 'To a file', command: '<%= config.bin %> export --all --output store.jsonl' },
    {
      description: 'Encrypted to the owner of a key, for a backup',
      command: '<%= config.bin %> export --all -r age1… --output store.age',
    },
    { description: 'Encrypted with a passphrase', command: '<%= config.bin %> export --all --encrypt -o store.age' },
    { description: 'To another machine', command: '<%= config.bin %> export --all | ssh other loom import loom -' },
  ];
  static override flags = {
    all: Flags.boolean({ summary: 'The whole store (required: nothing less can be meant here).' }),
    output: Flags.string({ char: 'o', summary: 'File, or - for standard output.', helpValue: 'PATH' }),
    force: Flags.boolean({ summary: 'Replace a file that is there.' }),
    strict: Flags.boolean({ summary: 'Write nothing, and exit 3, when the present rules find a secret in it.' }),
    ...encryptFlags,
  };
  static override environment = [PASSPHRASE_ENVIRONMENT];
  static override exitCodes = [
    '3  with --strict: a secret was found',
    '6  the file is there',
    '7  the file could not be written',
  ];
  static override schema = () => import('../cli/schemas/changes.ts').then((module) => module.storeExportSchema);

  override async run(): Promise<Answer> {
    const { flags } = await this.parse(Export);
    if (!flags.all)
      throw new LoomError({
        kind: 'usage',
        code: 'which-sessions',
        message: 'say --all for the whole store',
        hints: ['loom export --all', 'loom sessions export @last'],
      });
    const seal = await readSeal(flags);
    const app = await this.app({ write: flags.output !== undefined && flags.output !== '-' });
    if (flags.strict) await refuseSecrets(app);
    return runStoreExport(app, { path: flags.output ?? '-', seal, force: flags.force });
  }
}
