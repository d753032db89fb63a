import { placeKey } from '../domain/place-key.ts';
import type { DraftData, SessionRefusal } from '../domain/session-decide.ts';
import { changeable } from '../domain/session-decide.ts';
import type { SessionState } from '../domain/session-state.ts';
import type { AgentName } from '../events/agents.ts';
import type { EventType } from '../events/catalogue.ts';
import type { EventDraft } from '../events/envelope.ts';
import type { Where } from '../events/session-data.ts';
import type { IsoTime, SessionId } from '../kernel/ids.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { commitDecision } from './commit-decision.ts';
import { withContentDigests } from './content-digests.ts';
import type { AppContext } from './context.ts';
import { observeHere, observePlace, shellFolder } from './project-observation.ts';
import { redactStrings } from './redact-identity.ts';
import { sessionDraft, stateWithTail } from './session-events.ts';

/** Types that `sessions record` appends: facts about a conversation. Decisions have commands of their own. */
export const RECORDABLE: ReadonlySet<string> = new Set<EventType>([
  'session.reloaded',
  'session.compacting',
  'session.compacted',
  'session.summarized',
  'session.linked',
  'run.interrupted',
  'prompt.submitted',
  'context.assembled',
  'model.changed',
  'tool.requested',
  'tool.approved',
  'tool.denied',
  'tool.started',
  'tool.completed',
  'tool.failed',
  'plan.prepared',
  'plan.approved',
  'validation.completed',
  'error.recorded',
  'subagent.started',
  'subagent.completed',
]);

export interface RecordRequest {
  /** Checks the data against its type's schema; redaction may have lengthened it. */
  readonly fits: (type: string, data: unknown) => boolean;
  readonly session: SessionId;
  readonly type: EventType;
  readonly data: Readonly<Record<string, unknown>>;
  readonly at?: IsoTime;
  /** Makes the event one fact with the same thing seen elsewhere. */
  readonly key?: string;
}

export type RecordOutcome =
  | { readonly kind: 'recorded'; readonly event: string }
  | { readonly kind: 'refused'; readonly refusal: SessionRefusal };

/** Appends one captured fact to a session, redacted. Two facts with one key are one fact to every reader. */
export async function recordEvent(app: AppContext, request: RecordRequest): Promise<RecordOutcome> {
  const data = redactStrings(app.redactor, await withContentDigests(app, request));
  if (!request.fits(request.type, data)) {
    throw new LoomError({
      kind: 'usage',
      code: 'data-too-large',
      message: `the data of ${request.type} does not fit once its secrets are masked`,
    });
  }
  const here = findNewPlace(app, request);
  let draft: EventDraft | undefined;
  const committed = await commitDecision<SessionRefusal>(app, () => (tail) => {
    const found = changeable(stateWithTail(app, request.session, tail));
    if (!found.ok) return { kind: 'refuse', refusal: found.refusal };
    draft = factDraft(app, { ...request, data }, found.state);
    return { kind: 'append', drafts: [draft, ...linkDrafts(app, request, { state: found.state, here })] };
  });
  if (committed.kind === 'refused') return { kind: 'refused', refusal: committed.refusal };
  return { kind: 'recorded', event: draft?.id ?? '' };
}

/** The current folder as it is, when the session was not seen there yet. */
function findNewPlace(app: AppContext, { session, type }: RecordRequest): Where | undefined {
  if (type === 'session.linked') return undefined;
  app.readModel.catchUp();
  const seen = observePlace(app, shellFolder(app), { rootCommits: false });
  if (seen.realCwd === undefined || app.readModel.state(session)?.places.includes(placeKey(seen))) return undefined;
  return observeHere(app);
}

/** A session that goes on in another folder is linked to the project there, once. */
function linkDrafts(
  app: AppContext,
  { session }: RecordRequest,
  { state, here }: { readonly state: SessionState; readonly here: Where | undefined },
): readonly EventDraft[] {
  if (here === undefined || state.places.includes(placeKey(here))) return [];
  return [sessionDraft(app, session, { type: 'session.linked', data: { where: here } })];
}

function factDraft(
  app: AppContext,
  request: RecordRequest,
  state: { readonly agent: AgentName; readonly nativeId: string },
): EventDraft {
  const now = app.clock();
  const base = sessionDraft(app, request.session, { type: request.type, data: request.data } as unknown as DraftData);
  const { agent, nativeId } = state;
  const id =
    request.key === undefined
      ? base.id
      : app.factId({ agent, nativeId, key: request.key, type: request.type, millis: now });
  return { ...base, id, ...(request.at === undefined ? {} : { at: request.at }) } as EventDraft;
}
