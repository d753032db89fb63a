import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import { recordEvent } from '../../app/record-event.ts';
import type { Answer } from '../../cli/answer.ts';
import { LoomCommand } from '../../cli/base-command.ts';
import { projectFlags } from '../../cli/global-flags.ts';
import { loadDataCheck, readRecordInput } from '../../cli/record-input.ts';
import { refusalError } from '../../cli/refusal-words.ts';
import { findByHandle, handleArg } from '../../cli/session-scope.ts';
import { SESSION_WORDS } from '../../cli/words/session.ts';

export default class SessionsRecord extends LoomCommand {
  static override summary = 'Append one typed event to a session.';
  static override examples = [
    {
      description: 'A prompt',
      command: `<%= config.bin %> sessions record @last prompt.submitted --data '{"text":"fix the checkout"}'`,
    },
    {
      description: 'From a pipe',
      command: `jq -c . event.json | <%= config.bin %> sessions record @last tool.completed --stdin`,
    },
  ];
  static override args = {
    ...handleArg,
    type: Args.string({ description: 'Event type, such as prompt.submitted.', required: true }),
  };
  static override flags = {
    ...projectFlags,
    data: Flags.string({ summary: 'The data of the event as JSON.', helpValue: 'JSON', exclusive: ['stdin'] }),
    stdin: Flags.boolean({ summary: 'Read the data from standard input.' }),
    at: Flags.string({ summary: 'When it happened (default: now).', helpValue: 'TIME' }),
    key: Flags.string({ summary: 'Native key that makes it one fact with the same thing seen elsewhere.' }),
  };
  static override schema = () => import('../../cli/schemas/session.ts').then((module) => module.recordedSchema);
  static override exitCodes = ['4  no such session, or several'];

  override async run(): Promise<Answer> {
    const { args, flags } = await this.parse(SessionsRecord);
    const input = await readRecordInput(args.type, flags);
    const app = await this.app({ write: true });
    const view = await findByHandle(app, args.handle, flags);
    const outcome = await recordEvent(app, { session: view.id, ...input, fits: await loadDataCheck() });
    if (outcome.kind === 'refused') throw refusalError(SESSION_WORDS, outcome.refusal);
    return {
      json: { id: view.id, event: outcome.event, type: input.type },
      text: () => `recorded ${input.type} ${outcome.event}\n`,
      committed: `event ${outcome.event} is recorded`,
    };
  }
}
