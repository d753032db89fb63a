import type { AppContext } from '../app/context.ts';
import { planExpired } from '../app/expired-sessions.ts';
import { listSessions } from '../app/list-sessions.ts';
import type { SessionView } from '../domain/session-view.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { readConfigValues } from './config-values.ts';
import { findByHandles, readScope, type ScopeFlags } from './session-scope.ts';
import { systemClock } from './system-sources.ts';
import { parseWhen } from './times.ts';

/** The ways to say which sessions are meant; exactly one of them. */
export interface Choice {
  readonly words: readonly string[];
  readonly olderThan?: string | undefined;
  readonly expired?: boolean;
  /** Take what a retention rule says even when the plan looks wrong. */
  readonly force?: boolean;
  /** Which retention settings `expired` goes by. */
  readonly purpose: 'delete' | 'archive';
  readonly flags: ScopeFlags;
}

/** Sessions named one by one, the unpinned ones not used since a time, or those that the retention settings let expire. */
export async function chooseSessions(app: AppContext, choice: Choice): Promise<readonly SessionView[]> {
  const { words, olderThan, expired, flags } = choice;
  const ways = [words.length > 0, olderThan !== undefined, expired === true].filter(Boolean).length;
  if (ways !== 1) throw usage(choice.purpose, ways === 0 ? 'say which sessions' : 'say in one way which sessions');
  if (words.length > 0) return findByHandles(app, words, flags);
  if (expired === true) return expiredSessions(app, choice);
  const until = parseWhen('older-than', olderThan ?? '', systemClock());
  const listing = listSessions(app, await readScope(app, flags), { until, includeSubagents: true, anyArchived: true });
  return listing.rows().filter((view) => !view.pinned);
}

async function expiredSessions(app: AppContext, choice: Choice): Promise<readonly SessionView[]> {
  const values = await readConfigValues(app);
  const rule =
    choice.purpose === 'delete'
      ? { days: values['retention.days'], maxSessions: values['retention.maxSessions'] }
      : { days: values['retention.archiveAfter'], maxSessions: 'never' as const };
  const plan = planExpired(app, await readScope(app, choice.flags), rule);
  if (plan.doubt === null || choice.force === true) return plan.expired;
  const reasons = {
    'more-than-half': 'that is more than half of all sessions',
    'old-store': 'even the newest session is that old; the clock may be wrong',
  } as const;
  throw new LoomError({
    kind: 'refused',
    code: 'retention-doubtful',
    message: `the retention settings would ${choice.purpose} ${plan.expired.length} sessions: ${reasons[plan.doubt]}`,
    hints: [`loom sessions ${choice.purpose} --expired --force --dry-run`, 'loom config list'],
  });
}

function usage(purpose: Choice['purpose'], message: string): LoomError {
  const hint = purpose === 'delete' ? 'loom sessions delete --older-than 90d --dry-run' : 'loom sessions archive @last';
  return new LoomError({ kind: 'usage', code: 'which-sessions', message, hints: ['loom sessions list', hint] });
}
