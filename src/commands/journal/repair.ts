import type { Answer } from '../../cli/answer.ts';
import { LoomCommand } from '../../cli/base-command.ts';
import { appOptionsOfProcess } from '../../cli/composition.ts';
import { mutationFlags } from '../../cli/global-flags.ts';
import { openCare } from '../../cli/open-care.ts';
import { confirm } from '../../cli/prompt-confirm.ts';
import { renderRepair, repairQuestion } from '../../cli/render/store-check.ts';

export default class JournalRepair extends LoomCommand {
  static override summary = 'Take damaged lines out of the journal; everything else keeps its bytes.';
  static override description =
    'Shows the plan and asks. The segments as they were, and transcripts that no event names, are set aside under quarantine/.';
  static override examples = [{ description: 'The plan', command: '<%= config.bin %> journal repair --dry-run' }];
  static override flags = mutationFlags;
  static override exitCodes = ['6  not confirmed', '7  the journal could not be written'];

  static override schema = () => import('../../cli/schemas/store-check.ts').then((module) => module.repairSchema);

  override async run(): Promise<Answer> {
    const { flags } = await this.parse(JournalRepair);
    await this.app();
    const care = await openCare(appOptionsOfProcess());
    const plan = await care.repair({ apply: false });
    if (flags['dry-run'] || (plan.places === 0 && plan.files.length === 0))
      return { json: { dryRun: flags['dry-run'], ...plan }, text: () => renderRepair(plan) };
    await confirm({
      question: repairQuestion(plan),
      command: 'loom journal repair --yes',
      yes: flags.yes,
    });
    const done = await care.repair({ apply: true });
    return { json: { dryRun: false, ...done }, text: () => renderRepair(done), committed: 'the journal is repaired' };
  }
}
