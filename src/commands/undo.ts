import * as Args from '@oclif/core/args';
import { undoEvent } from '../app/undo-event.ts';
import type { Answer } from '../cli/answer.ts';
import { LoomCommand } from '../cli/base-command.ts';
import { refusalError } from '../cli/refusal-words.ts';
import { NOTHING_WORDS, SESSION_WORDS } from '../cli/words/session.ts';

export default class Undo extends LoomCommand {
  static override summary = 'Take back your last change, or the one an event made.';
  static override description = 'An undo is a new event: nothing is removed from the journal. Purges and exports cannot be undone.';
  static override examples = [
    { description: 'The last change', command: '<%= config.bin %> undo' },
    { description: 'Which changes there were', command: '<%= config.bin %> journal tail --by person' },
  ];
  static override args = { event: Args.string({ description: 'Event id (default: the newest change of a person).' }) };
  static override exitCodes = ['4  no such event', '6  it cannot be undone'];

  override async run(): Promise<Answer> {
    const { args } = await this.parse(Undo);
    const app = await this.app({ write: true });
    const { undone, change } = await undoEvent(app, args.event);
    if (change.kind === 'refused') throw refusalError(SESSION_WORDS, change.refusal);
    const events = change.kind === 'changed' ? change.events.map((event) => event.id) : [];
    const said = change.kind === 'changed' ? `undid ${undone.type} of session ${change.session}` : NOTHING_WORDS[change.because];
    return {
      json: { undone: { id: undone.id, type: undone.type, at: undone.at }, result: change.kind, session: change.session, events },
      text: () => `${said}\n`,
      notes: events.map((id) => `Undo: loom undo ${id}`),
      committed: said,
    };
  }
}
