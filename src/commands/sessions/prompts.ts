import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import { listPrompts } from '../../app/list-prompts.ts';
import type { Answer } from '../../cli/answer.ts';
import { LoomCommand } from '../../cli/base-command.ts';
import { readPeriodFlags } from '../../cli/flag-readers.ts';
import { jsonlFlag, pageFlags, periodFlags, projectFlags } from '../../cli/global-flags.ts';
import { renderPrompts } from '../../cli/render/prompts.ts';
import { findByHandles, readScope } from '../../cli/session-scope.ts';

export default class SessionsPrompts extends LoomCommand {
  static override summary = 'List what was asked: the prompts of one session, or of all of a project.';
  static override examples = [
    { description: 'Of the newest session', command: '<%= config.bin %> sessions prompts @last' },
    { description: 'Of a week, everywhere', command: '<%= config.bin %> sessions prompts --all --since 7d' },
  ];
  static override args = { handle: Args.string({ description: 'Session (default: every session of the project).' }) };
  static override flags = {
    ...projectFlags,
    ...pageFlags,
    ...periodFlags,
    ...jsonlFlag,
    archived: Flags.boolean({ summary: 'Archived sessions too.' }),
  };
  static override exitCodes = ['4  no such session, or several'];
  static override schema = () => import('../../cli/schemas/events.ts').then((module) => module.promptsSchema);

  override async run(): Promise<Answer> {
    const { args, flags } = await this.parse(SessionsPrompts);
    const app = await this.app();
    const views = args.handle === undefined ? undefined : await findByHandles(app, [args.handle], flags);
    const scope = await readScope(app, flags);
    const { limit, offset } = flags;
    const rows = listPrompts(app, {
      ...(views === undefined ? { scope } : { views }),
      archived: flags.archived,
      ...readPeriodFlags(flags),
      ...(limit === undefined ? {} : { limit }),
      ...(offset === undefined ? {} : { offset }),
    });
    return { json: () => rows, jsonl: () => rows, text: (screen) => renderPrompts(rows, screen) };
  }
}
