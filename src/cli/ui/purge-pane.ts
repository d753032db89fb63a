import type { AppContext } from '../../app/context.ts';
import { planPurge } from '../../app/purge-sessions.ts';
import type { SessionId } from '../../kernel/ids.ts';
import type { PaneLine } from '../../ui/ui-host.ts';
import { renderPurgePlan } from '../render/purge-plan.ts';
import { viewOf } from './view-of.ts';

/** What a purge of a session erases, and what it does not reach. */
export function purgePane(app: AppContext, session: SessionId): readonly PaneLine[] {
  const plan = renderPurgePlan(planPurge(app, [viewOf(app, session)])).trimEnd();
  return [...plan.split('\n').map((text) => ({ text })), { text: '' }, { text: 'It cannot be undone.', tone: 'warn' }];
}
