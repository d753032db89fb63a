import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import type { Answer } from '../../cli/answer.ts';
import { LoomCommand } from '../../cli/base-command.ts';
import { projectFlags } from '../../cli/global-flags.ts';
import { acceptanceFlags } from '../../cli/memory-acceptance.ts';
import { runSupersede } from '../../cli/run-supersede.ts';

export default class MemorySupersede extends LoomCommand {
  static override summary = 'Put another record, or a new text, in the place of an accepted one.';
  static override description =
    'The old record is hidden everywhere and kept: list --any-status shows it, and it names its successor.';
  static override examples = [
    { description: 'By a new text', command: '<%= config.bin %> memory supersede 7k3m9q2x "The database is postgres"' },
    { description: 'By a known record', command: '<%= config.bin %> memory supersede 7k3m9q2x c5b7k3m9' },
  ];
  static override args = {
    old: Args.string({ ignoreStdin: true, description: 'Record that gives way.', required: true }),
    successor: Args.string({ ignoreStdin: true, description: 'Id of a record, or a text.', required: true }),
  };
  static override flags = {
    text: Flags.boolean({ summary: 'The successor is a text, even if it looks like an id.' }),
    ...acceptanceFlags,
    ...projectFlags,
  };
  static override exitCodes = [
    '4  no such record, or several',
    '6  not confirmed, superseded already, or a shell of an agent',
  ];
  static override schema = () => import('../../cli/schemas/memory.ts').then((module) => module.supersededSchema);

  override async run(): Promise<Answer> {
    const { args, flags } = await this.parse(MemorySupersede);
    const app = await this.app({ write: true });
    return runSupersede(app, { old: args.old, successor: args.successor, isText: flags.text, flags });
  }
}
