import * as Args from '@oclif/core/args';
import type { Answer } from '../../cli/answer.ts';
import { LoomCommand } from '../../cli/base-command.ts';
import { mutationFlags, projectFlags } from '../../cli/global-flags.ts';
import { requireMemoryOn } from '../../cli/memory-arguments.ts';
import { runExtract } from '../../cli/run-extract.ts';

export default class MemoryExtract extends LoomCommand {
  static override summary = 'Draw out of sessions what came of them, and what you asked to be remembered.';
  static override description =
    'By rules, without a model; sessions close does it for the session it closes. What you asked for becomes proposals that you accept or not. Doing it again adds nothing.';
  static override examples = [
    { description: 'Every session of this project', command: '<%= config.bin %> memory extract' },
    { description: 'What it would propose', command: '<%= config.bin %> memory extract @last --dry-run' },
  ];
  static override args = {
    handle: Args.string({ ignoreStdin: true, description: 'Sessions; all of the project without one.' }),
  };
  static override strict = false;
  static override flags = { 'dry-run': mutationFlags['dry-run'], ...projectFlags };
  static override exitCodes = ['4  no such session, or several', '6  memory is off'];
  static override schema = () => import('../../cli/schemas/extract.ts').then((module) => module.extractedSchema);

  override async run(): Promise<Answer> {
    const { argv, flags } = await this.parse(MemoryExtract);
    const app = await this.app({ write: !flags['dry-run'] });
    await requireMemoryOn(app);
    return runExtract(app, argv as string[], flags);
  }
}
