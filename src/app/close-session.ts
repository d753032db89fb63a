import { decideClose } from '../domain/session-decide.ts';
import type { SessionId } from '../kernel/ids.ts';
import { changeSessions, type SessionChange } from './change-session.ts';
import type { AppContext } from './context.ts';
import { observeHere } from './project-observation.ts';

/** Ends a session by hand, with a snapshot of the current folder in the same commit. */
export async function closeSession(
  app: AppContext,
  session: SessionId,
  reason: string | undefined,
): Promise<SessionChange> {
  const where = observeHere(app);
  const activeSince = app.readModel.summary(session)?.plausibleAt ?? null;
  const words = reason === undefined ? {} : { reason: app.redactor.redact(reason).text };
  const [change] = await changeSessions(app, {
    sessions: [session],
    decide: (state) => {
      const decision = decideClose(state, { ...words, activeSince });
      if (decision.kind !== 'append') return decision;
      return {
        kind: 'append',
        drafts: [{ type: 'snapshot.taken', data: { where, occasion: 'close' } }, ...decision.drafts],
      };
    },
  });
  return change as SessionChange;
}
