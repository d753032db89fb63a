import { decideClose } from '../domain/session-decide.ts';
import type { SessionId } from '../kernel/ids.ts';
import { changeSessions, type SessionChange } from './change-session.ts';
import type { AppContext } from './context.ts';
import { observeHere, shellFolder } from './project-observation.ts';
import { prepareSnapshot } from './snapshot-document.ts';

export interface CloseWishes {
  readonly reason?: string;
  /** More policy files, relative to the root. */
  readonly globs?: readonly string[];
}

/** Ends a session by hand, with a snapshot of the current folder's project in the same commit. */
export async function closeSession(
  app: AppContext,
  session: SessionId,
  { reason, globs = [] }: CloseWishes = {},
): Promise<SessionChange> {
  const where = observeHere(app);
  const taken = await app.snapshots.take(shellFolder(app), { globs });
  const snapshot = prepareSnapshot(app, session, { occasion: 'close', snapshot: taken, where });
  const activeSince = app.readModel.summary(session)?.plausibleAt ?? null;
  const words = reason === undefined ? {} : { reason: app.redactor.redact(reason).text };
  const [change] = await changeSessions(app, {
    sessions: [session],
    decide: (state) => {
      const decision = decideClose(state, { ...words, activeSince });
      if (decision.kind !== 'append') return decision;
      return { kind: 'append', drafts: [snapshot.draft, ...decision.drafts] };
    },
    before: snapshot.write,
  });
  return change as SessionChange;
}
