import type { Encryption } from '../app/ports/encryption.ts';

/** Loads what encrypts and decrypts: only a command that does so needs it. */
export async function openEncryption(): Promise<Encryption> {
  return (await import('../encryption/age-encryption.ts')).ageEncryption;
}
