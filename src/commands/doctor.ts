import { examineStore } from '../app/examine-store.ts';
import { checkInstalledHooks } from '../app/hook-checks.ts';
import { checkUnnamedTranscripts } from '../app/transcript-checks.ts';
import type { Answer } from '../cli/answer.ts';
import { LoomCommand } from '../cli/base-command.ts';
import { appOptionsOfProcess } from '../cli/composition.ts';
import { surveyInstalledHooks } from '../cli/open-agent-settings.ts';
import { readLogs } from '../cli/open-capture.ts';
import { openCare } from '../cli/open-care.ts';
import { renderExamination } from '../cli/render/examination.ts';

export default class Doctor extends LoomCommand {
  static override summary =
    'Examine the store, the index, the hooks of your agents, and what they are about to delete.';
  static override examples = [
    {
      description: 'Only what is wrong',
      command: `<%= config.bin %> doctor --json | jq '.checks[] | select(.status != "ok")'`,
    },
  ];
  static override exitCodes = ['3  a problem was found'];
  static override schema = () => import('../cli/schemas/store-check.ts').then((module) => module.doctorSchema);

  override async run(): Promise<Answer> {
    await this.parse(Doctor);
    const app = await this.app();
    const options = appOptionsOfProcess();
    const care = await openCare(options, app);
    const examined = examineStore(app, care, await readLogs(options.paths));
    const installed = checkInstalledHooks(await surveyInstalledHooks(app));
    const unnamed = checkUnnamedTranscripts(await care.repair({ apply: false }));
    const ok = examined.ok && unnamed.length === 0;
    const found = { ...examined, ok, checks: [...examined.checks, ...unnamed, ...installed] };
    return { json: found, text: (screen) => renderExamination(found, screen), exit: ok ? 0 : 3 };
  }
}
