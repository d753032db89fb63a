import { z } from 'zod';
import {
  type EventId,
  type ProjectId,
  parseEventId,
  parseProjectId,
  parseSessionId,
  type SessionId,
} from '../kernel/ids.ts';
import { AGENTS } from './agents.ts';

/** Parts that several event schemas share. Objects are loose everywhere: fields of a newer loom survive a rewrite. */
const idOf = <T extends string>(parse: (text: string) => T | undefined, name: string) =>
  z.custom<T>((value) => typeof value === 'string' && parse(value) !== undefined, `not ${name}`);

export const sessionId = idOf<SessionId>(parseSessionId, 'a session id');
export const projectId = idOf<ProjectId>(parseProjectId, 'a project id');
export const eventId = idOf<EventId>(parseEventId, 'an event id');
export const agentName = z.enum(AGENTS);

/** Same shape as every short id of loom: 16 characters of Crockford base32. */
export const memoryId = z.string().regex(/^[0-9a-hjkmnp-tv-z]{16}$/);

export const text = z.string();
export const count = z.number().int().nonnegative();
export const flag = z.boolean();
/** Milliseconds, as exact as the agent gave them. */
export const duration = z.number().nonnegative();
export const tally = z.record(z.string(), count);

/** Makes a field one that may be absent, but is never `undefined`. */
export const maybe = z.exactOptional;

const utf8 = new TextEncoder();

/** Bytes of a text as it stands in a line, quotes left out. */
export function serialisedBytes(value: string): number {
  return utf8.encode(JSON.stringify(value)).length - 2;
}

/** A text of at most so many bytes as serialised. */
export function textWithin(bytes: number) {
  return z.string().refine((value) => serialisedBytes(value) <= bytes, `longer than ${bytes} bytes`);
}

/** A text of at most so many UTF-8 bytes. */
export function utf8TextWithin(bytes: number) {
  return z.string().refine((value) => utf8.encode(value).length <= bytes, `longer than ${bytes} bytes`);
}
