/** Shorter ids are counted within one session; those of other sessions are the same. */
const LEAST_LENGTH = 16;

/** An id that no other session has by chance: long enough to be a random one. `undefined` for all others. */
export function uniqueId(id: string | undefined): string | undefined {
  return id !== undefined && id.length >= LEAST_LENGTH ? id : undefined;
}
