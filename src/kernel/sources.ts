import type { EventId } from './ids.ts';

/** Milliseconds since the epoch; the one clock of an invocation, injected. */
export type Clock = () => number;

/** Full SHA-256 of bytes, or of the UTF-8 bytes of a text. */
export type Sha256 = (content: string | Uint8Array) => Uint8Array;

/** `length` random bytes. */
export type Randomness = (length: number) => Uint8Array;

/** Mints event ids for facts without a native key. */
export type MintEventId = () => EventId;
