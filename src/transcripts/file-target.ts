import { closeSync, constants, fdatasyncSync, fstatSync, ftruncateSync } from 'node:fs';
import { dirname } from 'node:path';
import { LoomError } from '../kernel/loom-error.ts';
import type { BlobFolder } from './blob-folder.ts';
import {
  guardStorage,
  moveFile,
  type OpenedFile,
  openRegular,
  readFully,
  removeFile,
  writeAll,
} from './durable-file.ts';
import type { SplitBlob } from './kept-line.ts';
import type { DraftTarget } from './transcript-draft.ts';

const SPILL = 1024 * 1024;

/** What a file draft is made of. */
export interface FileTargetParts {
  /** Path of the kept transcript. */
  readonly path: string;
  /** Path of this draft's own file. */
  readonly part: string;
  /** Name of the draft, unique. */
  readonly draft: string;
  /** Bytes of the transcript that the journal names; null for a session without one. */
  readonly keptLength: number | null;
  readonly blobs: BlobFolder;
  /** Creates the folder of `path`; its name becomes durable with the file's. */
  readonly prepare: () => void;
}

/** Gathers lines in memory and, beyond a bound, in a file of its own; publishes by rename, or by cutting back and appending. */
export class FileTarget implements DraftTarget {
  readonly #parts: FileTargetParts;
  readonly #staged: string[] = [];
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #fd: number | undefined;
  #spilled = 0;

  constructor(parts: FileTargetParts) {
    this.#parts = parts;
  }

  write(line: Buffer): void {
    this.#pending.push(line);
    this.#pendingBytes += line.length;
    if (this.#pendingBytes > SPILL) this.#spill();
  }

  writeBlob(blob: SplitBlob): void {
    const staged = this.#parts.blobs.stage(blob, this.#parts.draft);
    if (staged !== undefined) this.#staged.push(staged);
  }

  flush(): readonly OpenedFile[] {
    const { keptLength, part } = this.#parts;
    if (keptLength === null && this.#spilled + this.#pendingBytes > 0) this.#spill();
    return this.#fd === undefined ? [] : [{ fd: this.#fd, path: part }];
  }

  place(): readonly string[] {
    this.#parts.blobs.publish(this.#staged);
    const { keptLength, path, part } = this.#parts;
    if (keptLength !== null) {
      const isNew = this.#append(keptLength);
      this.#closePart();
      removeFile(part);
      return isNew ? this.#folders() : [];
    }
    if (this.#fd === undefined) return [];
    this.#closePart();
    moveFile(part, path);
    return this.#folders();
  }

  /** Where the name of the transcript stands, and the name of its folder: another draft may just have created that. */
  #folders(): readonly string[] {
    const folder = dirname(this.#parts.path);
    return [folder, dirname(folder)];
  }

  discard(): void {
    this.#closePart();
    removeFile(this.#parts.part);
    this.#parts.blobs.discard(this.#staged);
    this.#pending = [];
  }

  #spill(): void {
    const { part, prepare } = this.#parts;
    if (this.#fd === undefined) {
      prepare();
      this.#fd = openRegular(part, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL);
    }
    const fd = this.#fd;
    const bytes = Buffer.concat(this.#pending);
    guardStorage('write', part, () => writeAll(fd, bytes, this.#spilled));
    this.#spilled += bytes.length;
    this.#pending = [];
    this.#pendingBytes = 0;
  }

  /** Cuts the transcript back and appends, durably; tells whether its name is new. */
  #append(keptLength: number): boolean {
    const { path, prepare } = this.#parts;
    prepare();
    const fd = openRegular(path, constants.O_RDWR | constants.O_CREAT);
    try {
      const { size } = fstatSync(fd);
      if (size < keptLength) throw shortTranscript(path, keptLength, size);
      guardStorage('write', path, () => {
        if (size > keptLength) ftruncateSync(fd, keptLength);
        this.#copyTo(fd, keptLength);
        fdatasyncSync(fd);
      });
      return size === 0;
    } finally {
      closeSync(fd);
    }
  }

  #copyTo(fd: number, from: number): void {
    let at = from;
    for (let done = 0; done < this.#spilled && this.#fd !== undefined; ) {
      const chunk = readFully(this.#fd, Math.min(SPILL, this.#spilled - done), done);
      if (chunk.length === 0) throw new Error(`${this.#parts.part} is shorter than what was written to it`);
      writeAll(fd, chunk, at);
      at += chunk.length;
      done += chunk.length;
    }
    writeAll(fd, Buffer.concat(this.#pending), at);
  }

  #closePart(): void {
    if (this.#fd !== undefined) closeSync(this.#fd);
    this.#fd = undefined;
  }
}

function shortTranscript(path: string, named: number, size: number): LoomError {
  return new LoomError({
    kind: 'problem',
    code: 'transcript-too-short',
    message: `${path} has ${size} bytes, but the journal names ${named}`,
    hints: ['loom journal verify'],
  });
}
