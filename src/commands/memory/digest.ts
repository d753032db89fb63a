import * as Flags from '@oclif/core/flags';
import type { Answer } from '../../cli/answer.ts';
import { LoomCommand } from '../../cli/base-command.ts';
import { mutationFlags, projectFlags } from '../../cli/global-flags.ts';
import { acceptanceFlags } from '../../cli/memory-acceptance.ts';
import { runDigest } from '../../cli/run-digest.ts';

export default class MemoryDigest extends LoomCommand {
  static override summary = 'Render what is remembered as one bounded page, MEMORY.md.';
  static override description =
    'The page holds accepted records and what came of the last sessions. What you edit on it is never written over: --diff shows it, --adopt makes memory of it.';
  static override examples = [
    { description: 'Look at it', command: '<%= config.bin %> memory digest --dry-run' },
    { description: 'Take what you edited', command: '<%= config.bin %> memory digest --adopt' },
    { description: 'For every agent that reads it', command: '<%= config.bin %> memory digest --write AGENTS.md' },
  ];
  static override flags = {
    write: Flags.string({
      summary: "Keep loom's block in this file of the project instead; shows the diff and asks.",
      exclusive: ['adopt', 'diff', 'project'],
      helpValue: 'FILE',
    }),
    diff: Flags.boolean({ summary: 'Show what a render would change, and what was edited.', exclusive: ['adopt'] }),
    adopt: Flags.boolean({ summary: 'Make memory of what was edited on the page.' }),
    retract: Flags.boolean({
      summary: 'With --adopt: records whose lines are gone are not true.',
      dependsOn: ['adopt'],
    }),
    discard: Flags.boolean({ summary: 'Write over what was edited and not adopted.' }),
    ...acceptanceFlags,
    ...mutationFlags,
    project: projectFlags.project,
  };
  static override exitCodes = ['6  the page was edited, not confirmed, a shell of an agent, or memory is off'];
  static override schema = () => import('../../cli/schemas/digest.ts').then((module) => module.digestSchema);

  override async run(): Promise<Answer> {
    const { flags } = await this.parse(MemoryDigest);
    const app = await this.app({ write: !flags['dry-run'] && !flags.diff });
    return runDigest(app, flags);
  }
}
