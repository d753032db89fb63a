import { createHash } from 'node:crypto';
import { closeSync, fstatSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionId } from '../kernel/ids.ts';
import {
  ensureFolder,
  guardStorage,
  hasErrno,
  moveFile,
  openForReading,
  readFully,
  removeFile,
  syncFolder,
  writeNewFile,
} from './durable-file.ts';
import type { SplitBlob } from './kept-line.ts';

const DIGEST = /^[0-9a-f]{64}$/;

/** The blobs of one session: files named by the SHA-256 of their content. */
export class BlobFolder {
  readonly #root: string;
  readonly #session: SessionId;
  readonly #path: string;

  constructor(blobsDir: string, session: SessionId) {
    this.#root = blobsDir;
    this.#session = session;
    this.#path = join(blobsDir, session);
  }

  /** Writes a blob durably under a name of its own; returns it, or `undefined` when the blob is already there. */
  stage({ sha256, content }: SplitBlob, draft: string): string | undefined {
    if (this.#sizeOf(sha256) === content.length) return undefined;
    ensureFolder(this.#root, this.#session);
    const staged = `${sha256}.${draft}.part`;
    writeNewFile(join(this.#path, staged), content);
    return staged;
  }

  /** Gives staged blobs their names; their bytes are durable already. */
  publish(staged: readonly string[]): void {
    if (staged.length === 0) return;
    for (const name of staged) moveFile(join(this.#path, name), join(this.#path, name.slice(0, 64)));
    syncFolder(this.#path);
  }

  /** Removes staged blobs. */
  discard(staged: readonly string[]): void {
    for (const name of staged) removeFile(join(this.#path, name));
  }

  /** Removes blobs by name, durably. */
  remove(names: readonly string[]): void {
    for (const name of names) removeFile(join(this.#path, name));
    if (names.length > 0) syncFolder(this.#path);
  }

  /** Content of a blob; `undefined` when it is missing or damaged. */
  read(sha256: string): Uint8Array | undefined {
    if (!DIGEST.test(sha256)) return undefined;
    const path = join(this.#path, sha256);
    const fd = openForReading(path);
    if (fd === undefined) return undefined;
    try {
      const content = guardStorage('read', path, () => readFully(fd, fstatSync(fd).size, 0));
      return createHash('sha256').update(content).digest('hex') === sha256 ? content : undefined;
    } finally {
      closeSync(fd);
    }
  }

  /** Every blob with its size, by name. */
  list(): readonly { readonly sha256: string; readonly bytes: number }[] {
    return this.#names()
      .filter((name) => DIGEST.test(name))
      .sort()
      .map((sha256) => ({ sha256, bytes: this.#sizeOf(sha256) ?? 0 }));
  }

  /** Bytes on disk, unpublished ones included. */
  size(): number {
    return this.#names().reduce((sum, name) => sum + (this.#sizeOf(name) ?? 0), 0);
  }

  /** Removes the folder; returns the bytes removed. */
  erase(): number {
    const bytes = this.size();
    if (!this.#exists()) return 0;
    guardStorage('remove', this.#path, () => rmSync(this.#path, { recursive: true, force: true }));
    syncFolder(this.#root);
    return bytes;
  }

  #exists(): boolean {
    return lstatSync(this.#path, { throwIfNoEntry: false }) !== undefined;
  }

  #names(): string[] {
    return guardStorage('list', this.#path, () => {
      try {
        return readdirSync(this.#path);
      } catch (error) {
        if (hasErrno(error, 'ENOENT', 'ENOTDIR')) return [];
        throw error;
      }
    });
  }

  #sizeOf(name: string): number | undefined {
    const path = join(this.#path, name);
    return guardStorage('stat', path, () => lstatSync(path, { throwIfNoEntry: false })?.size);
  }
}
