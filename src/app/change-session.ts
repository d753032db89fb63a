import type { NothingCode, SessionDecision, SessionRefusal } from '../domain/session-decide.ts';
import type { SessionState } from '../domain/session-state.ts';
import type { EventDraft, LoomEvent } from '../events/envelope.ts';
import type { SessionId } from '../kernel/ids.ts';
import { commitDecision } from './commit-decision.ts';
import type { AppContext } from './context.ts';
import { sessionDraft, stateWithTail } from './session-events.ts';

/** What a change of one session came to. */
export type SessionChange =
  | { readonly kind: 'changed'; readonly session: SessionId; readonly events: readonly LoomEvent[] }
  | { readonly kind: 'nothing'; readonly session: SessionId; readonly because: NothingCode }
  | { readonly kind: 'refused'; readonly session: SessionId; readonly refusal: SessionRefusal };

export interface ChangeRequest {
  readonly sessions: readonly SessionId[];
  readonly decide: (state: SessionState | undefined, session: SessionId) => SessionDecision;
  /** Runs inside the lock before the append, when there is one: writes what the events name. */
  readonly before?: () => void;
  /** Decide and answer, but append nothing. */
  readonly dryRun?: boolean;
}

/** Events of one change fit one commit up to this many sessions. */
const SESSIONS_PER_COMMIT = 200;

interface Verdicts {
  readonly changes: SessionChange[];
  readonly drafts: EventDraft[];
}

function decideAll(
  app: AppContext,
  request: ChangeRequest,
  stateOf: (id: SessionId) => SessionState | undefined,
): Verdicts {
  const verdicts: Verdicts = { changes: [], drafts: [] };
  for (const session of request.sessions) {
    const decision = request.decide(stateOf(session), session);
    if (decision.kind === 'refuse') verdicts.changes.push({ kind: 'refused', session, refusal: decision.refusal });
    else if (decision.kind === 'nothing')
      verdicts.changes.push({ kind: 'nothing', session, because: decision.because });
    else {
      verdicts.drafts.push(...decision.drafts.map((data) => sessionDraft(app, session, data)));
      verdicts.changes.push({ kind: 'changed', session, events: [] });
    }
  }
  return verdicts;
}

function withEvents(change: SessionChange, events: readonly LoomEvent[]): SessionChange {
  if (change.kind !== 'changed') return change;
  return { ...change, events: events.filter((event) => event.stream.endsWith(`/${change.session}`)) };
}

/** Decides for each session by itself and appends what is wanted; a refusal of one does not hold back the others. */
export async function changeSessions(app: AppContext, request: ChangeRequest): Promise<readonly SessionChange[]> {
  if (request.dryRun === true) {
    app.readModel.catchUp();
    return decideAll(app, request, (id) => app.readModel.state(id)).changes;
  }
  const changes: SessionChange[] = [];
  for (let start = 0; start < request.sessions.length; start += SESSIONS_PER_COMMIT) {
    const sessions = request.sessions.slice(start, start + SESSIONS_PER_COMMIT);
    changes.push(...(await changeSome(app, { ...request, sessions })));
  }
  return changes;
}

async function changeSome(app: AppContext, request: ChangeRequest): Promise<readonly SessionChange[]> {
  let verdicts: Verdicts = { changes: [], drafts: [] };
  const committed = await commitDecision<never>(app, () => (tail) => {
    verdicts = decideAll(app, request, (id) => stateWithTail(app, id, tail));
    if (verdicts.drafts.length === 0) return { kind: 'nothing' };
    const { before } = request;
    return { kind: 'append', drafts: verdicts.drafts, ...(before === undefined ? {} : { before }) };
  });
  const events = committed.kind === 'appended' ? committed.events : [];
  return verdicts.changes.map((change) => withEvents(change, events));
}
