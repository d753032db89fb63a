import type { MemoryRecord } from '../domain/memory-state.ts';
import type { SessionView } from '../domain/session-view.ts';
import type { LoomEvent, UnknownEvent } from '../events/envelope.ts';
import { eventTail, parseEventId, parseSessionId, sessionOfStream } from '../kernel/ids.ts';
import { LoomError } from '../kernel/loom-error.ts';
import type { AppContext } from './context.ts';
import { findMemory } from './find-memory.ts';
import { findSession } from './find-session.ts';
import type { SessionScope } from './list-sessions.ts';

/** What an id that loom printed stands for. */
export type HitTarget =
  | { readonly kind: 'memory'; readonly record: MemoryRecord }
  | { readonly kind: 'session'; readonly view: SessionView }
  | { readonly kind: 'message'; readonly view: SessionView; readonly key: string }
  | { readonly kind: 'event'; readonly view: SessionView | null; readonly event: LoomEvent | UnknownEvent };

function eventById(app: AppContext, text: string): LoomEvent | UnknownEvent | undefined {
  const id = parseEventId(text.toUpperCase());
  if (id === undefined) return undefined;
  const tail = eventTail(id);
  for (const entry of app.journal.read()) {
    if (entry.kind !== 'damage' && eventTail(entry.event.id) === tail) return entry.event;
  }
  return undefined;
}

function memoryTarget(app: AppContext, id: string, scope: SessionScope): HitTarget | undefined {
  try {
    return { kind: 'memory', record: findMemory(app, id, scope) };
  } catch (error) {
    if (error instanceof LoomError && error.kind === 'not-found' && error.code !== 'memory-ambiguous') return undefined;
    throw error;
  }
}

/** Full ids count in the whole store. */
function sessionTarget(app: AppContext, id: string): HitTarget | undefined {
  const cut = id.indexOf(':');
  const handle = cut === -1 ? id : id.slice(0, cut);
  const known = parseSessionId(handle);
  const view = known === undefined ? undefined : app.readModel.view(known);
  if (view === undefined || view.deleted || view.purged) return undefined;
  return cut === -1 ? { kind: 'session', view } : { kind: 'message', view, key: id.slice(cut + 1) };
}

/** Resolves any id that a search, a list or a timeline printed. Throws LoomError `not-found` with candidates. */
export function findHit(app: AppContext, id: string, scope: SessionScope): HitTarget {
  app.readModel.catchUp();
  const text = id.trim();
  const target = sessionTarget(app, text) ?? memoryTarget(app, text, scope);
  if (target !== undefined) return target;
  const event = eventById(app, text);
  if (event !== undefined) {
    const session = sessionOfStream(event.stream);
    const view = session === undefined ? undefined : app.readModel.view(session);
    return { kind: 'event', event, view: view === undefined || view.deleted || view.purged ? null : view };
  }
  const cut = text.indexOf(':');
  if (cut >= 4 && /^[0-9a-z]+$/i.test(text.slice(0, cut)))
    return { kind: 'message', view: findSession(app, text.slice(0, cut), scope), key: text.slice(cut + 1) };
  return { kind: 'session', view: findSession(app, text, scope) };
}

/** The words for a message that a session does not hold. */
export function messageNotFound(view: SessionView, key: string): LoomError {
  const message = `session ${view.id} holds no message or call ${key}`;
  return new LoomError({
    kind: 'not-found',
    code: 'message-not-found',
    message,
    hints: [`loom sessions show ${view.id}`],
  });
}
