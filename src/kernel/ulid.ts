import { encodeCrockford } from './crockford.ts';
import type { EventId } from './ids.ts';

const TIME_DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

function encodeTime(millis: number): string {
  let rest = Math.min(Math.max(Math.floor(millis), 0), 281_474_976_710_655);
  let text = '';
  for (let i = 0; i < 10; i += 1) {
    text = TIME_DIGITS.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

/** Builds a ULID from a time in milliseconds and 10 bytes: random ones, or a digest for a deterministic tail. */
export function makeEventId(millis: number, tail: Uint8Array): EventId {
  return (encodeTime(millis) + encodeCrockford(tail.subarray(0, 10)).toUpperCase()) as EventId;
}
