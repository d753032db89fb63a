import { EVENT_VERSION, type EventDraft, MAX_EVENT_LINE_BYTES } from '../events/envelope.ts';
import { isErased } from '../events/erased.ts';
import { envelopeFault } from '../events/event-line.ts';
import { isEventType } from '../events/event-types.ts';
import { deriveSessionId } from '../events/session-id.ts';
import { type EventId, sessionOfStream } from '../kernel/ids.ts';
import { draftBytes } from './commit-slices.ts';
import type { AppContext } from './context.ts';
import { isOwnAffair } from './export-store.ts';
import { redactStrings } from './redact-identity.ts';

/** Checks the data of an event against its schema; false for data that does not fit. */
export type DataCheck = (type: string, data: unknown) => boolean;

/** What a line with an event comes to. */
export type ExportedReading =
  | { readonly kind: 'event'; readonly event: EventDraft }
  /** Sound, but no export may bring it: counted under this name. */
  | { readonly kind: 'left-out'; readonly name: string; readonly stream: string; readonly id: EventId }
  | { readonly kind: 'fault'; readonly type: string | undefined; readonly fault: string };

/** What only a person of this store can decide; an export that says so decides nothing here. */
const LEFT_OUT: readonly (readonly [string, string])[] = [
  ['memory.', 'memory-event'],
  ['policy.', 'policy-event'],
  ['resume.', 'resume-event'],
];

/** Reads an exported event strictly and redacts it. */
export function readExportedEvent(app: AppContext, fits: DataCheck, value: unknown): ExportedReading {
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    return { kind: 'fault', type: undefined, fault: 'it is no object' };
  const { id, stream, type, at, by, trust, because, data } = value as Readonly<Record<string, unknown>>;
  const bare = { id, stream, type, at, by, trust, ...(because === undefined ? {} : { because }), data };
  const fault = faultOf(fits, bare);
  if (fault !== undefined) return { kind: 'fault', type: typeof type === 'string' ? type : undefined, fault };
  const leftOut = LEFT_OUT.find(([family]) => String(type).startsWith(family));
  if (leftOut !== undefined) return { kind: 'left-out', name: leftOut[1], stream: String(stream), id: id as EventId };
  const event = withoutForeignDigests({ ...bare, ...redactStrings(app.redactor, { by, data }) } as EventDraft);
  const refused = refusalOf(app, event);
  return refused === undefined ? { kind: 'event', event } : { kind: 'fault', type: event.type, fault: refused };
}

/** A digest keyed in another store compares with nothing here: the content of a touched file is then unknown, not different. */
function withoutForeignDigests(event: EventDraft): EventDraft {
  if (event.type !== 'tool.completed' && event.type !== 'tool.failed') return event;
  const { touched, ...data } = event.data;
  if (touched === undefined) return event;
  return { ...event, data: { ...data, touched: touched.map(({ digest: _digest, ...path }) => path) } } as EventDraft;
}

type Bare = Readonly<Record<'type' | 'at' | 'data', unknown>>;

function faultOf(fits: DataCheck, bare: Bare): string | undefined {
  const { type, at, data } = bare;
  const stamped = { ...bare, v: EVENT_VERSION, prev: '', recorded: at, commit: ['', 0, 1] };
  const fault = envelopeFault(stamped);
  if (fault !== undefined) return fault;
  if (typeof type !== 'string' || !isEventType(type)) return 'its type is not known';
  if (isErased(data)) return 'its data was erased';
  return fits(type, data) ? undefined : 'its data does not fit its type';
}

function refusalOf(app: AppContext, event: EventDraft): string | undefined {
  if (isOwnAffair(event)) return 'it is about the files of another store';
  if (!isOfItsStream(app, event)) return 'its agent and native id make another session';
  return draftBytes(event) > MAX_EVENT_LINE_BYTES ? 'it is longer than an event may be' : undefined;
}

/** A session's id follows from its agent and native id: a start under another one is a forgery or damage. */
function isOfItsStream(app: AppContext, draft: EventDraft): boolean {
  if (draft.type !== 'session.started') return true;
  return deriveSessionId(draft.data.agent, draft.data.nativeId, app.sha256) === sessionOfStream(draft.stream);
}
