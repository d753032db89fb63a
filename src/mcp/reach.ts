import type { AppContext } from '../app/context.ts';
import { findHit, type HitTarget } from '../app/find-hit.ts';
import { isInScope } from '../app/find-memory.ts';
import { type MessagePlace, withSessions } from '../app/find-message.ts';
import { findSession } from '../app/find-session.ts';
import type { SessionScope } from '../app/list-sessions.ts';
import { isSessionOf } from '../app/session-reach.ts';
import { isInForce, type MemoryRecord } from '../domain/memory-state.ts';
import type { SessionView } from '../domain/session-view.ts';
import { memoryOfStream, type ProjectId, type SessionId } from '../kernel/ids.ts';
import { LoomError } from '../kernel/loom-error.ts';

/** What one request may see. */
export interface Reach {
  /** The project that is read; null where no session was seen yet. */
  readonly project: ProjectId | null;
  /** The project of the client's folder. */
  readonly own: ProjectId | null;
}

/** The scope of use cases for what may be seen. */
export function scopeOf({ project }: Reach): SessionScope {
  return { all: false, project };
}

/** The same words whether there is no such thing or it is another project's: an answer tells nothing of other projects. */
export function notHere(handle: string): LoomError {
  return new LoomError({
    kind: 'not-found',
    code: 'not-in-project',
    message: `nothing, or more than one thing, in this project is named ${handle.slice(0, 100)}`,
    hints: ['ids of search and sessions_list, whole'],
  });
}

/** Tells whether a session began in the project or touched it, and is not deleted. */
export function isSessionInReach(app: AppContext, id: SessionId, { project }: Reach): boolean {
  return isSessionOf(app, id, project);
}

/** A session id that may be told; null for one of another project. */
export function tellable(app: AppContext, id: SessionId | null, reach: Reach): SessionId | null {
  return id !== null && isSessionInReach(app, id, reach) ? id : null;
}

/** Whether a record may be put before an agent: a person accepted it, as an order if it reads like one, and it holds here. */
export function isReadable(app: AppContext, record: MemoryRecord, reach: Reach): boolean {
  return isInForce(record) && isInScope(app, record, scopeOf(reach));
}

function quietly<T>(handle: string, find: () => T): T {
  try {
    return find();
  } catch (error) {
    throw quiet(handle, error);
  }
}

/** The words for people name candidates of other projects. */
function quiet(handle: string, error: unknown): unknown {
  return error instanceof LoomError && error.kind === 'not-found' ? notHere(handle) : error;
}

/** Finds a session of the project. Throws LoomError `not-found`. */
export function requireSession(app: AppContext, handle: string, reach: Reach): SessionView {
  const view = quietly(handle, () => findSession(app, handle, scopeOf(reach)));
  if (!isSessionInReach(app, view.id, reach)) throw notHere(handle);
  return view;
}

function mayShow(app: AppContext, target: HitTarget, reach: Reach): boolean {
  switch (target.kind) {
    case 'session':
    case 'message':
      return isSessionInReach(app, target.view.id, reach);
    case 'memory':
      return isInScope(app, target.record, scopeOf(reach));
    case 'event': {
      if (target.view !== null) return isSessionInReach(app, target.view.id, reach);
      const memory = memoryOfStream(target.event.stream);
      const record = memory === undefined ? undefined : app.readModel.memory(memory);
      return record !== undefined && isReadable(app, record, reach);
    }
  }
}

/** Finds what an id stands for, in the project. A memory record may be one that nobody accepted. Throws LoomError `not-found`. */
export function requireHit(app: AppContext, id: string, reach: Reach): HitTarget {
  const target = quietly(id, () => findHit(app, id, scopeOf(reach)));
  if (!mayShow(app, target, reach)) throw notHere(id);
  return target;
}

/**
 * Gives ids that {@link requireHit} knows, each once it may be shown: the bare id that an agent gave a message or a call gets
 * the session of the project that has it. Throws LoomError `not-found`.
 */
export async function requireIds(app: AppContext, ids: readonly string[], reach: Reach): Promise<readonly string[]> {
  const place = { scope: scopeOf(reach), isWithin: (session: SessionId) => isSessionInReach(app, session, reach) };
  const whole: string[] = [];
  try {
    for (const id of ids) whole.push(...(await placed(app, id, place)));
  } finally {
    (await app.openSearch()).close();
  }
  return whole;
}

async function placed(app: AppContext, id: string, place: MessagePlace): Promise<readonly string[]> {
  try {
    return await withSessions(app, [id], place);
  } catch (error) {
    throw quiet(id, error);
  }
}
