import { Encrypter } from 'age-encryption';
import type { DocumentLock } from '../app/ports/encryption.ts';
import { chunksOf, gatherBytes, streamOf } from './byte-stream.ts';

function encrypterFor(lock: DocumentLock): Encrypter {
  const encrypter = new Encrypter();
  if (lock.kind === 'passphrase') encrypter.setPassphrase(lock.passphrase);
  else for (const recipient of lock.recipients) encrypter.addRecipient(recipient);
  return encrypter;
}

/** Encrypts text as it comes; holds no more of it than a few chunks. */
export async function* encryptText(
  pieces: AsyncIterable<string> | Iterable<string>,
  lock: DocumentLock,
): AsyncGenerator<Uint8Array> {
  yield* chunksOf(await encrypterFor(lock).encrypt(streamOf(gatherBytes(pieces))));
}
