import type { ContentBlock, Conversation } from '../domain/conversation.ts';
import type { SessionId } from '../kernel/ids.ts';
import type { AppContext } from './context.ts';

/** A string that was kept apart: its beginning, and the reference to all of it. */
const REFERENCE = /^[\s\S]*\[blob:([0-9a-f]{64})\]$/;

/** The whole text of a string that was kept apart; what is no such string, or whose blob is gone, stays as it is. */
function hydrateText(app: AppContext, session: SessionId, text: string): string {
  const sha256 = text.endsWith(']') ? REFERENCE.exec(text)?.[1] : undefined;
  const content = sha256 === undefined ? undefined : app.transcripts.blob(session, sha256);
  return content === undefined ? text : app.decodeText(content);
}

/** Puts long strings back into every string of a plain value. */
export function hydrateStrings<T>(app: AppContext, session: SessionId, value: T): T {
  if (typeof value === 'string') return hydrateText(app, session, value) as T;
  if (Array.isArray(value)) return value.map((item) => hydrateStrings(app, session, item)) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, hydrateStrings(app, session, item)])) as T;
}

/** Which strings are put back: what was said, or the inputs and results of tools and injected text as well. */
export type Hydration = 'said' | 'everything';

/** Puts long texts back into a conversation. */
export function hydrateConversation(
  app: AppContext,
  session: SessionId,
  { conversation, hydration }: { readonly conversation: Conversation; readonly hydration: Hydration },
): Conversation {
  const block = (one: ContentBlock): ContentBlock =>
    hydration === 'everything' || one.type === 'text' ? hydrateStrings(app, session, one) : one;
  const messages = conversation.messages.map((message) => ({ ...message, content: message.content.map(block) }));
  return { ...conversation, messages };
}
