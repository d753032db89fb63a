import type { IsoTime } from '../kernel/ids.ts';
import { formatInstant } from '../kernel/instant.ts';
import type { SessionView } from './session-view.ts';

/** How long sessions stay, in days, and how many; `never` takes none. */
export interface RetentionRule {
  readonly days: number | 'never';
  readonly maxSessions: number | 'never';
}

/** What a rule would take, and why it may be wrong to. */
export interface RetentionPlan {
  readonly expired: readonly SessionView[];
  /** `more-than-half`: of all unpinned sessions. `old-store`: even the newest session is past its days, as after a clock jump. */
  readonly doubt: 'more-than-half' | 'old-store' | null;
}

const DAY = 86_400_000;
/** Below this many sessions any share is small. */
const FEW = 4;

function cutoff(days: number | 'never', now: number): IsoTime | '' {
  return days === 'never' ? '' : formatInstant(now - days * DAY);
}

/**
 * Plans what a rule takes of the sessions (newest first). Age is the last plausible activity, never a file's time. Pinned and
 * active sessions stay whatever the rule says.
 */
export function planRetention(views: readonly SessionView[], rule: RetentionRule, now: number): RetentionPlan {
  const before = cutoff(rule.days, now);
  const loose = views.filter((view) => !view.pinned);
  const most = rule.maxSessions === 'never' ? Number.POSITIVE_INFINITY : rule.maxSessions;
  const expired = loose.filter((view, place) => view.status !== 'active' && (view.sortAt < before || place >= most));
  const newest = views[0]?.sortAt;
  if (newest !== undefined && expired.length > 0 && newest < before) return { expired, doubt: 'old-store' };
  const doubt = loose.length > FEW && expired.length * 2 > loose.length ? 'more-than-half' : null;
  return { expired, doubt };
}
