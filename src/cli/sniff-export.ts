import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** Bytes at the beginning of a file that tell what it is. */
export const TELLING_BYTES = 256;

/** How a file is encrypted, as its beginning says. */
export interface FileEncryption {
  readonly lock: 'recipients' | 'passphrase';
  readonly isArmored: boolean;
}

const ARMOR = /^\s*-----BEGIN AGE ENCRYPTED FILE-----\r?\n([A-Za-z0-9+/=\r\n]*)/;
const HEADER = /^age-encryption\.org\/v1\n(?:-> (\S*))?/;

function headerLock(head: string): FileEncryption['lock'] | undefined {
  const header = HEADER.exec(head);
  if (header === null) return undefined;
  return header[1] === 'scrypt' ? 'passphrase' : 'recipients';
}

/** Tells from the beginning of a file whether it is an age file, and how it is opened; `undefined` for any other. */
export function encryptionOf(head: Buffer): FileEncryption | undefined {
  const text = head.toString('latin1');
  const armored = ARMOR.exec(text);
  const lock = headerLock(armored === null ? text : Buffer.from(armored[1] ?? '', 'base64').toString('latin1'));
  if (lock !== undefined) return { lock, isArmored: armored !== null };
  return armored === null ? undefined : { lock: 'recipients', isArmored: true };
}

function isPlainExport(head: Buffer): boolean {
  return /^(?:\uFEFF)?\s*\{\s*"loom"\s*:\s*"(?:export|session-export)"/.test(head.toString('utf8'));
}

/** Whether a file begins like an export of loom, plain or encrypted. Never blocks; any doubt is a no. */
export function isExportFile(path: string): boolean {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    if (!fstatSync(descriptor).isFile()) return false;
    const bytes = Buffer.alloc(TELLING_BYTES);
    const head = bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, 0));
    return isPlainExport(head) || encryptionOf(head) !== undefined;
  } catch {
    return false;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
