import { decideStart, type SessionRefusal } from '../domain/session-decide.ts';
import type { AgentName } from '../events/agents.ts';
import type { EventDraft } from '../events/envelope.ts';
import type { SessionStarted, Where } from '../events/session-data.ts';
import { deriveSessionId } from '../events/session-id.ts';
import type { SessionId } from '../kernel/ids.ts';
import { draftInferredEnd } from './close-silent.ts';
import { commitDecision } from './commit-decision.ts';
import type { AppContext } from './context.ts';
import { findEarlierSessions } from './earlier-session.ts';
import { observeHere, shellFolder } from './project-observation.ts';
import { sessionDraft, stateWithTail } from './session-events.ts';
import { prepareSnapshot } from './snapshot-document.ts';

export interface StartRequest {
  readonly agent: AgentName;
  /** Absent: loom mints one. */
  readonly nativeId?: string;
  readonly title?: string;
  readonly tty?: string;
  /** Number of the process that the agent runs in. */
  readonly pid?: number;
  /** More policy files, relative to the root. */
  readonly globs?: readonly string[];
}

export interface StartOutcome {
  readonly session: SessionId;
  readonly nativeId: string;
  readonly outcome: 'started' | 'already-started' | { readonly refusal: SessionRefusal };
}

function startedData(
  app: AppContext,
  request: StartRequest,
  { nativeId, where }: { readonly nativeId: string; readonly where: Where },
): SessionStarted {
  const mark = request.pid === undefined ? undefined : app.processes.mark(request.pid);
  return {
    agent: request.agent,
    nativeId,
    where,
    ...(request.title === undefined ? {} : { title: app.redactor.redact(request.title).text }),
    ...(request.tty === undefined ? {} : { tty: request.tty }),
    ...(mark === undefined ? {} : { process: mark }),
  };
}

/**
 * Starts a session by hand in the current folder, with a snapshot of its project in the same commit; ends the one that it
 * follows in its terminal.
 */
export async function startSession(
  app: AppContext,
  request: StartRequest,
  mintNativeId: () => string,
): Promise<StartOutcome> {
  const nativeId = app.redactor.redact(request.nativeId ?? mintNativeId()).text;
  const session = deriveSessionId(request.agent, nativeId, app.sha256);
  const where = observeHere(app);
  const taken = await app.snapshots.take(shellFolder(app), { globs: request.globs ?? [] });
  const snapshot = prepareSnapshot(app, session, { occasion: 'start', snapshot: taken, where });
  const started = startedData(app, request, { nativeId, where });
  const earlier = findEarlierSessions(app, { ...request, session });
  let refusal: SessionRefusal | undefined;
  const committed = await commitDecision<SessionRefusal>(app, () => (tail) => {
    const decision = decideStart(stateWithTail(app, session, tail), started);
    if (decision.kind !== 'append') {
      refusal = decision.kind === 'refuse' ? decision.refusal : undefined;
      return { kind: 'nothing' };
    }
    const drafts = decision.drafts.map((data) => sessionDraft(app, session, data));
    const ends = earlier.flatMap((each) => draftInferredEnd(app, each, stateWithTail(app, each.session, tail)));
    const begun = drafts.map((draft) => withFactId(app, draft, nativeId));
    return {
      kind: 'append',
      drafts: [...ends, ...begun, sessionDraft(app, session, snapshot.draft)],
      before: snapshot.write,
    };
  });
  if (refusal !== undefined) return { session, nativeId, outcome: { refusal } };
  return { session, nativeId, outcome: committed.kind === 'appended' ? 'started' : 'already-started' };
}

/** The start of one native session is one fact, whoever sees it. */
function withFactId(app: AppContext, draft: EventDraft, nativeId: string): EventDraft {
  if (draft.type !== 'session.started') return draft;
  const { agent } = draft.data;
  return { ...draft, id: app.factId({ agent, nativeId, key: nativeId, type: draft.type, millis: app.clock() }) };
}
