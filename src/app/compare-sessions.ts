import { compareSessions, type SessionComparison } from '../domain/session-comparison.ts';
import type { SessionView } from '../domain/session-view.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { withCapturedFacts } from './captured-prompts.ts';
import type { AppContext } from './context.ts';
import { hydrateConversation } from './hydrate-blobs.ts';
import { readConversation } from './show-session.ts';

function inputOf(app: AppContext, view: SessionView) {
  const state = app.readModel.state(view.id);
  const kept = readConversation(app, view.id);
  const hydrated = hydrateConversation(app, view.id, { conversation: kept, hydration: 'said' });
  const conversation = state === undefined ? hydrated : withCapturedFacts(app, state, hydrated).conversation;
  return { view, conversation };
}

/**
 * Compares two sessions from where they part. Throws LoomError `refused`/`other-project` for sessions of two projects, unless
 * `everyProject`.
 */
export function compareTwoSessions(
  app: AppContext,
  [a, b]: readonly [SessionView, SessionView],
  { everyProject }: { readonly everyProject: boolean },
): SessionComparison {
  if (!everyProject && a.project?.id !== b.project?.id) {
    throw new LoomError({
      kind: 'refused',
      code: 'other-project',
      message: `${a.id} is of project ${a.project?.name ?? '(none)'}, ${b.id} of ${b.project?.name ?? '(none)'}`,
      hints: [`loom sessions compare ${a.id} ${b.id} --all`],
    });
  }
  return compareSessions(inputOf(app, a), inputOf(app, b));
}
