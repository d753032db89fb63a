import * as Flags from '@oclif/core/flags';
import { exportStore } from '../app/export-store.ts';
import { noteExport } from '../app/note-export.ts';
import type { Answer } from '../cli/answer.ts';
import { LoomCommand } from '../cli/base-command.ts';
import { writeExportFile } from '../cli/export-files.ts';
import { EXPORT_TOOLS } from '../cli/run-export.ts';
import { LoomError } from '../kernel/loom-error.ts';

function* withLineFeeds(lines: Iterable<string>): Generator<string> {
  for (const line of lines) yield `${line}\n`;
}

export default class Export extends LoomCommand {
  static override summary = 'Write the whole store as JSON lines, for backup or another machine.';
  static override examples = [
    { description: 'To a file', command: '<%= config.bin %> export --all --output store.jsonl' },
    { description: 'To another machine', command: '<%= config.bin %> export --all | ssh other loom import loom -' },
  ];
  static override flags = {
    all: Flags.boolean({ summary: 'The whole store (required: nothing less can be meant here).' }),
    output: Flags.string({ char: 'o', summary: 'File, or - for standard output.', helpValue: 'PATH' }),
    force: Flags.boolean({ summary: 'Replace a file that is there.' }),
  };
  static override exitCodes = ['6  the file is there', '7  the file could not be written'];
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
    const path = flags.output;
    const app = await this.app({ write: path !== undefined && path !== '-' });
    const pieces = withLineFeeds(exportStore(app, EXPORT_TOOLS));
    if (path === undefined || path === '-')
      return { json: () => [...pieces].map((line) => JSON.parse(line)), text: () => pieces };
    const bytes = writeExportFile(path, pieces, flags.force);
    const warning = await noteExport(app, { format: 'jsonl', path, bytes });
    return {
      json: { path, bytes },
      text: () => `wrote ${path} (${bytes} bytes)\n`,
      warnings: warning === undefined ? [] : [warning],
      committed: `${path} is written`,
    };
  }
}
