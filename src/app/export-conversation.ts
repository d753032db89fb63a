import type { Conversation } from '../domain/conversation.ts';
import { type CtxSession, renderCtx } from '../domain/conversation-ctx.ts';
import { renderHtml } from '../domain/conversation-html.ts';
import { type ExportMode, renderMarkdown } from '../domain/conversation-markdown.ts';
import { HTML_PAGE_END, htmlPageStart } from '../domain/html-page.ts';
import type { SessionView } from '../domain/session-view.ts';
import { withCapturedFacts } from './captured-prompts.ts';
import type { AppContext } from './context.ts';
import { hydrateConversation } from './hydrate-blobs.ts';
import { redactStrings } from './redact-identity.ts';
import { readConversation } from './show-session.ts';

/** What an export shows of a session, long texts whole, redacted again with the present rules. */
export interface ExportedSession {
  readonly view: SessionView;
  readonly conversation: Conversation;
}

/** Reads a session for others to see. The read model must be caught up. */
export function readExported(app: AppContext, view: SessionView, mode: ExportMode): ExportedSession {
  const conversation = readConversation(app, view.id);
  const hydration = mode === 'compact' ? 'said' : 'everything';
  const hydrated = hydrateConversation(app, view.id, { conversation, hydration });
  const state = app.readModel.state(view.id);
  const whole = state === undefined ? hydrated : withCapturedFacts(app, state, hydrated).conversation;
  return { view: redactStrings(app.redactor, view), conversation: redactStrings(app.redactor, whole) };
}

/** A session as Markdown in pieces. */
export function exportMarkdown(app: AppContext, view: SessionView, mode: ExportMode): Iterable<string> {
  const exported = readExported(app, view, mode);
  return renderMarkdown(exported.view, exported.conversation, mode);
}

/** Sessions as one HTML page in pieces, that needs nothing but itself. */
export function* exportHtml(app: AppContext, views: readonly SessionView[], mode: ExportMode): Generator<string> {
  const [first] = views;
  const title = views.length === 1 ? (first?.title ?? 'Untitled session') : `${views.length} sessions`;
  yield htmlPageStart(app.redactor.redact(title).text);
  for (const view of views) {
    const exported = readExported(app, view, mode);
    yield* renderHtml(exported.view, exported.conversation, mode);
  }
  yield HTML_PAGE_END;
}

/** Sessions in the exchange format that other tools read, line by line. */
export function exportCtx(app: AppContext, views: readonly SessionView[], mode: ExportMode): Iterable<string> {
  function* sessions(): Generator<CtxSession> {
    for (const view of views) {
      const parent = view.parent === null ? undefined : app.readModel.view(view.parent.id);
      yield { ...readExported(app, view, mode), parentNativeId: parent?.nativeId ?? null };
    }
  }
  return renderCtx(views, sessions(), mode);
}
