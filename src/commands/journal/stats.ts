import type { Answer } from '../../cli/answer.ts';
import { LoomCommand } from '../../cli/base-command.ts';
import { appOptionsOfProcess } from '../../cli/composition.ts';
import { openCare } from '../../cli/open-care.ts';
import { describeBytes } from '../../cli/render/import-report.ts';
import { countOf } from '../../kernel/count-of.ts';

export default class JournalStats extends LoomCommand {
  static override summary = 'Count what the journal is made of.';
  static override examples = [
    { description: 'Events by type', command: '<%= config.bin %> journal stats --json | jq .types' },
  ];

  static override schema = () => import('../../cli/schemas/store-check.ts').then((module) => module.figuresSchema);

  override async run(): Promise<Answer> {
    await this.parse(JournalStats);
    await this.app();
    const figures = (await openCare(appOptionsOfProcess())).figures();
    const lines = [
      `segments ${figures.segments} (${describeBytes(figures.bytes)})`,
      `events   ${figures.events} in ${countOf(figures.commits, 'commit')}, ${countOf(figures.streams, 'stream')}`,
      `odd      ${figures.damaged} damaged, ${figures.unknown} unknown`,
      `time     ${figures.first ?? '-'} to ${figures.last ?? '-'}`,
      ...Object.entries(figures.types).map(([type, count]) => `${type}\t${count}`),
    ];
    return { json: figures, text: () => `${lines.join('\n')}\n` };
  }
}
