import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import { withSessions } from '../../app/find-message.ts';
import { memoryTimeline } from '../../app/memory-timeline.ts';
import type { Answer } from '../../cli/answer.ts';
import { LoomCommand } from '../../cli/base-command.ts';
import { projectFlags } from '../../cli/global-flags.ts';
import { renderContext } from '../../cli/render/memory-timeline.ts';
import { readScope } from '../../cli/session-scope.ts';

const around = (summary: string) => Flags.integer({ summary, min: 0, max: 1000, default: 5, helpValue: 'N' });

export default class MemoryTimeline extends LoomCommand {
  static override summary = 'Show what was said and done around a hit of a search, oldest first.';
  static override examples = [
    { description: 'Around a hit', command: '<%= config.bin %> memory timeline 7k3m9q2x4v8t1c5b:toolu_01' },
    { description: 'The end of a session', command: '<%= config.bin %> memory timeline @last --before 20' },
  ];
  static override args = {
    id: Args.string({ description: 'Id of a hit, a memory record, a session or an event.', required: true }),
  };
  static override flags = {
    ...projectFlags,
    before: around('So many before it.'),
    after: around('So many after it.'),
  };
  static override exitCodes = ['4  no such thing, or several'];
  static override schema = () => import('../../cli/schemas/search.ts').then((module) => module.memoryTimelineSchema);

  override async run(): Promise<Answer> {
    const { args, flags } = await this.parse(MemoryTimeline);
    const app = await this.app();
    const scope = await readScope(app, flags);
    const [id = args.id] = await withSessions(app, [args.id], { scope });
    const timeline = memoryTimeline(app, id, { scope, before: flags.before, after: flags.after });
    return { json: () => timeline, text: (screen) => renderContext(timeline, screen) };
  }
}
