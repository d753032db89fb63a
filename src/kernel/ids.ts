declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

/** 16 characters of lower-case Crockford base32; see {@link parseSessionId}. */
export type SessionId = Branded<'SessionId'>;
/** 16 characters of lower-case Crockford base32. */
export type ProjectId = Branded<'ProjectId'>;
/** 16 random characters of lower-case Crockford base32; see {@link parseMemoryId}. */
export type MemoryId = Branded<'MemoryId'>;
/** A ULID, 26 characters of upper-case Crockford base32. Its last 16 characters are the *tail*. */
export type EventId = Branded<'EventId'>;
/** `session/<id>`, `memory/<id>`, `project/<id>` or `store`. */
export type StreamName = Branded<'StreamName'>;
/** UTC ISO-8601 with milliseconds and `Z`; sorts as text within years 0000–9999. */
export type IsoTime = Branded<'IsoTime'>;

const SHORT_ID = /^[0-9a-hjkmnp-tv-z]{16}$/;
const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
const STREAM = /^(?:store|(?:session|memory|project)\/[0-9a-hjkmnp-tv-z]{16})$/;
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** Accepts exactly a full session id; `undefined` for anything else. */
export function parseSessionId(text: string): SessionId | undefined {
  return SHORT_ID.test(text) ? (text as SessionId) : undefined;
}

/** Accepts exactly a full project id; `undefined` for anything else. */
export function parseProjectId(text: string): ProjectId | undefined {
  return SHORT_ID.test(text) ? (text as ProjectId) : undefined;
}

/** Accepts exactly a full memory id; `undefined` for anything else. */
export function parseMemoryId(text: string): MemoryId | undefined {
  return SHORT_ID.test(text) ? (text as MemoryId) : undefined;
}

/** Accepts exactly an upper-case ULID; `undefined` for anything else. */
export function parseEventId(text: string): EventId | undefined {
  return ULID.test(text) ? (text as EventId) : undefined;
}

/** Accepts a stream name of the four shapes; `undefined` for anything else. */
export function parseStreamName(text: string): StreamName | undefined {
  return STREAM.test(text) ? (text as StreamName) : undefined;
}

/** Accepts an instant in loom's one persisted form; `undefined` for anything else. */
export function parseIsoTime(text: string): IsoTime | undefined {
  return ISO.test(text) ? (text as IsoTime) : undefined;
}

/** Names the stream of one session. */
export function sessionStream(id: SessionId): StreamName {
  return `session/${id}` as StreamName;
}

/** Names the stream of one project. */
export function projectStream(id: ProjectId): StreamName {
  return `project/${id}` as StreamName;
}

/** Names the stream of one memory record. */
export function memoryStream(id: MemoryId): StreamName {
  return `memory/${id}` as StreamName;
}

/** The stream of facts about the store itself. */
export const STORE_STREAM = 'store' as StreamName;

/** The part of an event id that identifies the fact; two ids of one stream with the same tail are one fact. */
export function eventTail(id: EventId): string {
  return id.slice(10);
}

/** The session a stream belongs to, or `undefined` for a stream of another kind. */
export function sessionOfStream(stream: StreamName): SessionId | undefined {
  return stream.startsWith('session/') ? parseSessionId(stream.slice('session/'.length)) : undefined;
}

/** The memory record a stream belongs to, or `undefined` for a stream of another kind. */
export function memoryOfStream(stream: StreamName): MemoryId | undefined {
  return stream.startsWith('memory/') ? parseMemoryId(stream.slice('memory/'.length)) : undefined;
}
