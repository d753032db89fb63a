import { type MemoryId, parseMemoryId, type SessionId } from '../kernel/ids.ts';
import { LoomError } from '../kernel/loom-error.ts';
import type { AppContext } from './context.ts';
import type { SearchHit } from './search-hits.ts';
import { sessionDraft } from './session-events.ts';

/** Records that one event names. */
const MOST_NAMED = 256;

export interface Retrieval {
  readonly session: SessionId;
  readonly hits: readonly SearchHit[];
  readonly everyProject: boolean;
}

/**
 * Journals that a session was shown these hits. The reader has its answer whatever becomes of this: nothing waits for the
 * writer lock, and a fault of the store is told by the commands that write. Returns whether it was written.
 */
export async function noteRetrieval(app: AppContext, { session, hits, everyProject }: Retrieval): Promise<boolean> {
  if ((app.env['LOOM_DISABLED'] ?? '0') !== '0' && app.env['LOOM_DISABLED'] !== '') return false;
  const memories = hits.flatMap(({ id, type }): MemoryId[] => {
    const memory = type === 'memory' ? parseMemoryId(id) : undefined;
    return memory === undefined ? [] : [memory];
  });
  const data = {
    memories: memories.slice(0, MOST_NAMED),
    hits: hits.length,
    tokens: Math.ceil(hits.reduce((sum, { snippet }) => sum + snippet.length, 0) / 4),
    ...(everyProject ? { everyProject } : {}),
  };
  const draft = sessionDraft(app, session, { type: 'memory.retrieved', data });
  try {
    const decide = () => ({ kind: 'append', drafts: [draft] }) as const;
    const outcome = await app.journal.commit({ since: app.journal.head(), decide, wait: 0 });
    return outcome.kind === 'appended';
  } catch (error) {
    if (error instanceof LoomError) return false;
    throw error;
  }
}
