import type { Encryption } from '../app/ports/encryption.ts';
import { armorBytes, unarmorText } from './age-armor.ts';
import { openDocument } from './age-decrypt.ts';
import { encryptText } from './age-encrypt.ts';
import { readIdentities, readRecipients } from './key-lines.ts';

/** The age format, by the library of its author. */
export const ageEncryption: Encryption = {
  readRecipients,
  readIdentities,
  encrypt: encryptText,
  armor: armorBytes,
  unarmor: unarmorText,
  open: openDocument,
};
