import { compareTwoSessions } from '../../app/compare-sessions.ts';
import type { AppContext } from '../../app/context.ts';
import type { SessionId } from '../../kernel/ids.ts';
import type { PaneLine } from '../../ui/ui-host.ts';
import { renderComparison } from '../render/comparison.ts';
import { paneScreen } from './answer-text.ts';
import { viewOf } from './view-of.ts';

/** Two sessions from where they part. */
export function comparisonPane(app: AppContext, a: SessionId, b: SessionId): readonly PaneLine[] {
  const comparison = compareTwoSessions(app, [viewOf(app, a), viewOf(app, b)], { everyProject: true });
  return [...renderComparison(comparison, paneScreen())]
    .join('')
    .split('\n')
    .map((text) => ({ text }));
}
