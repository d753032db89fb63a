import { closeSync, constants, fstatSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LoomError } from '../kernel/loom-error.ts';

const CHUNK = 256 * 1024;

/** A file whose bytes can be read more than once: always those of the file that was opened, whatever its name means later. */
export interface RereadableFile {
  readonly path: string;
  readonly size: number;
  /** The first bytes. */
  head(length: number): Buffer;
  read(): Iterable<Buffer>;
  close(): void;
}

function fileOf(path: string, descriptor: number, onClose: () => void): RereadableFile {
  return {
    path,
    size: fstatSync(descriptor).size,
    head: (length) => {
      const head = Buffer.alloc(length);
      return head.subarray(0, readSync(descriptor, head, 0, length, 0));
    },
    *read() {
      for (let at = 0; ; ) {
        const chunk = Buffer.alloc(CHUNK);
        const length = readSync(descriptor, chunk, 0, CHUNK, at);
        if (length === 0) return;
        at += length;
        yield chunk.subarray(0, length);
      }
    },
    close: () => {
      closeSync(descriptor);
      onClose();
    },
  };
}

/** Opens a regular file. Throws LoomError `not-found`/`path-not-found`, `usage`/`not-a-regular-file`. */
export function openFile(path: string): RereadableFile {
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (cause) {
    throw new LoomError({ kind: 'not-found', code: 'path-not-found', message: `cannot open ${path}`, cause });
  }
  if (fstatSync(descriptor).isFile()) return fileOf(path, descriptor, () => undefined);
  closeSync(descriptor);
  throw new LoomError({ kind: 'usage', code: 'not-a-regular-file', message: `${path} is not a regular file` });
}

/**
 * Keeps a stream in a private file without a name, so that it can be read again. For what is encrypted: nothing else of a
 * person's is put into a folder of temporary files.
 */
export async function keepStream(path: string, stream: AsyncIterable<Uint8Array>): Promise<RereadableFile> {
  const folder = mkdtempSync(join(tmpdir(), 'loom-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const descriptor = openSync(join(folder, 'encrypted'), 'wx+', 0o600);
  if (process.platform !== 'win32') remove();
  const file = fileOf(path, descriptor, remove);
  try {
    for await (const chunk of stream) {
      for (let written = 0; written < chunk.length; ) written += writeSync(descriptor, chunk, written);
    }
    return { ...file, size: fstatSync(descriptor).size };
  } catch (error) {
    file.close();
    throw error;
  }
}
