import { LoomError } from '../kernel/loom-error.ts';

/** The fault of a document that is cut, changed or no age file. */
export function encryptionDamaged(cause: unknown): LoomError {
  return new LoomError({
    kind: 'problem',
    code: 'encryption-damaged',
    message: 'the encrypted file is damaged, cut off or was changed; nothing of it is used',
    cause,
  });
}
