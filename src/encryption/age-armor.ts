import { armor } from 'age-encryption';
import { encryptionDamaged } from './encryption-damaged.ts';

const BEGIN = '-----BEGIN AGE ENCRYPTED FILE-----\n';
const END = '-----END AGE ENCRYPTED FILE-----\n';
/** Bytes of one line of 64 characters. */
const LINE = 48;

/** Writes bytes as armored text, line by line as they come. */
export async function* armorBytes(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  yield BEGIN;
  let rest: Uint8Array = new Uint8Array(0);
  for await (const chunk of bytes) {
    const all = Buffer.concat([rest, chunk]);
    const whole = all.length - (all.length % LINE);
    if (whole > 0) yield armoredLines(all.subarray(0, whole));
    rest = all.subarray(whole);
  }
  if (rest.length > 0) yield armoredLines(rest);
  yield END;
}

function armoredLines(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('base64')
    .replace(/.{1,64}/g, '$&\n');
}

/** Reads armored text. */
export function unarmorText(text: string): Uint8Array {
  try {
    return armor.decode(text);
  } catch (cause) {
    throw encryptionDamaged(cause);
  }
}
