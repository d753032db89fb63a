import { planRetention, type RetentionPlan, type RetentionRule } from '../domain/session-retention.ts';
import type { AppContext } from './context.ts';
import { listSessions, type SessionScope } from './list-sessions.ts';

/** What a retention rule would take of a scope. Changes nothing: a person applies it with delete or archive. */
export function planExpired(app: AppContext, scope: SessionScope, rule: RetentionRule): RetentionPlan {
  const rows = listSessions(app, scope, { includeSubagents: true, anyArchived: true }).rows();
  return planRetention(rows, rule, app.clock());
}
