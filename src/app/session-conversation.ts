import type { ContextStep } from '../domain/context-step.ts';
import { contextSteps } from '../domain/context-steps.ts';
import type { Conversation } from '../domain/conversation.ts';
import { indexMessages } from '../domain/conversation-path.ts';
import { outcomeOf, type SessionOutcome } from '../domain/session-outcome.ts';
import type { SessionState } from '../domain/session-state.ts';
import { foldTurns, type Turn } from '../domain/turns.ts';
import type { SessionId } from '../kernel/ids.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { withCapturedFacts } from './captured-prompts.ts';
import type { AppContext } from './context.ts';
import { readConversation } from './show-session.ts';

/** A session's conversation as a context or a summary is made of it. */
export interface SessionConversation {
  readonly state: SessionState;
  readonly conversation: Conversation;
  readonly turns: readonly Turn[];
  readonly steps: readonly ContextStep[];
  /** What came of the first turns; computed once for each number of them. Not redacted again. */
  readonly outcomeThrough: (through: number) => SessionOutcome;
}

function rememberOutcomes(conversation: Conversation, turns: readonly Turn[]): SessionConversation['outcomeThrough'] {
  const outcomes = new Map<number, SessionOutcome>();
  return (through) => {
    const outcome = outcomes.get(through) ?? outcomeOf(conversation, { through, turns });
    outcomes.set(through, outcome);
    return outcome;
  };
}

/** Reads the conversation of a session, what only was recorded live included. Long strings stay references. */
export function readSessionConversation(app: AppContext, session: SessionId): SessionConversation {
  const state = app.readModel.state(session);
  if (state === undefined) {
    throw new LoomError({ kind: 'not-found', code: 'session-not-found', message: `no session ${session}` });
  }
  const { conversation } = withCapturedFacts(app, state, readConversation(app, session));
  const turns = foldTurns(conversation);
  return {
    state,
    conversation,
    turns,
    steps: contextSteps(conversation, turns),
    outcomeThrough: rememberOutcomes(conversation, turns),
  };
}

/** Message ids of the first turns, in order. */
function idsThrough(turns: readonly Turn[], through: number): readonly string[] {
  return turns.slice(0, through).flatMap(({ messageIds }) => messageIds);
}

/** Keyed digest of the records of the first turns: it changes when one of them is rewritten, and not when more follow. */
export function digestTurns(
  app: AppContext,
  { conversation, turns }: Pick<SessionConversation, 'conversation' | 'turns'>,
  through: number,
): string {
  const byId = indexMessages(conversation.messages);
  return app.keyedDigest(JSON.stringify(idsThrough(turns, through).map((id) => [id, byId.get(id)?.line ?? 0])));
}
