import { createHash, type Hash } from 'node:crypto';
import { type BigIntStats, closeSync, constants, fstatSync, lstatSync, openSync, readSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ForeignDatabase } from '../app/ports/foreign-database.ts';
import type { SkippedPath, SourceFile } from '../app/ports/importer.ts';
import type { ListMemory, OpenBytes, SourceLine, SourceReader } from '../app/ports/source-reader.ts';
import { errnoOf, sayErrno, saysAbsent } from '../kernel/errno-of.ts';
import type { ByteSource } from './line-frames.ts';
import { readHead } from './source-head.ts';
import { detectForeignEncoding, readSourceLines } from './source-lines.ts';
import { isZstd, ZstdText } from './zstd-text.ts';

const CHUNK = 1024 * 1024;
const HEAD = 512;
const DIGEST_BYTES = 16;

function skipped(path: string, code: string, message: string): SkippedPath {
  return { path, code, message };
}

/** The link that leads nowhere by which nothing is at a path: the path itself, or a folder on its way. */
function deadLinkOf(path: string): string | undefined {
  const above = dirname(path);
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return above === path ? undefined : deadLinkOf(above);
  return stats.isSymbolicLink() && statSync(path, { throwIfNoEntry: false }) === undefined ? path : undefined;
}

/** What is at a path; a link that leads nowhere, or in a circle, is something that somebody put there. */
function lookAt(path: string): 'there' | 'absent' | SkippedPath {
  try {
    statSync(path);
    return 'there';
  } catch (error) {
    const dead = errnoOf(error) === 'ENOENT' ? deadLinkOf(path) : undefined;
    if (errnoOf(error) === 'ELOOP' || dead === path)
      return skipped(path, 'broken-link', `is a link that leads nowhere (${errnoOf(error)})`);
    if (dead !== undefined) return skipped(path, 'broken-link', 'lies behind a link that leads nowhere (ENOENT)');
    return saysAbsent(error) ? 'absent' : skipped(path, 'unreadable', `cannot be looked at (${sayErrno(error)})`);
  }
}

function openFile(path: string): number | SkippedPath {
  try {
    return openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0));
  } catch (error) {
    return skipped(path, 'unreadable', `cannot be opened (${sayErrno(error)})`);
  }
}

/** Why an open file is no source to read; undefined when it is one. */
function judge(file: SourceFile, head: Uint8Array): SkippedPath | undefined {
  if (isZstd(head)) return undefined;
  const foreign = detectForeignEncoding(head);
  if (foreign === 'utf-16') return skipped(file.path, 'utf-16', 'is encoded as UTF-16; only UTF-8 is read');
  return foreign === undefined ? undefined : skipped(file.path, foreign, 'is no text');
}

/** About how many times larger JSON is than its compressed form. */
const COMPRESSION = 8;

/** A file as it was when it was opened: no byte that came later is read, so that one import speaks of one moment. */
function limitedFile(descriptor: number, size: number): ByteSource {
  return {
    read: (into, position) => {
      const wanted = Math.min(into.length, size - position);
      return wanted <= 0 ? 0 : readSync(descriptor, into, 0, wanted, position);
    },
  };
}

class OpenFile implements OpenBytes {
  readonly #descriptor: number;
  readonly #text: ByteSource;
  readonly size: number;
  readonly textSize: number;
  readonly mtimeNs: string;
  readonly ctimeNs: string;
  readonly inode: string;
  /** Digest of a prefix, to go on from when a longer one is asked for. */
  #hashed: { readonly bytes: number; readonly hash: Hash } = { bytes: 0, hash: createHash('sha256') };

  constructor(descriptor: number, stats: BigIntStats, { path, compressed }: { path: string; compressed: boolean }) {
    this.#descriptor = descriptor;
    this.size = Number(stats.size);
    const file = limitedFile(descriptor, this.size);
    this.#text = compressed ? new ZstdText(path, file) : file;
    this.textSize = compressed ? this.size * COMPRESSION : this.size;
    this.mtimeNs = String(stats.mtimeNs);
    this.ctimeNs = String(stats.ctimeNs);
    this.inode = `${stats.dev}:${stats.ino}`;
  }

  read(into: Uint8Array, position: number): number {
    return this.#text.read(into, position);
  }

  prefixDigest(bytes: number): string {
    if (bytes < this.#hashed.bytes) this.#hashed = { bytes: 0, hash: createHash('sha256') };
    const { hash } = this.#hashed;
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK, Math.max(1, bytes - this.#hashed.bytes)));
    let position = this.#hashed.bytes;
    while (position < bytes) {
      const count = this.read(chunk.subarray(0, Math.min(chunk.length, bytes - position)), position);
      if (count === 0) break;
      hash.update(chunk.subarray(0, count));
      position += count;
    }
    this.#hashed = { bytes: position, hash };
    return hash.copy().digest().subarray(0, DIGEST_BYTES).toString('base64url');
  }

  lines(from: { readonly offset: number; readonly line: number }): Iterable<SourceLine> {
    return readSourceLines({ ...from, read: (into, position) => this.#readOn(into, position) });
  }

  /** Reads, and takes into the digest what follows on what is in it already: a source is read once for both. */
  #readOn(into: Uint8Array, position: number): number {
    const count = this.#text.read(into, position);
    const { bytes, hash } = this.#hashed;
    if (position !== bytes || count === 0) return count;
    hash.update(into.subarray(0, count));
    this.#hashed = { bytes: bytes + count, hash };
    return count;
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

function openFileAsText(file: SourceFile): OpenBytes | SkippedPath {
  const descriptor = openFile(file.path);
  if (typeof descriptor !== 'number') return descriptor;
  const stats = fstatSync(descriptor, { bigint: true });
  const trouble = stats.isFile() ? undefined : skipped(file.path, 'not-a-regular-file', 'is no regular file');
  const head = Buffer.alloc(HEAD);
  const length = trouble === undefined ? readSync(descriptor, head, 0, HEAD, 0) : 0;
  const reason = trouble ?? judge(file, head.subarray(0, length));
  if (reason === undefined) return new OpenFile(descriptor, stats, { path: file.path, compressed: isZstd(head) });
  closeSync(descriptor);
  return reason;
}

/** What opens the databases of other tools. */
export interface DatabaseOpener {
  open(path: string): ForeignDatabase | SkippedPath;
  stampOf(path: string): string;
  isSettled(path: string): boolean;
  release(): void;
}

/** Reads sources from the file system; Zstandard files as the text inside them. */
export function createSourceReader(databases: DatabaseOpener, lists?: ListMemory): SourceReader {
  const reader: SourceReader = {
    open: openFileAsText,
    look: lookAt,
    exists: (path) => lookAt(path) !== 'absent',
    head: (file, extent) => readHead(file, reader, extent),
    database: (path) => databases.open(path),
    databaseStamp: (path) => databases.stampOf(path),
    isSettled: (path) => databases.isSettled(path),
    ...(lists === undefined ? {} : { lists }),
    release: () => databases.release(),
  };
  return reader;
}

/** A reader for files only. */
export const fileSourceReader: SourceReader = createSourceReader({
  open: (path) => skipped(path, 'not-a-session', 'is a database'),
  stampOf: () => '',
  isSettled: () => false,
  release: () => undefined,
});
