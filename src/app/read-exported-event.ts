import { EVENT_VERSION, type EventDraft, MAX_EVENT_LINE_BYTES } from '../events/envelope.ts';
import { isErased } from '../events/erased.ts';
import { envelopeFault } from '../events/event-line.ts';
import { isEventType } from '../events/event-types.ts';
import { deriveSessionId } from '../events/session-id.ts';
import { sessionOfStream } from '../kernel/ids.ts';
import { draftBytes } from './commit-slices.ts';
import type { AppContext } from './context.ts';
import { isOwnAffair } from './export-store.ts';
import { redactStrings } from './redact-identity.ts';

/** Checks the data of an event against its schema; false for data that does not fit. */
export type DataCheck = (type: string, data: unknown) => boolean;

/** Reads an exported event strictly and redacts it; undefined when it is none of format 1, or none that may come from outside. */
export function readExportedEvent(app: AppContext, fits: DataCheck, value: unknown): EventDraft | undefined {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined;
  const { id, stream, type, at, by, trust, because, data } = value as Readonly<Record<string, unknown>>;
  const bare = { id, stream, type, at, by, trust, ...(because === undefined ? {} : { because }), data };
  const stamped = { ...bare, v: EVENT_VERSION, prev: '', recorded: at, commit: ['', 0, 1] };
  if (envelopeFault(stamped) !== undefined || typeof type !== 'string' || !isEventType(type)) return undefined;
  if (isErased(data) || !fits(type, data)) return undefined;
  const draft = { ...bare, ...redactStrings(app.redactor, { by, data }) } as EventDraft;
  if (isOwnAffair(draft) || !isOfItsStream(app, draft) || draftBytes(draft) > MAX_EVENT_LINE_BYTES) return undefined;
  return draft;
}

/** A session's id follows from its agent and native id: a start under another one is a forgery or damage. */
function isOfItsStream(app: AppContext, draft: EventDraft): boolean {
  if (draft.type !== 'session.started') return true;
  return deriveSessionId(draft.data.agent, draft.data.nativeId, app.sha256) === sessionOfStream(draft.stream);
}
