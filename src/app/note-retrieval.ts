import type { EventDraft } from '../events/envelope.ts';
import {
  type MemoryId,
  type ProjectId,
  parseMemoryId,
  projectStream,
  type SessionId,
  STORE_STREAM,
  type StreamName,
  sessionStream,
} from '../kernel/ids.ts';
import { formatInstant } from '../kernel/instant.ts';
import { LoomError } from '../kernel/loom-error.ts';
import type { AppContext } from './context.ts';
import type { SearchHit } from './search-hits.ts';

/** Records that one event names. */
const MOST_NAMED = 256;

export interface Retrieval {
  readonly session: SessionId;
  readonly hits: readonly SearchHit[];
  readonly everyProject: boolean;
}

/** What was shown, and to whom. */
export interface Showing {
  /** The session that was shown it, else the project it was asked for in, else nobody that is known. */
  readonly to: { readonly session: SessionId } | { readonly project: ProjectId } | null;
  readonly memories: readonly MemoryId[];
  readonly hits: number;
  /** Estimated. */
  readonly tokens: number;
  readonly everyProject?: boolean;
  /** Another project that was read, by a grant. */
  readonly project?: ProjectId;
}

function isDisabled({ env }: Pick<AppContext, 'env'>): boolean {
  return (env['LOOM_DISABLED'] ?? '0') !== '0' && env['LOOM_DISABLED'] !== '';
}

function streamOf(to: Showing['to']): StreamName {
  if (to === null) return STORE_STREAM;
  return 'session' in to ? sessionStream(to.session) : projectStream(to.project);
}

function showingDraft(app: AppContext, { to, memories, ...data }: Showing): EventDraft {
  return {
    id: app.mintEventId(),
    stream: streamOf(to),
    at: formatInstant(app.clock()),
    by: app.actor,
    trust: app.actor.kind === 'person' ? 'person' : 'agent',
    type: 'memory.retrieved',
    data: { memories: memories.slice(0, MOST_NAMED), ...data },
  };
}

/**
 * Journals what was shown. The reader has its answer whatever becomes of this: nothing waits for the writer lock, and a fault
 * of the store is told by the commands that write. Returns whether it was written.
 */
export async function noteShowing(app: AppContext, showing: Showing): Promise<boolean> {
  if (isDisabled(app)) return false;
  const draft = showingDraft(app, showing);
  try {
    const decide = () => ({ kind: 'append', drafts: [draft] }) as const;
    const outcome = await app.journal.commit({ since: app.journal.head(), decide, wait: 0 });
    return outcome.kind === 'appended';
  } catch (error) {
    if (error instanceof LoomError) return false;
    throw error;
  }
}

/** Journals that a session was shown these hits; see {@link noteShowing}. */
export async function noteRetrieval(app: AppContext, { session, hits, everyProject }: Retrieval): Promise<boolean> {
  const memories = hits.flatMap(({ id, type }): MemoryId[] => {
    const memory = type === 'memory' ? parseMemoryId(id) : undefined;
    return memory === undefined ? [] : [memory];
  });
  return noteShowing(app, {
    to: { session },
    memories,
    hits: hits.length,
    tokens: Math.ceil(hits.reduce((sum, { snippet }) => sum + snippet.length, 0) / 4),
    ...(everyProject ? { everyProject } : {}),
  });
}
