import { beginningOf } from '../domain/cut-text.ts';
import type { SearchDocument, SearchKind } from '../domain/search-document.ts';
import type { SessionView } from '../domain/session-view.ts';
import { memoryStream, type SessionId } from '../kernel/ids.ts';
import type { AppContext } from './context.ts';
import { findHit, type HitTarget, messageNotFound } from './find-hit.ts';
import type { SessionScope } from './list-sessions.ts';
import { journaledByStream } from './read-timeline.ts';
import { sessionDocuments } from './session-documents.ts';

/** One thing said or done, or one event of a record. */
export interface ContextEntry {
  readonly id: string;
  readonly type: SearchKind | (string & {});
  readonly at: string;
  readonly text: string;
  /** The thing that was asked for. */
  readonly anchor: boolean;
}

/** What stands around a hit, oldest first. */
export interface MemoryTimeline {
  readonly id: string;
  readonly session: SessionId | null;
  readonly title: string | null;
  readonly entries: readonly ContextEntry[];
  /** Things of the same session before the first and after the last entry. */
  readonly earlier: number;
  readonly later: number;
}

export interface TimelineRequest {
  readonly scope: SessionScope;
  readonly before: number;
  readonly after: number;
}

const LONGEST = 300;

/** Shows what was said and done around a hit. Throws LoomError `not-found`. */
export function memoryTimeline(app: AppContext, id: string, request: TimelineRequest): MemoryTimeline {
  const target = findHit(app, id, request.scope);
  const place = placeOf(app, target);
  if (place !== null) return around(app, place, request);
  return eventsAround(app, target, request);
}

interface Place {
  readonly view: SessionView;
  /** Where in the session; null: its end. */
  readonly isAnchor: ((document: SearchDocument) => boolean) | null;
  readonly key: string | null;
}

/** The session in which to look, and where in it; null when there is none. */
function placeOf(app: AppContext, target: HitTarget): Place | null {
  switch (target.kind) {
    case 'session':
      return { view: target.view, isAnchor: null, key: null };
    case 'message':
      return { view: target.view, isAnchor: ({ key }) => key === target.key, key: target.key };
    case 'event': {
      if (target.view === null) return null;
      const { at } = target.event;
      return { view: target.view, isAnchor: (document) => document.at >= at, key: null };
    }
    case 'memory': {
      const { sessionId, messageIds } = target.record.provenance;
      const view = sessionId === null ? undefined : app.readModel.view(sessionId);
      if (view === undefined || view.deleted || view.purged || messageIds.length === 0) return null;
      return { view, isAnchor: ({ key }) => messageIds.includes(key), key: null };
    }
  }
}

function around(app: AppContext, { view, isAnchor, key }: Place, { before, after }: TimelineRequest): MemoryTimeline {
  const state = app.readModel.state(view.id);
  const documents =
    state === undefined ? [] : sessionDocuments(app, { state, view }).filter(({ kind }) => kind !== 'title');
  const found = isAnchor === null ? -1 : documents.findIndex(isAnchor);
  if (found === -1 && key !== null) throw messageNotFound(view, key);
  const anchor = found === -1 ? documents.length - 1 : found;
  const from = Math.max(0, anchor - before);
  const to = Math.min(documents.length, anchor + after + 1);
  const entries = documents.slice(from, to).map((document, index) => entryOf(view, document, from + index === found));
  const rest = { earlier: from, later: documents.length - to };
  return { id: key === null ? view.id : `${view.id}:${key}`, session: view.id, title: view.title, entries, ...rest };
}

function entryOf(view: SessionView, { key, kind, at, text }: SearchDocument, anchor: boolean): ContextEntry {
  const line = text.replace(/\s+/g, ' ').trim();
  return { id: `${view.id}:${key}`, type: kind, at, text: beginningOf(line, LONGEST), anchor };
}

/** The life of a record, for one that came from no message; of an event elsewhere the event alone. */
function eventsAround(app: AppContext, target: HitTarget, { before, after }: TimelineRequest): MemoryTimeline {
  const nowhere = { session: null, title: null, earlier: 0, later: 0 } as const;
  if (target.kind === 'event') {
    const { id, type, at, data } = target.event;
    const text = beginningOf(JSON.stringify(data), LONGEST);
    return { ...nowhere, id, entries: [{ id, type, at, text, anchor: true }] };
  }
  if (target.kind !== 'memory') return { ...nowhere, id: '', entries: [] };
  const { id } = target.record;
  const stream = memoryStream(id);
  const events = journaledByStream(app, stream).get(stream) ?? [];
  const entries = events.slice(0, before + after + 1).map((event) => ({
    id: event.id,
    type: event.type,
    at: event.at,
    text: beginningOf(JSON.stringify(event.data), LONGEST),
    anchor: event.type === 'memory.proposed',
  }));
  return { ...nowhere, id, entries, later: Math.max(0, events.length - entries.length) };
}
