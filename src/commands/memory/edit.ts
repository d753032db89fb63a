import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import type { Answer } from '../../cli/answer.ts';
import { LoomCommand } from '../../cli/base-command.ts';
import { projectFlags } from '../../cli/global-flags.ts';
import { acceptanceFlags } from '../../cli/memory-acceptance.ts';
import { describingFlags, findMemories, kindFlag, readPaths, readTags } from '../../cli/memory-arguments.ts';
import { readStdin } from '../../cli/read-stdin.ts';
import { runMemoryEdit } from '../../cli/run-memory-edit.ts';
import type { MemoryEdit } from '../../domain/memory-propose.ts';
import type { MemoryRecord } from '../../domain/memory-state.ts';

export default class EditMemory extends LoomCommand {
  static override summary = 'Change the text, kind, tags or paths of a record.';
  static override description =
    'Tags and paths replace those that are there; an empty one takes them all away. What an accepted record says only changes when a person accepts it anew.';
  static override examples = [
    { description: 'Its text', command: '<%= config.bin %> memory edit 7k3m9q2x --text "Port is 4002"' },
    { description: 'Its tags', command: '<%= config.bin %> memory edit 7k3m9q2x --tag gateway --tag ports' },
  ];
  static override args = {
    id: Args.string({ ignoreStdin: true, description: 'Memory id or a unique beginning of it.', required: true }),
  };
  static override flags = {
    text: Flags.string({ summary: 'New text.', exclusive: ['stdin'], helpValue: 'TEXT' }),
    stdin: Flags.boolean({ summary: 'Read the new text from standard input.' }),
    ...kindFlag,
    ...describingFlags,
    ...acceptanceFlags,
    ...projectFlags,
  };
  static override exitCodes = ['4  no such record, or several', '6  not confirmed, or a shell of an agent'];
  static override schema = () => import('../../cli/schemas/memory.ts').then((module) => module.memoryChangeSchema);

  override async run(): Promise<Answer> {
    const { args, flags } = await this.parse(EditMemory);
    const app = await this.app({ write: true });
    const [record] = await findMemories(app, [args.id], flags);
    const text = flags.stdin ? await readStdin('a text') : flags.text;
    const tags = readTags(flags.tag);
    const paths = readPaths(flags.path);
    const edit: MemoryEdit = {
      ...(text === undefined ? {} : { text }),
      ...(flags.kind === undefined ? {} : { kind: flags.kind }),
      ...(tags === undefined ? {} : { tags }),
      ...(paths === undefined ? {} : { paths }),
    };
    return runMemoryEdit(app, { record: record as MemoryRecord, edit, flags });
  }
}
