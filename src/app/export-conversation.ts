import { type ExportMode, renderMarkdown } from '../domain/conversation-markdown.ts';
import type { SessionView } from '../domain/session-view.ts';
import { withCapturedPrompts } from './captured-prompts.ts';
import type { AppContext } from './context.ts';
import { hydrateConversation } from './hydrate-blobs.ts';
import { redactStrings } from './redact-identity.ts';
import { readConversation } from './show-session.ts';

/** A session as Markdown in pieces, long texts whole, redacted again with the present rules. */
export function exportMarkdown(app: AppContext, view: SessionView, mode: ExportMode): Iterable<string> {
  const conversation = readConversation(app, view.id);
  const hydration = mode === 'compact' ? 'said' : 'everything';
  const hydrated = hydrateConversation(app, view.id, { conversation, hydration });
  const state = app.readModel.state(view.id);
  const whole = state === undefined ? hydrated : withCapturedPrompts(app, state, hydrated).conversation;
  return renderMarkdown(redactStrings(app.redactor, view), redactStrings(app.redactor, whole), mode);
}
