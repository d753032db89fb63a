import { isatty } from 'node:tty';
import { LoomError } from '../kernel/loom-error.ts';
import { type DecryptionKeys, decryptFile } from './encrypted-source.ts';
import { keepStream, openFile, type RereadableFile } from './rereadable-file.ts';
import { encryptionOf, TELLING_BYTES } from './sniff-export.ts';

/** Bytes of an export, decrypted if need be. */
export interface OpenedExport {
  readonly bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  close(): void;
}

async function ofFile(file: RereadableFile, keys: DecryptionKeys): Promise<OpenedExport> {
  const found = encryptionOf(file.head(TELLING_BYTES));
  const { close } = file;
  if (found === undefined) return { bytes: file.read(), close };
  try {
    return { bytes: await decryptFile(file, found, keys), close };
  } catch (error) {
    close();
    throw error;
  }
}

/** The first bytes of a stream, and a stream that begins with them again. */
async function peek(stream: AsyncIterable<Buffer>): Promise<{ head: Buffer; all: AsyncIterable<Buffer> }> {
  const iterator = stream[Symbol.asyncIterator]();
  const first: Buffer[] = [];
  let length = 0;
  while (length < TELLING_BYTES) {
    const next = await iterator.next();
    if (next.done === true) break;
    first.push(next.value);
    length += next.value.length;
  }
  async function* all(): AsyncGenerator<Buffer> {
    yield* first;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
  }
  return { head: Buffer.concat(first), all: all() };
}

async function ofStdin(keys: DecryptionKeys): Promise<OpenedExport> {
  if (isatty(0)) {
    throw new LoomError({
      kind: 'usage',
      code: 'no-input',
      message: 'nothing is piped to standard input',
      hints: ['loom import loom - < store.jsonl'],
    });
  }
  const { head, all } = await peek(process.stdin);
  if (encryptionOf(head) === undefined) return { bytes: all, close: () => undefined };
  keys.leaveStdin();
  return ofFile(await keepStream('-', all), keys);
}

/** Opens an export: a file, or `-` for standard input. What is encrypted is tried to its end before a byte of it is given. */
export async function openExport(path: string, keys: DecryptionKeys): Promise<OpenedExport> {
  return path === '-' ? ofStdin(keys) : ofFile(openFile(path), keys);
}
