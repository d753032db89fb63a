import type { Conversation } from '../domain/conversation.ts';
import type { SessionId } from '../kernel/ids.ts';
import { withCapturedFacts } from './captured-prompts.ts';
import type { AppContext } from './context.ts';
import { hydrateConversation } from './hydrate-blobs.ts';
import { readConversation } from './show-session.ts';

/** A session's conversation as a page shows it: long texts whole, what was only recorded live included. */
export function readShownConversation(app: AppContext, session: SessionId): Conversation {
  const kept = readConversation(app, session);
  const conversation = hydrateConversation(app, session, { conversation: kept, hydration: 'said' });
  const state = app.readModel.state(session);
  return state === undefined ? conversation : withCapturedFacts(app, state, conversation).conversation;
}
