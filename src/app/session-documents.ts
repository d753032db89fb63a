import type { Conversation } from '../domain/conversation.ts';
import { cutBefore } from '../domain/cut-text.ts';
import { MOST_SEARCHED, type SearchDocument } from '../domain/search-document.ts';
import { conversationDocuments } from '../domain/search-documents.ts';
import type { SessionState, SummaryMark } from '../domain/session-state.ts';
import type { SessionView } from '../domain/session-view.ts';
import type { LoomEvent } from '../events/envelope.ts';
import type { SessionId } from '../kernel/ids.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { withLackingFacts } from './captured-prompts.ts';
import type { AppContext } from './context.ts';
import { sessionEvents } from './session-history.ts';
import { readConversation } from './show-session.ts';

type HistoryOf = (id: SessionId) => readonly LoomEvent[];

/** Everything of a session that can be found, in record order; its title first. `historyOf`: events that were read already. */
export function sessionDocuments(
  app: AppContext,
  { state, view }: { readonly state: SessionState; readonly view: SessionView },
  historyOf: HistoryOf = (id) => sessionEvents(app, id),
): readonly SearchDocument[] {
  const conversation = wholeConversation(app, state, historyOf);
  const documents = conversationDocuments(conversation, view.startedAt ?? state.startedAt);
  const told = [...documents, ...summaryDocuments(app, state)];
  // The first prompt is found itself.
  if (view.title === null || view.titleSource === 'prompt') return told;
  const plain = { key: '', kind: 'title', order: null, inherited: false, turn: null, paths: [] } as const;
  const text = view.title.slice(0, MOST_SEARCHED);
  return [{ ...plain, at: view.sortAt, text, length: text.length }, ...told];
}

/** The newest summary of each way in which loom made one; its key is the event that stored it. */
function summaryDocuments(app: AppContext, state: SessionState): readonly SearchDocument[] {
  const newest = new Map(state.summaries.map((mark) => [mark.method, mark]));
  return [...newest.values()].flatMap((mark) => {
    const text = summaryText(app, state.id, mark);
    if (text === undefined || text.trim() === '') return [];
    const plain = { kind: 'summary', order: null, inherited: false, turn: null, paths: [] } as const;
    const searched = text.slice(0, cutBefore(text, MOST_SEARCHED));
    return [{ ...plain, key: mark.event, at: mark.at, text: searched, length: text.length }];
  });
}

/** The text of a stored summary; `undefined` when its blob is not there. */
export function summaryText(
  app: Pick<AppContext, 'transcripts' | 'decodeText'>,
  session: SessionId,
  { blob }: SummaryMark,
): string | undefined {
  const bytes = app.transcripts.blob(session, blob);
  return bytes === undefined ? undefined : app.decodeText(bytes);
}

/** How many facts of those that were recorded live may be found: without a transcript, answers and calls as well as prompts. */
export function searchedFacts({ captured, transcript }: SessionState): number {
  return captured.prompts + (transcript === null ? captured.answers + captured.toolCalls : 0);
}

/** What is kept, with what was only recorded live. A transcript that cannot be read leaves the rest to be found. */
export function wholeConversation(
  app: AppContext,
  state: SessionState,
  historyOf: HistoryOf = (id) => sessionEvents(app, id),
): Conversation {
  const kept = keptConversation(app, state);
  if (searchedFacts(state) === 0) return kept;
  return withLackingFacts(app, state, { conversation: kept, events: historyOf(state.id) }).conversation;
}

function keptConversation(app: AppContext, state: SessionState): Conversation {
  try {
    return readConversation(app, state.id);
  } catch (error) {
    if (!(error instanceof LoomError)) throw error;
    return {
      agent: state.agent,
      nativeId: null,
      messages: [],
      activePath: [],
      branches: [],
      compactions: [],
      repairs: [],
    };
  }
}
