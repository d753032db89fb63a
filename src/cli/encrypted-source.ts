import type { DocumentKey, Encryption } from '../app/ports/encryption.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { openEncryption } from './open-encryption.ts';
import { readKeyFile } from './read-key-file.ts';
import { readPassphrase } from './read-passphrase.ts';
import type { RereadableFile } from './rereadable-file.ts';
import { safeLine } from './safe-text.ts';
import { encryptionOf, type FileEncryption } from './sniff-export.ts';

/** What the flags of an import say about encryption. */
export interface DecryptFlags {
  readonly identity?: readonly string[] | undefined;
  readonly 'passphrase-fd'?: number | undefined;
}

/** Armored text is taken apart in memory. */
const MOST_ARMORED = 256 * 1024 * 1024;

function keyNeeded(path: string): LoomError {
  return new LoomError({
    kind: 'usage',
    code: 'key-needed',
    message: `${path} is encrypted to keys: say which file has yours with --identity FILE`,
  });
}

/** The keys that flags name; read when a file needs them, and once for several files. */
export class DecryptionKeys {
  readonly #flags: DecryptFlags;
  #identities: Promise<DocumentKey> | undefined;
  #passphrase: Promise<DocumentKey> | undefined;

  constructor(flags: DecryptFlags) {
    this.#flags = flags;
  }

  /** Standard input holds the document, so no passphrase can come from there. Throws LoomError `usage`/`bad-passphrase`. */
  leaveStdin(): void {
    if (this.#flags['passphrase-fd'] !== 0) return;
    throw new LoomError({
      kind: 'usage',
      code: 'bad-passphrase',
      message: 'standard input holds the document; the passphrase must come from another descriptor',
    });
  }

  /** The key for one file. Throws LoomError `usage`/`key-needed`, `no-passphrase`. */
  for(encryption: Encryption, path: string, { lock }: FileEncryption): Promise<DocumentKey> {
    if (lock === 'passphrase') {
      this.#passphrase ??= this.#askPassphrase(path);
      return this.#passphrase;
    }
    if (this.#flags.identity === undefined) throw keyNeeded(path);
    this.#identities ??= this.#readIdentities(encryption, this.#flags.identity);
    return this.#identities;
  }

  async #askPassphrase(path: string): Promise<DocumentKey> {
    const name = path === '-' ? 'standard input' : path;
    const wish = {
      question: `Passphrase of ${safeLine(name)}:`,
      descriptor: this.#flags['passphrase-fd'],
      isNew: false,
    };
    return { kind: 'passphrase', passphrase: await readPassphrase(wish) };
  }

  async #readIdentities(encryption: Encryption, paths: readonly string[]): Promise<DocumentKey> {
    const identities: string[] = [];
    for (const path of paths) identities.push(...(await this.#identitiesIn(encryption, path)));
    return { kind: 'identities', identities };
  }

  /** A key file may itself be encrypted with a passphrase. */
  async #identitiesIn(encryption: Encryption, path: string): Promise<readonly string[]> {
    const bytes = readKeyFile(path, 'identity file');
    const found = encryptionOf(bytes);
    if (found === undefined) return encryption.readIdentities(bytes.toString('utf8'), path);
    const plain = found.isArmored ? encryption.unarmor(bytes.toString('latin1')) : bytes;
    const document = await encryption.open([plain], await this.#askPassphrase(path));
    return encryption.readIdentities((await gather(document.read([plain]))).toString('utf8'), path);
  }
}

async function gather(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

/** The bytes of an encrypted file as often as they are asked for. */
async function encryptedBytes(
  encryption: Encryption,
  file: RereadableFile,
  { isArmored }: FileEncryption,
): Promise<() => AsyncIterable<Uint8Array> | Iterable<Uint8Array>> {
  if (!isArmored) return () => file.read();
  if (file.size > MOST_ARMORED) {
    throw new LoomError({
      kind: 'usage',
      code: 'data-too-large',
      message: `${file.path} is armored and larger than 256 MiB`,
      hints: ['age --decrypt FILE | loom import loom -'],
    });
  }
  const bytes = encryption.unarmor((await gather(file.read())).toString('latin1'));
  return () => [bytes];
}

/**
 * Decrypts a file after all of it was tried: what is cut off, changed or not for this key throws before the first byte is given.
 */
export async function decryptFile(
  file: RereadableFile,
  found: FileEncryption,
  keys: DecryptionKeys,
): Promise<AsyncIterable<Uint8Array>> {
  const encryption = await openEncryption();
  const key = await keys.for(encryption, file.path, found);
  const bytes = await encryptedBytes(encryption, file, found);
  const document = await encryption.open(bytes(), key);
  for await (const _chunk of document.read(bytes()));
  return document.read(bytes());
}
