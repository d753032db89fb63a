import type { SessionView } from '../domain/session-view.ts';
import type { SessionId } from '../kernel/ids.ts';
import type { AppContext } from './context.ts';
import { type SearchRequest, searchMemory } from './search-memory.ts';

/** Hits that are looked through for sessions. */
const MOST_HITS = 400;

/** A session that words were found in. */
export interface FoundSession {
  readonly view: SessionView;
  /** Where they stand; null when that is the title. */
  readonly snippet: string | null;
}

/** Finds sessions by what was said and done in them, in the order of their best hit. The index knows nothing of deleted ones. */
export async function searchSessions(
  app: AppContext,
  request: Omit<SearchRequest, 'kinds' | 'limit'>,
): Promise<readonly FoundSession[]> {
  const kinds = ['prompt', 'answer', 'toolCall', 'summary', 'title'] as const;
  const { hits } = await searchMemory(app, { ...request, kinds, limit: MOST_HITS });
  const found = new Map<SessionId, FoundSession>();
  for (const { session, snippet, type } of hits) {
    const view = session === null || found.has(session) ? undefined : app.readModel.view(session);
    if (view !== undefined) found.set(view.id, { view, snippet: type === 'title' ? null : snippet });
  }
  return [...found.values()];
}

/** Sessions whose titles hold all the words: the way to find deleted ones. */
export function searchTitles(views: readonly SessionView[], words: string): readonly SessionView[] {
  const wanted = words.toLowerCase().split(/\s+/u);
  return views.filter(({ title }) => wanted.every((word) => (title ?? '').toLowerCase().includes(word)));
}
