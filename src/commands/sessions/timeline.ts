import * as Flags from '@oclif/core/flags';
import { readTimeline } from '../../app/read-timeline.ts';
import type { Answer } from '../../cli/answer.ts';
import { LoomCommand } from '../../cli/base-command.ts';
import { readPeriodFlags } from '../../cli/flag-readers.ts';
import { jsonlFlag, pageFlags, periodFlags, projectFlags } from '../../cli/global-flags.ts';
import { renderTimeline } from '../../cli/render/timeline.ts';
import { findByHandle, handleArg } from '../../cli/session-scope.ts';
import type { TimelineEntry } from '../../domain/session-timeline.ts';

export default class SessionsTimeline extends LoomCommand {
  static override summary = 'Show what happened in a session, event by event.';
  static override examples = [
    { description: 'Failed tools', command: '<%= config.bin %> sessions timeline @last --type tool.failed' },
  ];
  static override args = handleArg;
  static override flags = {
    ...projectFlags,
    ...periodFlags,
    ...pageFlags,
    ...jsonlFlag,
    type: Flags.string({
      summary: 'Only this type of event, such as tool.failed, or a family, such as tool.',
      multiple: false,
    }),
  };
  static override exitCodes = ['4  no such session, or several'];
  static override schema = () => import('../../cli/schemas/events.ts').then((module) => module.timelineSchema);

  override async run(): Promise<Answer> {
    const { args, flags } = await this.parse(SessionsTimeline);
    const app = await this.app();
    const view = await findByHandle(app, args.handle, flags);
    const { since, until } = readPeriodFlags(flags);
    const wanted = (entry: TimelineEntry): boolean =>
      (flags.type === undefined ||
        entry.type === flags.type ||
        entry.type.startsWith(`${flags.type.replace(/\.$/, '')}.`)) &&
      (since === undefined || (entry.at ?? '') >= since) &&
      (until === undefined || (entry.at ?? '') < until);
    const from = flags.offset ?? 0;
    const rows = readTimeline(app, view.id)
      .filter(wanted)
      .slice(from, flags.limit === undefined ? undefined : from + flags.limit);
    return { json: () => rows, jsonl: () => rows, text: (screen) => renderTimeline(rows, screen) };
  }
}
