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
import type { KeptSession } from './ports/search.ts';
import { sessionEvents } from './session-history.ts';
import { conversationOf } from './show-session.ts';

/** What documents of a session are read with, apart from the journal. */
export type DocumentParts = Pick<AppContext, 'importerFor' | 'decodeText'> & {
  readonly transcripts: Pick<AppContext['transcripts'], 'records' | 'blob'>;
};

type HistoryOf = (id: SessionId) => readonly LoomEvent[];

/** Everything of a session that can be found, in record order; its title first. `historyOf`: events that were read already. */
export function sessionDocuments(
  app: AppContext,
  session: { readonly state: SessionState; readonly view: SessionView },
  historyOf: HistoryOf = (id) => sessionEvents(app, id),
): readonly SearchDocument[] {
  return documentsOf(app, session, wholeConversation(app, session.state, historyOf));
}

/** The same of a session of which nothing was only recorded live, read from what is kept alone. */
export function keptDocuments(parts: DocumentParts, session: KeptSession): readonly SearchDocument[] {
  return documentsOf(parts, session, keptConversation(parts, session.state));
}

/** What {@link keptDocuments} needs of a session, as plain data; `undefined` when some of it was only recorded live. */
export function keptSession(state: SessionState, view: SessionView): KeptSession | undefined {
  if (state.transcript === null || searchedFacts(state) > 0) return undefined;
  const { id, agent, transcript, startedAt, summaries } = state;
  const { title, titleSource, sortAt } = view;
  return {
    state: { id, agent, transcript, startedAt, summaries },
    view: { startedAt: view.startedAt, title, titleSource, sortAt },
  };
}

function documentsOf(
  parts: DocumentParts,
  {
    state,
    view,
  }: Omit<KeptSession, 'state'> & { readonly state: Pick<SessionState, 'id' | 'startedAt' | 'summaries'> },
  conversation: Conversation,
): readonly SearchDocument[] {
  const documents = conversationDocuments(conversation, view.startedAt ?? state.startedAt);
  const told = [...documents, ...summaryDocuments(parts, state)];
  // The first prompt is found itself.
  if (view.title === null || view.titleSource === 'prompt') return told;
  const plain = { key: '', kind: 'title', order: null, inherited: false, turn: null, paths: [] } as const;
  const text = view.title.slice(0, MOST_SEARCHED);
  return [{ ...plain, at: view.sortAt, text, length: text.length }, ...told];
}

/** The newest summary of each way in which loom made one; its key is the event that stored it. */
function summaryDocuments(
  parts: DocumentParts,
  state: Pick<SessionState, 'id' | 'summaries'>,
): readonly SearchDocument[] {
  const newest = new Map(state.summaries.map((mark) => [mark.method, mark]));
  return [...newest.values()].flatMap((mark) => {
    const text = summaryText(parts, state.id, mark);
    if (text === undefined || text.trim() === '') return [];
    const plain = { kind: 'summary', order: null, inherited: false, turn: null, paths: [] } as const;
    const searched = text.slice(0, cutBefore(text, MOST_SEARCHED));
    return [{ ...plain, key: mark.event, at: mark.at, text: searched, length: text.length }];
  });
}

/** The text of a stored summary; `undefined` when its blob is not there. */
export function summaryText(
  { transcripts, decodeText }: Pick<DocumentParts, 'transcripts' | 'decodeText'>,
  session: SessionId,
  { blob }: SummaryMark,
): string | undefined {
  const bytes = transcripts.blob(session, blob);
  return bytes === undefined ? undefined : decodeText(bytes);
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

function keptConversation(parts: DocumentParts, state: KeptSession['state'] | SessionState): Conversation {
  try {
    return conversationOf(parts, state);
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
