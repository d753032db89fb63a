import { Decrypter } from 'age-encryption';
import type { Bytes, DocumentKey, OpenedDocument } from '../app/ports/encryption.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { chunksOf, streamOf } from './byte-stream.ts';
import { encryptionDamaged } from './encryption-damaged.ts';

/** A header has a line or three for each recipient; beyond this it is no honest file. */
const LONGEST_HEADER = 64 * 1024;
const NO_KEY_FITS = "no identity matched any of the file's recipients";

function decrypterFor(key: DocumentKey): Decrypter {
  const decrypter = new Decrypter();
  if (key.kind === 'passphrase') decrypter.addPassphrase(key.passphrase);
  else for (const identity of key.identities) decrypter.addIdentity(identity);
  return decrypter;
}

/** The bytes up to the line that ends a header, that line included. */
async function readHeader(bytes: Bytes): Promise<Uint8Array> {
  let head = Buffer.alloc(0);
  for await (const chunk of bytes) {
    head = Buffer.concat([head, chunk]);
    const last = head.indexOf('\n--- ');
    const end = last === -1 ? -1 : head.indexOf('\n', last + 1);
    if (end !== -1 && end < LONGEST_HEADER) return head.subarray(0, end + 1);
    if (head.length > LONGEST_HEADER) throw encryptionDamaged(new Error('the header has no end'));
  }
  throw encryptionDamaged(new Error('the header has no end'));
}

function wrongKey(key: DocumentKey): LoomError {
  const what = key.kind === 'passphrase' ? 'this passphrase does not open' : 'no key of yours opens';
  return new LoomError({ kind: 'problem', code: 'wrong-key', message: `${what} the encrypted file; nothing was read` });
}

async function unwrapFileKey(header: Uint8Array, key: DocumentKey): Promise<Uint8Array> {
  try {
    return await decrypterFor(key).decryptHeader(header);
  } catch (cause) {
    if (cause instanceof Error && cause.message === NO_KEY_FITS) throw wrongKey(key);
    throw encryptionDamaged(cause);
  }
}

/** Tries a key on a document. The costly part, a passphrase above all, is done once; the document is then read as often as wanted. */
export async function openDocument(bytes: Bytes, key: DocumentKey): Promise<OpenedDocument> {
  const fileKey = await unwrapFileKey(await readHeader(bytes), key);
  return { read: (all) => decryptBytes(all, fileKey) };
}

async function* decryptBytes(bytes: Bytes, fileKey: Uint8Array): AsyncGenerator<Uint8Array> {
  const decrypter = new Decrypter();
  decrypter.addIdentity({ unwrapFileKey: () => fileKey });
  try {
    yield* chunksOf(await decrypter.decrypt(streamOf(bytes)));
  } catch (cause) {
    if (cause instanceof LoomError) throw cause;
    throw encryptionDamaged(cause);
  }
}
