import * as Flags from '@oclif/core/flags';
import { closeSession } from '../../app/close-session.ts';
import type { Answer } from '../../cli/answer.ts';
import { LoomCommand } from '../../cli/base-command.ts';
import { readConfigValue } from '../../cli/config-values.ts';
import { projectFlags } from '../../cli/global-flags.ts';
import { refusalError } from '../../cli/refusal-words.ts';
import { extractAtClose, NOTHING_DRAWN } from '../../cli/run-extract.ts';
import { findByHandle, handleArg } from '../../cli/session-scope.ts';
import { NOTHING_WORDS, SESSION_WORDS } from '../../cli/words/session.ts';

export default class SessionsClose extends LoomCommand {
  static override summary = 'End a session and note the state of its folder.';
  static override description =
    'Stores what came of it, by rules, and proposes what you asked to be remembered; memory.enabled turns that off. A program of yours can propose more: loom config set extractor.command.';
  static override examples = [{ description: 'The newest one', command: '<%= config.bin %> sessions close @last' }];
  static override args = handleArg;
  static override flags = { ...projectFlags, reason: Flags.string({ summary: 'Why it ended.' }) };
  static override exitCodes = ['4  no such session, or several'];
  static override schema = () => import('../../cli/schemas/changes.ts').then((module) => module.closedSchema);

  override async run(): Promise<Answer> {
    const { args, flags } = await this.parse(SessionsClose);
    const app = await this.app({ write: true });
    const view = await findByHandle(app, args.handle, flags);
    const globs = await readConfigValue(app, 'policy.globs');
    const { reason } = flags;
    const change = await closeSession(app, view.id, { globs, ...(reason === undefined ? {} : { reason }) });
    if (change.kind === 'refused') throw refusalError(SESSION_WORDS, change.refusal);
    const words = change.kind === 'changed' ? 'closed' : NOTHING_WORDS[change.because];
    const drawn = change.kind === 'changed' ? await extractAtClose(app, view) : NOTHING_DRAWN;
    return {
      json: { id: view.id, result: change.kind, memory: drawn.json },
      text: () => `${view.shortId}: ${words}\n`,
      notes: [...drawn.notes, ...(change.kind === 'changed' ? ['Undo: loom undo'] : [])],
      warnings: drawn.warnings,
    };
  }
}
