import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import type { AppContext } from '../../app/context.ts';
import type { Answer } from '../../cli/answer.ts';
import { LoomCommand } from '../../cli/base-command.ts';
import { mutationFlags, projectFlags } from '../../cli/global-flags.ts';
import { findMemories } from '../../cli/memory-arguments.ts';
import { runForget } from '../../cli/run-forget.ts';
import { findByHandle, type ScopeFlags } from '../../cli/session-scope.ts';
import type { MemoryRecord } from '../../domain/memory-state.ts';
import { LoomError } from '../../kernel/loom-error.ts';

/** The records that are named, and those that a session contributed. */
async function chooseRecords(
  app: AppContext,
  words: readonly string[],
  flags: ScopeFlags & { readonly 'from-session'?: string | undefined },
): Promise<readonly MemoryRecord[]> {
  const named = words.length === 0 ? [] : await findMemories(app, words, flags);
  const handle = flags['from-session'];
  if (handle === undefined) {
    if (named.length > 0) return named;
    throw new LoomError({
      kind: 'usage',
      code: 'which-memories',
      message: 'which records are to be forgotten?',
      hints: ['loom memory forget ID', 'loom memory forget --from-session HANDLE'],
    });
  }
  const session = await findByHandle(app, handle, flags);
  const all = app.readModel.memories({ everything: true });
  return [...new Set([...named, ...all.filter(({ provenance }) => provenance.sessionId === session.id)])];
}

export default class MemoryForget extends LoomCommand {
  static override summary = 'Erase records for good: their text leaves every event and index.';
  static override description =
    'Lists the sessions whose transcripts still hold the text. The same text is recognised if it is proposed again. Cannot be undone.';
  static override examples = [
    { description: 'What would be erased', command: '<%= config.bin %> memory forget 7k3m9q2x --dry-run' },
    { description: 'All that a session contributed', command: '<%= config.bin %> memory forget --from-session @last' },
  ];
  static override args = {
    id: Args.string({ ignoreStdin: true, description: 'Memory ids or unique beginnings; - reads them from stdin.' }),
  };
  static override strict = false;
  static override flags = {
    'from-session': Flags.string({ summary: 'Every record that was learned in this session.', helpValue: 'HANDLE' }),
    'with-sessions': Flags.boolean({ summary: 'Purge the sessions that still hold the text, too.' }),
    ...mutationFlags,
    ...projectFlags,
  };
  static override exitCodes = ['4  no such record, or several', '6  not confirmed, or a shell of an agent'];
  static override schema = () => import('../../cli/schemas/memory.ts').then((module) => module.forgottenSchema);

  override async run(): Promise<Answer> {
    const { argv, flags } = await this.parse(MemoryForget);
    const app = await this.app({ write: !flags['dry-run'] });
    const records = await chooseRecords(app, argv as string[], flags);
    const { yes, 'dry-run': dryRun, 'with-sessions': withSessions } = flags;
    return runForget(app, { records, withSessions, dryRun, yes });
  }
}
