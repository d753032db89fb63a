import type { AppContext } from '../../app/context.ts';
import type { SessionView } from '../../domain/session-view.ts';
import type { SessionId } from '../../kernel/ids.ts';
import { LoomError } from '../../kernel/loom-error.ts';

/** A session as it is now. Throws LoomError `not-found`. */
export function viewOf(app: AppContext, session: SessionId): SessionView {
  app.readModel.catchUp();
  const view = app.readModel.view(session);
  if (view !== undefined) return view;
  throw new LoomError({ kind: 'not-found', code: 'session-not-found', message: `no session ${session}` });
}
