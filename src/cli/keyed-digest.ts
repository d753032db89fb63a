import { createHmac } from 'node:crypto';

const DIGEST_BYTES = 16;

/** Makes the keyed digest of texts under a key, which is asked for when the first text is. */
export function keyedDigestWith(key: () => Uint8Array): (text: string) => string {
  return (text) =>
    createHmac('sha256', key()).update(`digest\0${text}`).digest().subarray(0, DIGEST_BYTES).toString('base64url');
}
