import type { DocumentLock, Encryption } from '../app/ports/encryption.ts';
import { escapeActive } from '../kernel/json-text.ts';
import { LoomError } from '../kernel/loom-error.ts';
import type { ExportPieces } from './export-files.ts';
import { openEncryption } from './open-encryption.ts';
import { readKeyFile } from './read-key-file.ts';
import { readPassphrase } from './read-passphrase.ts';
import type { Screen } from './screen.ts';

/** What the flags of an export say about encryption. */
export interface EncryptFlags {
  readonly encrypt: boolean;
  readonly recipient?: readonly string[] | undefined;
  readonly 'recipients-file'?: readonly string[] | undefined;
  readonly 'passphrase-fd'?: number | undefined;
  readonly armor: boolean;
}

/** What the way out does to what is exported: nothing, or it encrypts. */
export interface Seal {
  /** How it is encrypted, as answers tell; null for a plain export. */
  readonly encrypted: DocumentLock['kind'] | null;
  /** Added to names of files that loom chooses. */
  readonly ending: '' | '.age';
  /** What goes into a file. */
  file(pieces: Iterable<string>): ExportPieces;
  /** What goes to standard output; JSON is escaped for a terminal, which changes no value. */
  print(pieces: Iterable<string>, screen: Screen): ExportPieces;
  /** What can stand inside a JSON document. */
  text(pieces: Iterable<string>): Promise<string>;
}

function* escaped(pieces: Iterable<string>): Generator<string> {
  for (const piece of pieces) yield escapeActive(piece);
}

const PLAIN: Seal = {
  encrypted: null,
  ending: '',
  file: (pieces) => pieces,
  print: (pieces, screen) => (screen.terminal ? escaped(pieces) : pieces),
  text: async (pieces) => [...pieces].join(''),
};

function sealWith(encryption: Encryption, lock: DocumentLock, armor: boolean): Seal {
  const bytes = (pieces: Iterable<string>) => encryption.encrypt(pieces, lock);
  const armored = (pieces: Iterable<string>) => encryption.armor(bytes(pieces));
  return {
    encrypted: lock.kind,
    ending: '.age',
    file: (pieces) => (armor ? armored(pieces) : bytes(pieces)),
    print: (pieces, screen) => (armor || screen.terminal ? armored(pieces) : bytes(pieces)),
    text: async (pieces) => {
      const all: string[] = [];
      for await (const piece of armored(pieces)) all.push(piece);
      return all.join('');
    },
  };
}

function onlyWithEncrypt(flag: string): LoomError {
  return new LoomError({
    kind: 'usage',
    code: 'bad-value',
    message: `${flag} says how to encrypt: add --encrypt`,
  });
}

function readRecipients(encryption: Encryption, flags: EncryptFlags): readonly string[] {
  const named = (flags.recipient ?? []).flatMap((word) => encryption.readRecipients(word, '--recipient'));
  const files = (flags['recipients-file'] ?? []).flatMap((path) =>
    encryption.readRecipients(readKeyFile(path, 'recipients file').toString('utf8'), path),
  );
  return [...new Set([...named, ...files])];
}

async function readLock(encryption: Encryption, flags: EncryptFlags): Promise<DocumentLock> {
  const recipients = readRecipients(encryption, flags);
  if (recipients.length === 0) {
    const wish = { question: 'Passphrase for the export:', descriptor: flags['passphrase-fd'], isNew: true };
    return { kind: 'passphrase', passphrase: await readPassphrase(wish) };
  }
  if (flags['passphrase-fd'] === undefined) return { kind: 'recipients', recipients };
  throw new LoomError({
    kind: 'usage',
    code: 'bad-value',
    message: 'a file is encrypted to recipients or with a passphrase, not both',
  });
}

/**
 * Reads how an export is to be encrypted, before anything is written: who names a recipient or a passphrase never gets a plain
 * file.
 */
export async function readSeal(flags: EncryptFlags): Promise<Seal> {
  const { encrypt, recipient, armor } = flags;
  if (!encrypt && recipient === undefined && flags['recipients-file'] === undefined) {
    if (flags['passphrase-fd'] !== undefined) throw onlyWithEncrypt('--passphrase-fd');
    if (armor) throw onlyWithEncrypt('--armor');
    return PLAIN;
  }
  const encryption = await openEncryption();
  return sealWith(encryption, await readLock(encryption, flags), armor);
}
