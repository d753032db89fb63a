import type { Answer } from '../../cli/answer.ts';
import { LoomCommand } from '../../cli/base-command.ts';
import { checkHints } from '../../cli/render/check-hints.ts';
import { renderCheck } from '../../cli/render/store-check.ts';
import { verifyJournal } from '../../cli/run-care.ts';

export default class JournalVerify extends LoomCommand {
  static override summary = 'Read every byte of the journal and say what is wrong with it.';
  static override description =
    'Checks lines, sums, chain, commits, data, kept transcripts and blobs, owners and modes. Writes nothing, also on a store of a newer format.';
  static override examples = [
    { description: 'In CI', command: '<%= config.bin %> journal verify --json | jq .errors' },
  ];
  static override exitCodes = ['3  damage was found', '7  a file could not be read'];

  static override schema = () => import('../../cli/schemas/store-check.ts').then((module) => module.checkSchema);

  override async run(): Promise<Answer> {
    await this.parse(JournalVerify);
    const check = await verifyJournal(() => this.app());
    const exit = check.errors > 0 ? 3 : 0;
    return { json: check, text: () => renderCheck(check), notes: checkHints(check), exit };
  }
}
