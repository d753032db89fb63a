import { createHmac } from 'node:crypto';
import { createRedactor, type SecretRedactor } from '../../src/redaction/redactor.ts';

/** A redactor with a fixed key. */
export function testRedactor(): SecretRedactor {
  return createRedactor({
    key: new Uint8Array(32).fill(7),
    hmac: (key, text) => createHmac('sha256', key).update(text).digest(),
  });
}
