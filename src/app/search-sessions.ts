import type { SessionView } from '../domain/session-view.ts';
import type { SessionId } from '../kernel/ids.ts';
import type { AppContext } from './context.ts';
import { type SearchRequest, searchMemory } from './search-memory.ts';

/** Hits that are looked through for sessions: all that anybody reads through, and those of a first screen. */
const MOST_HITS = 400;
const FIRST_HITS = 60;

/** A session that words were found in. */
export interface FoundSession {
  readonly view: SessionView;
  /** Where they stand; null when that is the title. */
  readonly snippet: string | null;
}

/** A question for sessions. */
export interface SessionsRequest extends Omit<SearchRequest, 'kinds' | 'limit'> {
  /** Only what a first screen needs: a fraction of the time. */
  readonly first?: boolean;
}

/** Sessions in the order of their best hit; `complete`: no others were found. */
export interface FoundSessions {
  readonly sessions: readonly FoundSession[];
  readonly complete: boolean;
}

/** Finds sessions by what was said and done in them. The index knows nothing of deleted ones. */
export async function searchSessions(app: AppContext, request: SessionsRequest): Promise<FoundSessions> {
  const { first = false, ...question } = request;
  const kinds = ['prompt', 'answer', 'toolCall', 'summary', 'title'] as const;
  const limit = first ? FIRST_HITS : MOST_HITS;
  const { hits } = await searchMemory(app, { ...question, kinds, limit });
  const found = new Map<SessionId, FoundSession>();
  for (const { session, snippet, type } of hits) {
    const view = session === null || found.has(session) ? undefined : app.readModel.view(session);
    if (view !== undefined) found.set(view.id, { view, snippet: type === 'title' ? null : snippet });
  }
  return { sessions: [...found.values()], complete: !first || hits.length < limit };
}

/** Sessions whose titles hold all the words: the way to find deleted ones. */
export function searchTitles(views: readonly SessionView[], words: string): readonly SessionView[] {
  const wanted = words.toLowerCase().split(/\s+/u);
  return views.filter(({ title }) => wanted.every((word) => (title ?? '').toLowerCase().includes(word)));
}
