import type { EventDraft } from '../events/envelope.ts';
import type { SnapshotTaken } from '../events/session-data.ts';
import { type IsoTime, type SessionId, sessionStream } from '../kernel/ids.ts';
import { formatInstant } from '../kernel/instant.ts';
import { closeSilentSessions } from './close-silent.ts';
import { commitDecision } from './commit-decision.ts';
import type { AppContext } from './context.ts';
import { observePlace } from './project-observation.ts';
import { stateWithTail } from './session-events.ts';
import { type PreparedSnapshot, prepareSnapshot } from './snapshot-document.ts';
import { type SourceSynced, type SourceWish, syncSource } from './sync-source.ts';

/** What is to be done after an agent stopped, when it no longer waits for loom. */
export interface FollowUp extends SourceWish {
  readonly session: SessionId;
  readonly occasion: Extract<SnapshotTaken['occasion'], 'stop' | 'close'>;
  /** When the agent stopped; whatever the session did later makes a snapshot of that moment impossible. */
  readonly at: IsoTime;
  readonly cwd: string | null;
}

/** What came of it. */
export interface FollowedUp {
  /** `moved-on`: the session did more meanwhile; `none`: no folder, or the session is not there any more. */
  readonly snapshot: 'taken' | 'moved-on' | 'none';
  readonly synced: SourceSynced;
}

type Standing = 'present' | 'moved-on' | 'none';

function standingOf(state: ReturnType<typeof stateWithTail>, at: IsoTime): Standing {
  if (state === undefined || state.nativeId === '' || state.deleted !== null || state.blocked !== null) return 'none';
  return state.lastAt > at ? 'moved-on' : 'present';
}

function snapshotDraft(app: AppContext, { agent, session }: FollowUp, { draft }: PreparedSnapshot): EventDraft {
  return {
    id: app.mintEventId(),
    stream: sessionStream(session),
    at: formatInstant(app.clock()),
    by: { kind: 'hook', agent },
    trust: 'untrusted',
    ...draft,
  };
}

/** Takes the whole snapshot of the moment, and drops it when the session went on while it was taken. */
async function snapshotMoment(app: AppContext, wish: FollowUp, globs: readonly string[]): Promise<Standing> {
  if (wish.cwd === null) return 'none';
  app.readModel.catchUp();
  const before = standingOf(app.readModel.state(wish.session), wish.at);
  if (before !== 'present') return before;
  const where = observePlace(app, wish.cwd, { rootCommits: true });
  if (where.missing === true) return 'none';
  const snapshot = await app.snapshots.take(wish.cwd, { globs });
  const prepared = prepareSnapshot(app, wish.session, { occasion: wish.occasion, snapshot, where });
  let standing: Standing = 'none';
  const outcome = await commitDecision<never>(app, () => (tail) => {
    standing = standingOf(stateWithTail(app, wish.session, tail), wish.at);
    if (standing !== 'present') return { kind: 'nothing' };
    return { kind: 'append', drafts: [snapshotDraft(app, wish, prepared)], before: prepared.write };
  });
  return outcome.kind === 'appended' ? 'present' : standing;
}

/**
 * Takes the whole snapshot, then keeps what the agent's own transcript holds by now, and ends other sessions that fell silent.
 * Faults are thrown.
 */
export async function followUp(app: AppContext, wish: FollowUp, globs: readonly string[]): Promise<FollowedUp> {
  const standing = await snapshotMoment(app, wish, globs);
  const synced = await syncSource(app, wish);
  await closeSilentSessions(app);
  return { snapshot: standing === 'present' ? 'taken' : standing, synced };
}
