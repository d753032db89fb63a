import { type ExportMode, renderMarkdown } from '../domain/conversation-markdown.ts';
import type { SessionView } from '../domain/session-view.ts';
import type { AppContext } from './context.ts';
import { hydrateStrings } from './hydrate-blobs.ts';
import { redactStrings } from './redact-identity.ts';
import { readConversation } from './show-session.ts';

/** A session as Markdown in pieces, redacted again with the present rules; `full` puts long strings back. */
export function exportMarkdown(app: AppContext, view: SessionView, mode: ExportMode): Iterable<string> {
  const kept = readConversation(app, view.id);
  const whole = mode === 'full' ? hydrateStrings(app, view.id, kept) : kept;
  return renderMarkdown(redactStrings(app.redactor, view), redactStrings(app.redactor, whole), mode);
}
