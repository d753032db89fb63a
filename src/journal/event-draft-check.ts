import type { EventDraft } from '../events/envelope.ts';
import { isEventType } from '../events/event-types.ts';
import { parseEventId, parseIsoTime, parseStreamName } from '../kernel/ids.ts';

/** Whether a value read from a file of our own is an event that can be appended. Its data is not looked at. */
export function isEventDraft(value: unknown): value is EventDraft {
  if (!isObject(value)) return false;
  const { id, stream, type, at, by, data } = value;
  const parsed = [
    typeof id === 'string' && parseEventId(id),
    typeof stream === 'string' && parseStreamName(stream),
    typeof at === 'string' && parseIsoTime(at),
  ];
  return parsed.every(Boolean) && typeof type === 'string' && isEventType(type) && isObject(by) && isObject(data);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
