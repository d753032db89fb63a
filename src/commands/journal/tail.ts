import * as Flags from '@oclif/core/flags';
import { tailJournal } from '../../app/tail-journal.ts';
import type { Answer } from '../../cli/answer.ts';
import { LoomCommand } from '../../cli/base-command.ts';
import { jsonlFlag } from '../../cli/global-flags.ts';
import { renderTail } from '../../cli/render/journal-tail.ts';

export default class JournalTail extends LoomCommand {
  static override summary = 'Show the newest events of the journal.';
  static override examples = [
    { description: 'Your own changes', command: '<%= config.bin %> journal tail --by person' },
    { description: 'Everything, for jq', command: '<%= config.bin %> journal tail --limit 0 --jsonl | jq .type' },
  ];
  static override flags = {
    ...jsonlFlag,
    limit: Flags.integer({
      char: 'n',
      summary: 'At most this many; 0 for all.',
      min: 0,
      max: Number.MAX_SAFE_INTEGER,
      default: 20,
      helpValue: 'N',
    }),
    type: Flags.string({ summary: 'Only this type of event, or a family, such as session.' }),
    by: Flags.string({
      summary: 'Only events that this kind of actor caused.',
      options: ['person', 'hook', 'import', 'mcp', 'acp', 'system'],
    }),
    derived: Flags.boolean({ summary: 'Events that follow from kept transcripts too, in the place of each sync.' }),
  };
  static override schema = () => import('../../cli/schemas/events.ts').then((module) => module.tailSchema);

  override async run(): Promise<Answer> {
    const { flags } = await this.parse(JournalTail);
    const app = await this.app();
    const rows = tailJournal(app, {
      limit: flags.limit,
      derived: flags.derived,
      ...(flags.type === undefined ? {} : { type: flags.type }),
      ...(flags.by === undefined ? {} : { by: flags.by }),
    });
    return { json: () => rows, jsonl: () => rows, text: (screen) => renderTail(rows, screen) };
  }
}
