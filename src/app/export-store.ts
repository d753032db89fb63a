import type { SessionView } from '../domain/session-view.ts';
import type { LoomEvent } from '../events/envelope.ts';
import { isErased } from '../events/erased.ts';
import { type SessionId, sessionOfStream } from '../kernel/ids.ts';
import { formatInstant } from '../kernel/instant.ts';
import { toHex } from '../kernel/to-hex.ts';
import type { AppContext } from './context.ts';
import { redactedBlob, renameIn } from './import-blobs.ts';
import { redactStrings } from './redact-identity.ts';
import { eventsOfSessions } from './session-history.ts';
import { withWorktreeState } from './worktree-state.ts';

/** Version of the export formats; a reader refuses a higher one. */
export const EXPORT_VERSION = 1;

/** An event as exports carry it: what the journal of the reading store will add itself is left out. */
export type ExportedEvent = Pick<LoomEvent, 'id' | 'stream' | 'type' | 'at' | 'by' | 'trust' | 'data'> & {
  readonly because?: readonly string[];
};

/** The exported form of an event, redacted again with the present rules. */
export function exportEvent(app: AppContext, event: LoomEvent): ExportedEvent {
  const { id, stream, type, at, by, trust, because, data } = event;
  return {
    id,
    stream,
    type,
    at,
    by,
    trust,
    ...(because === undefined ? {} : { because }),
    data: redactStrings(app.redactor, data),
  };
}

/** Blobs of a session as they may leave the store: redacted with the present rules, and what that renames. */
class LeavingBlobs {
  readonly #app: AppContext;
  readonly #session: SessionId;
  readonly #renamed = new Map<string, Uint8Array>();

  constructor(app: AppContext, session: SessionId) {
    this.#app = app;
    this.#session = session;
    for (const { sha256 } of app.transcripts.blobs(session)) {
      const content = app.transcripts.blob(session, sha256);
      const redacted = content === undefined ? undefined : redactedBlob(app, session, content);
      if (redacted !== undefined) this.#renamed.set(sha256, redacted);
    }
  }

  /** A kept line with the names that its blobs have now. */
  line(line: string): string {
    return this.#renamed.size === 0 ? line : renameIn(line, this.#renamed, (blob) => this.#nameOf(blob));
  }

  /** JSON of an event with the names that its blobs have now. */
  event(json: string): string {
    let text = json;
    for (const [old, blob] of this.#renamed) text = text.replaceAll(old, this.#nameOf(blob));
    return text;
  }

  *all(toBase64: ExportTools['toBase64']): Generator<{ sha256: string; base64: string }> {
    for (const { sha256 } of this.#app.transcripts.blobs(this.#session)) {
      const redacted = this.#renamed.get(sha256);
      const content = redacted ?? this.#app.transcripts.blob(this.#session, sha256);
      if (content === undefined) continue;
      yield { sha256: redacted === undefined ? sha256 : this.#nameOf(redacted), base64: toBase64(content) };
    }
  }

  #nameOf(blob: Uint8Array): string {
    return toHex(this.#app.sha256(blob));
  }
}

export interface ExportTools {
  readonly toBase64: (bytes: Uint8Array) => string;
}

/** Lines of the whole-store export: a header, events of projects, then session by session, then a line of totals. */
export function* exportStore(app: AppContext, tools: ExportTools): Generator<string> {
  app.readModel.catchUp();
  const totals = { events: 0, kept: 0, blobs: 0 };
  yield JSON.stringify({
    loom: 'export',
    v: EXPORT_VERSION,
    scope: 'store',
    store: app.storeId,
    at: formatInstant(app.clock()),
  });
  const sessions = new Map<SessionId, ExportedEvent[]>();
  for (const entry of app.journal.read()) {
    if (entry.kind !== 'event' || isErased(entry.event.data)) continue;
    const session = sessionOfStream(entry.event.stream);
    if (session === undefined) {
      if (!isOwnAffair(entry.event)) {
        totals.events += 1;
        yield JSON.stringify({ event: exportEvent(app, entry.event) });
      }
      continue;
    }
    const list = sessions.get(session) ?? [];
    list.push(exportEvent(app, entry.event));
    sessions.set(session, list);
  }
  for (const [session, events] of sessions) yield* exportSession(app, tools, { session, events, totals });
  yield JSON.stringify({ end: totals });
}

/** Events a journal writes about its own files mean nothing in another store. */
export function isOwnAffair(event: Pick<LoomEvent, 'type'>): boolean {
  return event.type.startsWith('journal.') || event.type === 'purge.intended';
}

interface SessionPart {
  readonly session: SessionId;
  readonly events: readonly ExportedEvent[];
  readonly totals: { events: number; kept: number; blobs: number };
}

function* exportSession(app: AppContext, tools: ExportTools, part: SessionPart): Generator<string> {
  const { session, events, totals } = part;
  const leaving = new LeavingBlobs(app, session);
  yield JSON.stringify({ session });
  for (const event of events) {
    totals.events += 1;
    yield leaving.event(JSON.stringify({ event }));
  }
  const transcript = app.readModel.state(session)?.transcript;
  if (transcript !== undefined && transcript !== null) {
    for (const line of app.transcripts.keptLines(session, transcript.keptLength)) {
      totals.kept += 1;
      yield `{"kept":${leaving.line(line)}}`;
    }
  }
  for (const blob of leaving.all(tools.toBase64)) {
    totals.blobs += 1;
    yield JSON.stringify({ blob });
  }
}

/** Lines of the same format for some sessions only. */
export function* exportSessionLines(
  app: AppContext,
  tools: ExportTools,
  sessions: readonly SessionId[],
): Generator<string> {
  const totals = { events: 0, kept: 0, blobs: 0 };
  yield JSON.stringify({ loom: 'export', v: EXPORT_VERSION, scope: 'sessions', store: app.storeId });
  for (const [session, history] of eventsOfSessions(app, sessions)) {
    const events = history.map((event) => exportEvent(app, event));
    yield* exportSession(app, tools, { session, events, totals });
  }
  yield JSON.stringify({ end: totals });
}

function* joined(items: Iterable<string>): Generator<string> {
  let first = true;
  for (const item of items) {
    yield first ? `\n${item}` : `,\n${item}`;
    first = false;
  }
}

interface JsonPart {
  readonly view: SessionView;
  readonly history: readonly LoomEvent[];
}

function* jsonSession(app: AppContext, tools: ExportTools, { view, history }: JsonPart): Generator<string> {
  const transcript = app.readModel.state(view.id)?.transcript;
  const leaving = new LeavingBlobs(app, view.id);
  yield `{"session":${JSON.stringify(redactStrings(app.redactor, withWorktreeState(app, view)))},\n"events":[`;
  yield* joined(mapIterable(history, (event) => leaving.event(JSON.stringify(exportEvent(app, event)))));
  yield '\n],\n"kept":[';
  if (transcript !== undefined && transcript !== null)
    yield* joined(mapIterable(app.transcripts.keptLines(view.id, transcript.keptLength), (line) => leaving.line(line)));
  yield '\n],\n"blobs":[';
  yield* joined(mapIterable(leaving.all(tools.toBase64), (blob) => JSON.stringify(blob)));
  yield '\n]}';
}

function* mapIterable<A, B>(items: Iterable<A>, change: (item: A) => B): Generator<B> {
  for (const item of items) yield change(item);
}

/** One JSON document of sessions in pieces; kept lines stand in it verbatim. `notIncluded`: children left out. */
export function* exportSessionsJson(
  app: AppContext,
  tools: ExportTools,
  request: { readonly views: readonly SessionView[]; readonly notIncluded: number },
): Generator<string> {
  const head = { loom: 'session-export', v: EXPORT_VERSION, childrenNotIncluded: request.notIncluded };
  yield `${JSON.stringify(head).slice(0, -1)},"sessions":[`;
  const histories = eventsOfSessions(
    app,
    request.views.map((view) => view.id),
  );
  let first = true;
  for (const view of request.views) {
    yield first ? '\n' : ',\n';
    first = false;
    yield* jsonSession(app, tools, { view, history: histories.get(view.id) ?? [] });
  }
  yield '\n]}\n';
}
