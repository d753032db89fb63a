import * as Flags from '@oclif/core/flags';
import type { CopyRequest } from '../../app/copy-session.ts';
import { forkSession, resumeForkLine } from '../../app/fork-session.ts';
import type { Answer } from '../../cli/answer.ts';
import { LoomCommand } from '../../cli/base-command.ts';
import { projectFlags } from '../../cli/global-flags.ts';
import { openNative } from '../../cli/open-native.ts';
import { refusalError } from '../../cli/refusal-words.ts';
import { forkAnswer } from '../../cli/run-copy.ts';
import { findByHandle, handleArg } from '../../cli/session-scope.ts';
import { COPY_WORDS } from '../../cli/words/copy.ts';

interface ForkFlags {
  readonly at?: string | undefined;
  readonly reason?: string | undefined;
  readonly model?: string | undefined;
  readonly effort?: string | undefined;
  readonly native: boolean;
  readonly 'dry-run': boolean;
}

function wishOf({
  at,
  reason,
  model,
  effort,
  native,
  'dry-run': dryRun,
}: ForkFlags): Omit<CopyRequest, 'session' | 'kind'> {
  return {
    native,
    dryRun,
    ...(at === undefined ? {} : { at }),
    ...(reason === undefined ? {} : { reason }),
    ...(model === undefined ? {} : { model }),
    ...(effort === undefined ? {} : { effort }),
  };
}

export default class SessionsFork extends LoomCommand {
  static override summary = 'Make a session of its own from the beginning of another one.';
  static override description =
    'The fork keeps what both share, whatever becomes of its parent, and inherits no approval. The parent stays as it is.';
  static override examples = [
    {
      description: 'Try something else after the third turn',
      command: '<%= config.bin %> sessions fork @last --at turn:3',
    },
    {
      description: 'As a session that the agent itself can resume',
      command: '<%= config.bin %> sessions fork @last --native --reason "without the cache"',
    },
  ];
  static override args = handleArg;
  static override flags = {
    ...projectFlags,
    at: Flags.string({ summary: 'Where it ends: turn:N, a message or a tool call.', helpValue: 'ID|turn:N' }),
    reason: Flags.string({ summary: 'Why it is forked.' }),
    model: Flags.string({ summary: 'Model to go on with.' }),
    effort: Flags.string({ summary: 'Effort to go on with.' }),
    native: Flags.boolean({ summary: "Write a session file that the agent's own resume accepts." }),
    'dry-run': Flags.boolean({ summary: 'Say what would be done; write nothing.' }),
  };
  static override exitCodes = [
    '4  no such session, turn or message, or the session is deleted',
    '6  nothing is kept of it, or its agent has no session files',
  ];
  static override schema = () => import('../../cli/schemas/copy.ts').then((module) => module.forkSchema);

  override async run(): Promise<Answer> {
    const { args, flags } = await this.parse(SessionsFork);
    const app = await this.app({ write: !flags['dry-run'] });
    const view = await findByHandle(app, args.handle, flags);
    const outcome = await forkSession(app, { session: view.id, ...wishOf(flags) }, await openNative());
    if (outcome.kind === 'refused') throw refusalError(COPY_WORDS, outcome.refusal);
    return forkAnswer(outcome.copy, resumeForkLine(app, outcome.copy));
  }
}
