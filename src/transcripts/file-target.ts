import { closeSync, constants, fdatasyncSync, fstatSync, ftruncateSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SessionId } from '../kernel/ids.ts';
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
import { addPieces, LineBuffer } from './line-buffer.ts';
import { makeNamedFolder, openNewFile, writeBytes } from './side-files.ts';
import type { DraftTarget } from './transcript-draft.ts';

const SPILL = 1024 * 1024;

/** Where the files of a draft go, once its session is known. */
export interface DraftPlace {
  /** Path of the kept transcript. */
  readonly path: string;
  /** Path of this draft's own file. */
  readonly part: string;
  readonly blobs: BlobFolder;
  /** Creates the folder of `path`; its name becomes durable with the file's. */
  readonly prepare: () => void;
}

/** What a file draft is made of. */
export interface FileTargetParts {
  /** Name of the draft, unique. */
  readonly draft: string;
  /** Bytes of the transcript that the journal names; null for a session without one. */
  readonly keptLength: number | null;
  readonly placeOf: (session: SessionId, draft: string) => DraftPlace;
}

/** A file that one draft wrote and another one publishes. */
interface HandedFile {
  readonly draft: string;
  readonly bytes: number;
  /** Blobs in files of their own. */
  readonly staged: readonly string[];
}

/**
 * Gathers lines in memory and, beyond a bound, in a file of its own; publishes by rename, or by cutting back and appending.
 * What has no name yet stays in memory.
 */
export class FileTarget implements DraftTarget {
  readonly #parts: FileTargetParts;
  readonly #staged: string[] = [];
  readonly #pending = new LineBuffer();
  #unplaced: SplitBlob[] = [];
  #place: DraftPlace | undefined;
  #fd: number | undefined;
  #spilled = 0;
  /** Name of the draft whose file this is. */
  #draft: string;
  /** The file was written by another draft, and is not open. */
  #isHanded = false;
  /** What is being written beside other work. */
  #writing: Promise<void> | undefined;

  constructor(parts: FileTargetParts) {
    this.#parts = parts;
    this.#draft = parts.draft;
  }

  write(...pieces: readonly (string | Uint8Array)[]): number {
    const bytes = addPieces(this.#pending, pieces);
    if (this.#pending.length > SPILL && this.#place !== undefined) this.#spill(this.#place);
    return bytes;
  }

  handOver(): HandedFile {
    try {
      this.#writeOut(this.#named());
    } catch (error) {
      this.#remove();
      throw error;
    }
    this.#closePart();
    return { draft: this.#parts.draft, bytes: this.#spilled, staged: this.#staged };
  }

  takeOver(held: unknown): void {
    const { draft, bytes, staged } = held as HandedFile;
    this.#draft = draft;
    this.#spilled = bytes;
    this.#staged.push(...staged);
    this.#isHanded = true;
  }

  name(session: SessionId): void {
    const place = this.#parts.placeOf(session, this.#draft);
    this.#place = place;
    for (const blob of this.#unplaced) this.#stage(place, blob);
    this.#unplaced = [];
    if (this.#parts.keptLength !== null) return;
    // What waits for its commit holds no more room than it needs; much of it is written at once.
    if (this.#pending.length > SPILL) this.#writeOut(place);
    else this.#pending.settle();
  }

  writeBlob(blob: SplitBlob): void {
    if (this.#place === undefined) this.#unplaced.push(blob);
    else this.#stage(this.#place, blob);
  }

  flush(): readonly OpenedFile[] {
    const place = this.#named();
    if (this.#isHanded) this.#fd ??= openRegular(place.part, constants.O_RDWR);
    if (this.#parts.keptLength === null) this.#writeOut(place);
    else this.#pending.settle();
    return this.#fd === undefined ? [] : [{ fd: this.#fd, path: place.part }];
  }

  /** The same beside other work: creating thousands of files is mostly waiting. */
  async flushBeside(): Promise<readonly OpenedFile[]> {
    const place = this.#named();
    if (this.#parts.keptLength === null && this.#pending.length > 0) {
      this.#writing = this.#spillBeside(place);
      await this.#writing.finally(() => {
        this.#writing = undefined;
      });
    }
    return this.flush();
  }

  place(): readonly string[] {
    const { path, part, blobs } = this.#named();
    blobs.publish(this.#staged);
    if (this.#parts.keptLength !== null) {
      const isNew = this.#append(this.#parts.keptLength);
      this.#closePart();
      removeFile(part);
      return isNew ? foldersOf(path) : [];
    }
    if (this.#fd === undefined) return [];
    this.#closePart();
    moveFile(part, path);
    return foldersOf(path);
  }

  discard(): void {
    // What is still being written is removed when it is there.
    if (this.#writing !== undefined) this.#writing.then(this.#remove, this.#remove);
    else this.#remove();
  }

  readonly #remove = (): void => {
    this.#closePart();
    this.#pending.clear();
    this.#pending.settle();
    this.#unplaced = [];
    if (this.#place === undefined) return;
    removeFile(this.#place.part);
    this.#place.blobs.discard(this.#staged);
  };

  #named(): DraftPlace {
    if (this.#place === undefined) throw new Error('a draft without a session cannot be written');
    return this.#place;
  }

  #stage({ blobs }: DraftPlace, blob: SplitBlob): void {
    const staged = blobs.stage(blob, this.#draft);
    if (staged !== undefined) this.#staged.push(staged);
  }

  #writeOut(place: DraftPlace): void {
    if (this.#pending.length > 0) this.#spill(place);
    this.#pending.settle();
  }

  #spill({ part, prepare }: DraftPlace): void {
    if (this.#fd === undefined) {
      prepare();
      this.#fd = openRegular(part, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL);
    }
    const fd = this.#fd;
    const { bytes } = this.#pending;
    guardStorage('write', part, () => writeAll(fd, bytes, this.#spilled));
    this.#spilled += bytes.length;
    this.#pending.clear();
  }

  async #spillBeside({ part, path }: DraftPlace): Promise<void> {
    if (this.#fd === undefined) {
      await makeNamedFolder(dirname(path));
      this.#fd = await openNewFile(part);
    }
    const { bytes } = this.#pending;
    await writeBytes({ fd: this.#fd, path: part }, bytes, this.#spilled);
    this.#spilled += bytes.length;
    this.#pending.clear();
  }

  /** Cuts the transcript back and appends, durably; tells whether its name is new. */
  #append(keptLength: number): boolean {
    const { path, prepare } = this.#named();
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
      if (chunk.length === 0) throw new Error(`${this.#named().part} is shorter than what was written to it`);
      writeAll(fd, chunk, at);
      at += chunk.length;
      done += chunk.length;
    }
    writeAll(fd, this.#pending.bytes, at);
  }

  #closePart(): void {
    if (this.#fd !== undefined) closeSync(this.#fd);
    this.#fd = undefined;
  }
}

/** Where the name of the transcript stands, and the name of its folder: another draft may just have created that. */
function foldersOf(path: string): readonly string[] {
  const folder = dirname(path);
  return [folder, dirname(folder)];
}

function shortTranscript(path: string, named: number, size: number): LoomError {
  return new LoomError({
    kind: 'problem',
    code: 'transcript-too-short',
    message: `${path} has ${size} bytes, but the journal names ${named}`,
    hints: ['loom journal verify'],
  });
}
