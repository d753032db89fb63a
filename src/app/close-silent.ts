import { decideClose } from '../domain/session-decide.ts';
import type { SessionState } from '../domain/session-state.ts';
import { laterOf } from '../domain/session-times.ts';
import type { EventDraft } from '../events/envelope.ts';
import { type IsoTime, type SessionId, sessionStream } from '../kernel/ids.ts';
import { formatInstant, instantMillis } from '../kernel/instant.ts';
import { commitDecision } from './commit-decision.ts';
import type { AppContext } from './context.ts';
import { stateWithTail } from './session-events.ts';

/** Silence after which a session counts as ended when nothing tells whether its agent lives, as for imported ones. */
const SILENCE = 30 * 60_000;
/** A process that is gone may have left a hook that is still on its way. */
const GRACE = 60_000;
/** Sessions that were silent for longer were looked at before. */
const LOOK_BACK = 14 * 24 * 60 * 60_000;
/** Well inside a commit's bounds. */
const MOST_AT_ONCE = 128;

/** A session that ended though nobody told, as of its last sign of life. `followed`: another one took its place. */
export interface SilentSession {
  readonly session: SessionId;
  readonly last: IsoTime;
  readonly reason: 'process-gone' | 'silence' | 'followed';
}

function isLive({ captured, ...state }: SessionState): boolean {
  return state.process !== null || captured.prompts + captured.answers + captured.toolCalls > 0;
}

/** Why a session counts as ended, though no end came; `undefined` while it may go on. */
function reasonOf(app: AppContext, state: SessionState, last: IsoTime): SilentSession['reason'] | undefined {
  const silence = app.clock() - instantMillis(last);
  const look = state.process === null ? 'unknown' : app.processes.look(state.process.mark);
  if (look === 'alive') return undefined;
  if (look === 'gone') return silence >= GRACE ? 'process-gone' : undefined;
  return silence >= SILENCE ? 'silence' : undefined;
}

function silentSessions(app: AppContext): readonly SilentSession[] {
  app.readModel.catchUp();
  const since = formatInstant(app.clock() - LOOK_BACK);
  const found: SilentSession[] = [];
  for (const { id, status } of app.readModel.list({ since, anyArchived: true, includeSubagents: true })) {
    const state = status === 'active' ? app.readModel.state(id) : undefined;
    if (state === undefined || !isLive(state)) continue;
    const last = laterOf(state.lastAt, app.readModel.summary(id)?.plausibleAt ?? null);
    const reason = reasonOf(app, state, last);
    if (reason !== undefined) found.push({ session: id, last, reason });
  }
  return found.slice(0, MOST_AT_ONCE);
}

/** The inferred end of a session, dated from its last sign of life; nothing when it went on since. */
export function draftInferredEnd(
  app: AppContext,
  silent: SilentSession,
  state: SessionState | undefined,
): readonly EventDraft[] {
  const { session, last, reason } = silent;
  if (state === undefined || state.lastAt > last) return [];
  const decision = decideClose(state, { reason, inferred: true, activeSince: last });
  if (decision.kind !== 'append') return [];
  return decision.drafts.map(
    (draft) =>
      ({
        id: app.mintEventId(),
        stream: sessionStream(session),
        at: last,
        by: { kind: 'system' },
        trust: 'untrusted',
        ...draft,
      }) as EventDraft,
  );
}

/**
 * Ends sessions that were recorded live and whose end nobody told: the agent's process is gone, or, where that is not known,
 * nothing came for half an hour. The end is marked as inferred, dates from the last sign of life, and is void as soon as the
 * session goes on. Returns how many ended. Only for commands that write anyway.
 */
export async function closeSilentSessions(app: AppContext): Promise<number> {
  const silent = silentSessions(app);
  if (silent.length === 0) return 0;
  const outcome = await commitDecision<never>(app, () => (tail) => {
    const drafts = silent.flatMap((each) => draftInferredEnd(app, each, stateWithTail(app, each.session, tail)));
    return drafts.length === 0 ? { kind: 'nothing' } : { kind: 'append', drafts };
  });
  if (outcome.kind !== 'appended') return 0;
  app.readModel.catchUp();
  return outcome.events.length;
}
