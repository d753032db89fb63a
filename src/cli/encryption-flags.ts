import * as Flags from '@oclif/core/flags';

const ENCRYPTION = 'ENCRYPTION';

const passphraseFlag = {
  'passphrase-fd': Flags.integer({
    summary: 'Read the passphrase from this file descriptor, up to a line feed, instead of asking.',
    min: 0,
    max: 1_048_576,
    helpValue: 'N',
    helpGroup: ENCRYPTION,
  }),
};

/** Flags of commands that write what leaves the store. Naming a recipient means `--encrypt`. */
export const encryptFlags = {
  encrypt: Flags.boolean({
    summary: 'Encrypt with age: to the recipients named, else with a passphrase that is asked for.',
    helpGroup: ENCRYPTION,
  }),
  recipient: Flags.string({
    char: 'r',
    summary: 'Encrypt to this recipient; several times.',
    multiple: true,
    multipleNonGreedy: true,
    helpValue: 'age1…',
    helpGroup: ENCRYPTION,
  }),
  'recipients-file': Flags.string({
    char: 'R',
    summary: 'Encrypt to the recipients in this file, one a line; several times.',
    multiple: true,
    multipleNonGreedy: true,
    helpValue: 'FILE',
    helpGroup: ENCRYPTION,
  }),
  ...passphraseFlag,
  armor: Flags.boolean({
    summary: 'Write the encrypted file as text (a terminal always gets text).',
    helpGroup: ENCRYPTION,
  }),
};

/** Flags of commands that read what was encrypted. */
export const decryptFlags = {
  identity: Flags.string({
    char: 'i',
    summary: 'File with the secret key of an encrypted file; several times.',
    multiple: true,
    multipleNonGreedy: true,
    helpValue: 'FILE',
    helpGroup: ENCRYPTION,
  }),
  ...passphraseFlag,
};

/** A line of the help section ENVIRONMENT. */
export const PASSPHRASE_ENVIRONMENT = 'LOOM_PASSPHRASE  passphrase of an encrypted file, where none is asked for';
