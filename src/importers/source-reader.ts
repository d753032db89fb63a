import { createHash, type Hash } from 'node:crypto';
import { type BigIntStats, closeSync, constants, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import type { SkippedPath, SourceFile } from '../app/ports/importer.ts';
import type { OpenSource, SourceLine, SourceReader } from '../app/ports/source-reader.ts';
import { detectForeignEncoding, readSourceLines } from './source-lines.ts';

const CHUNK = 1024 * 1024;
const HEAD = 512;
const DIGEST_BYTES = 16;

function skipped(path: string, code: string, message: string): SkippedPath {
  return { path, code, message };
}

function openFile(path: string): number | SkippedPath {
  try {
    return openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    return skipped(path, 'unreadable', `cannot be opened (${code})`);
  }
}

/** Why an open file is no source to read; undefined when it is one. */
function judge(descriptor: number, file: SourceFile, stats: BigIntStats): SkippedPath | undefined {
  if (!stats.isFile()) return skipped(file.path, 'not-a-regular-file', 'is no regular file');
  const head = Buffer.alloc(HEAD);
  const length = readSync(descriptor, head, 0, HEAD, 0);
  const foreign = detectForeignEncoding(head.subarray(0, length));
  if (foreign === 'utf-16') return skipped(file.path, 'utf-16', 'is encoded as UTF-16; only UTF-8 is read');
  return foreign === undefined ? undefined : skipped(file.path, foreign, 'is no text');
}

class OpenFile implements OpenSource {
  readonly #descriptor: number;
  readonly #limit: number;
  readonly size: number;
  readonly mtimeNs: string;
  readonly ctimeNs: string;
  readonly inode: string;
  /** Digest of a prefix, to go on from when a longer one is asked for. */
  #hashed: { readonly bytes: number; readonly hash: Hash } = { bytes: 0, hash: createHash('sha256') };

  constructor(descriptor: number, stats: BigIntStats) {
    this.#descriptor = descriptor;
    this.#limit = Number(stats.size);
    this.size = this.#limit;
    this.mtimeNs = String(stats.mtimeNs);
    this.ctimeNs = String(stats.ctimeNs);
    this.inode = `${stats.dev}:${stats.ino}`;
  }

  /** Reads no byte that came after the file was opened, so that one import speaks of one moment. */
  #read(into: Uint8Array, position: number): number {
    const wanted = Math.min(into.length, this.#limit - position);
    return wanted <= 0 ? 0 : readSync(this.#descriptor, into, 0, wanted, position);
  }

  prefixDigest(bytes: number): string {
    if (bytes < this.#hashed.bytes) this.#hashed = { bytes: 0, hash: createHash('sha256') };
    const { hash } = this.#hashed;
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK, Math.max(1, bytes - this.#hashed.bytes)));
    let position = this.#hashed.bytes;
    while (position < bytes) {
      const count = this.#read(chunk.subarray(0, Math.min(chunk.length, bytes - position)), position);
      if (count === 0) break;
      hash.update(chunk.subarray(0, count));
      position += count;
    }
    this.#hashed = { bytes: position, hash };
    return hash.copy().digest().subarray(0, DIGEST_BYTES).toString('base64url');
  }

  lines(from: { readonly offset: number; readonly line: number }): Iterable<SourceLine> {
    return readSourceLines({ ...from, read: (into, position) => this.#read(into, position) });
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

/** Reads sources from the file system. */
export const fileSourceReader: SourceReader = {
  open: (file) => {
    const descriptor = openFile(file.path);
    if (typeof descriptor !== 'number') return descriptor;
    const stats = fstatSync(descriptor, { bigint: true });
    const trouble = judge(descriptor, file, stats);
    if (trouble === undefined) return new OpenFile(descriptor, stats);
    closeSync(descriptor);
    return trouble;
  },
  exists: (path) => existsSync(path),
};
