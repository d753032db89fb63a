import * as Args from '@oclif/core/args';
import { undoEvent } from '../app/undo-event.ts';
import type { Answer } from '../cli/answer.ts';
import { LoomCommand } from '../cli/base-command.ts';
import { answerUndo } from '../cli/render/undo.ts';

export default class Undo extends LoomCommand {
  static override summary = 'Take back your last change, or the one an event made.';
  static override description =
    'An undo is a new event: nothing is removed from the journal. Purges and exports cannot be undone.';
  static override examples = [
    { description: 'The last change', command: '<%= config.bin %> undo' },
    { description: 'Which changes there were', command: '<%= config.bin %> journal tail --by person' },
  ];
  static override args = { event: Args.string({ description: 'Event id (default: the newest change of a person).' }) };
  static override exitCodes = ['4  no such event', '6  it cannot be undone'];
  static override schema = () => import('../cli/schemas/changes.ts').then((module) => module.undoSchema);

  override async run(): Promise<Answer> {
    const { args } = await this.parse(Undo);
    return answerUndo(await undoEvent(await this.app({ write: true }), args.event));
  }
}
