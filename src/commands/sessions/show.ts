import * as Flags from '@oclif/core/flags';
import { showSession } from '../../app/show-session.ts';
import type { Answer } from '../../cli/answer.ts';
import { LoomCommand } from '../../cli/base-command.ts';
import { projectFlags } from '../../cli/global-flags.ts';
import { detailsJson, renderDetails } from '../../cli/render/session-details.ts';
import { findByHandle, handleArg } from '../../cli/session-scope.ts';

export default class SessionsShow extends LoomCommand {
  static override summary = 'Show one session: its turns, tools, files and where it came from.';
  static override description =
    'Long texts are cut for people and named; --full shows all of them. What was redacted when it was kept cannot be brought back.';
  static override examples = [
    { description: 'The newest session here', command: '<%= config.bin %> sessions show @last' },
    { description: 'Its prompts', command: '<%= config.bin %> sessions show @last --json | jq -r ".turns[].prompt"' },
  ];
  static override args = handleArg;
  static override flags = {
    ...projectFlags,
    full: Flags.boolean({ summary: 'Cut no text. Inputs and results of tools: sessions export.' }),
    turn: Flags.integer({
      summary: 'Only this turn (1 is the first), whole.',
      min: 1,
      max: Number.MAX_SAFE_INTEGER,
      helpValue: 'N',
    }),
    raw: Flags.boolean({ summary: 'The kept records as they are, one a line.' }),
  };
  static override exitCodes = ['4  no such session, or several'];
  static override schema = () => import('../../cli/schemas/session.ts').then((module) => module.sessionDetailsSchema);

  override async run(): Promise<Answer> {
    const { args, flags } = await this.parse(SessionsShow);
    const app = await this.app();
    const view = await findByHandle(app, args.handle, flags);
    const options = { full: flags.full, ...(flags.turn === undefined ? {} : { turn: flags.turn }) };
    if (flags.raw) {
      const { rawRecords } = await import('../../cli/render/session-raw.ts');
      return rawRecords(app, view);
    }
    const details = showSession(app, view.id);
    return { json: () => detailsJson(details, options), text: (screen) => renderDetails(details, options, screen) };
  }
}
