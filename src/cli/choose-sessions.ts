import type { AppContext } from '../app/context.ts';
import { listSessions } from '../app/list-sessions.ts';
import type { SessionView } from '../domain/session-view.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { findByHandles, readScope, type ScopeFlags } from './session-scope.ts';
import { systemClock } from './system-sources.ts';
import { parseWhen } from './times.ts';

export interface Choice {
  readonly words: readonly string[];
  readonly olderThan: string | undefined;
  readonly flags: ScopeFlags;
}

/** Sessions named one by one, or the unpinned ones whose last plausible activity is before a time. */
export async function chooseForDeletion(app: AppContext, choice: Choice): Promise<readonly SessionView[]> {
  const { words, olderThan, flags } = choice;
  if (words.length > 0 && olderThan !== undefined) throw usage('name sessions, or use --older-than; not both');
  if (words.length > 0) return findByHandles(app, words, flags);
  if (olderThan === undefined) throw usage('name a session, or use --older-than');
  const until = parseWhen('older-than', olderThan, systemClock());
  const listing = listSessions(app, await readScope(app, flags), { until, includeSubagents: true, anyArchived: true });
  return listing.rows().filter((view) => !view.pinned);
}

function usage(message: string): LoomError {
  return new LoomError({
    kind: 'usage',
    code: 'which-sessions',
    message,
    hints: ['loom sessions list', 'loom sessions delete --older-than 90d --dry-run'],
  });
}
