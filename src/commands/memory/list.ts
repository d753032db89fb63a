import * as Flags from '@oclif/core/flags';
import { listMarked } from '../../app/stale-memory.ts';
import type { Answer } from '../../cli/answer.ts';
import { LoomCommand } from '../../cli/base-command.ts';
import { readPeriodFlags } from '../../cli/flag-readers.ts';
import { jsonlFlag, pageFlags, periodFlags, projectFlags } from '../../cli/global-flags.ts';
import { readMemoryFilter } from '../../cli/memory-filter.ts';
import { emptyMemoryNotes, renderMemoryList, staleNotes } from '../../cli/render/memory-record.ts';
import { readScope } from '../../cli/session-scope.ts';

export default class MemoryList extends LoomCommand {
  static override summary = 'List memory records: accepted ones and proposals, newest first.';
  static override examples = [
    { description: 'What waits for you', command: '<%= config.bin %> memory list --status proposed' },
    { description: 'About a folder', command: '<%= config.bin %> memory list --path src/checkout --kind constraint' },
  ];
  static override flags = {
    status: Flags.string({ summary: 'Only these, separated by commas: proposed, accepted …', helpValue: 'STATUS' }),
    'any-status': Flags.boolean({ summary: 'Whatever their status.', exclusive: ['status'], aliases: ['all-status'] }),
    kind: Flags.string({ summary: 'Only these kinds, separated by commas.', helpValue: 'KIND' }),
    tag: Flags.string({ summary: 'With all of these tags.', multiple: true, helpValue: 'TAG' }),
    path: Flags.string({ summary: 'About this file or folder.', helpValue: 'PATH' }),
    stale: Flags.boolean({
      summary: 'Only records whose files changed or vanished since a person last said they hold.',
    }),
    ...projectFlags,
    ...periodFlags,
    ...pageFlags,
    ...jsonlFlag,
  };
  static override schema = () => import('../../cli/schemas/memory.ts').then((module) => module.memoryListSchema);

  override async run(): Promise<Answer> {
    const { flags } = await this.parse(MemoryList);
    const app = await this.app();
    const scope = await readScope(app, flags);
    const { limit, offset } = flags;
    const listing = await listMarked(app, scope, {
      ...readMemoryFilter(flags),
      stale: flags.stale,
      ...readPeriodFlags(flags),
      ...(limit === undefined ? {} : { limit }),
      ...(offset === undefined ? {} : { offset }),
    });
    return {
      json: () => listing.rows,
      jsonl: () => listing.rows,
      text: (screen) => renderMemoryList(listing.rows, screen),
      notes: () => (flags.stale ? staleNotes(listing.rows) : emptyMemoryNotes(listing.rows.length, listing.elsewhere)),
    };
  }
}
