import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import type { Answer } from '../../cli/answer.ts';
import { LoomCommand } from '../../cli/base-command.ts';
import { projectFlags } from '../../cli/global-flags.ts';
import { acceptanceFlags } from '../../cli/memory-acceptance.ts';
import { describingFlags, kindFlag, requireMemoryOn } from '../../cli/memory-arguments.ts';
import { proposalFlags, readProposal } from '../../cli/memory-proposal.ts';
import { runPropose } from '../../cli/run-propose.ts';

export default class MemoryPropose extends LoomCommand {
  static override summary = 'Propose something to remember; it is memory once a person accepts it.';
  static override description =
    'A text that a known record says already is noted there. Secrets are redacted before anything is written.';
  static override examples = [
    { description: 'A convention', command: '<%= config.bin %> memory propose "We use pnpm, not npm" --kind decision' },
    {
      description: 'From a session, accepted at once',
      command: '<%= config.bin %> memory propose "Port is 4001" --because @last --accept',
    },
  ];
  static override strict = false;
  static override args = { text: Args.string({ ignoreStdin: true, description: 'What to remember, at most 2 KiB.' }) };
  static override flags = {
    ...kindFlag,
    ...describingFlags,
    ...proposalFlags,
    accept: Flags.boolean({ summary: 'Accept it as well; the proposal is kept where that is refused.' }),
    ...acceptanceFlags,
    project: projectFlags.project,
  };
  static override exitCodes = [
    '4  no such session, event or message',
    '6  not accepted, forgotten before, or memory is off',
  ];
  static override schema = () => import('../../cli/schemas/memory.ts').then((module) => module.proposedSchema);

  override async run(): Promise<Answer> {
    const { argv, flags } = await this.parse(MemoryPropose);
    const app = await this.app({ write: true });
    await requireMemoryOn(app);
    const request = await readProposal(app, argv as string[], flags);
    return runPropose(app, { request, accept: flags.accept ? flags : null });
  }
}
