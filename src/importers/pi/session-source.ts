import { createHash } from 'node:crypto';
import type { OpenBytes, OpenSource, SourceLine } from '../../app/ports/source-reader.ts';
import { asObject, field } from '../../kernel/json-fields.ts';
import { readForeignTime } from '../foreign-time.ts';
import { parseJson } from '../parse-json.ts';
import { inlineBlobs } from './external-blobs.ts';

type RecordLine = Extract<SourceLine, { kind: 'record' }>;

const DIGEST_BYTES = 16;
const CHUNK = 1024 * 1024;
/** Enough to hold the last line before a place; where it is longer, its time is not known. */
const TAIL = 64 * 1024;

/** What a session file needs beyond its lines. */
export interface SessionParts {
  /** The title in the first line, which the agent writes again in place. */
  readonly title: RecordLine | undefined;
  /** Folder of the images that records name. */
  readonly blobs: string | undefined;
}

/**
 * A session file as growing lines. A title that is written again in place does not make another file of it: the digest
 * leaves it out, and what has grown brings the present title with it. Images in files of their own come with their record.
 */
export class SessionSource implements OpenSource {
  readonly size: number;
  readonly textSize: number;
  readonly mtimeNs: string;
  readonly ctimeNs: string;
  readonly inode: string;
  readonly #file: OpenBytes;
  readonly #parts: SessionParts;

  constructor(file: OpenBytes, parts: SessionParts) {
    this.#file = file;
    this.#parts = parts;
    this.size = file.size;
    this.textSize = file.textSize ?? file.size;
    this.mtimeNs = file.mtimeNs;
    this.ctimeNs = file.ctimeNs;
    this.inode = file.inode;
  }

  prefixDigest(bytes: number): string {
    const { title } = this.#parts;
    if (title === undefined || bytes <= title.end) return this.#file.prefixDigest(bytes);
    const hash = createHash('sha256').update(`title of ${title.end} bytes\n`);
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK, bytes - title.end));
    for (let at = title.end; at < bytes; ) {
      const count = this.#file.read(chunk.subarray(0, Math.min(chunk.length, bytes - at)), at);
      if (count === 0) break;
      hash.update(chunk.subarray(0, count));
      at += count;
    }
    return hash.digest().subarray(0, DIGEST_BYTES).toString('base64url');
  }

  /** Time of the last record before a place; null where it does not tell. */
  #timeBefore(offset: number): string | null {
    const chunk = Buffer.alloc(Math.min(TAIL, offset));
    const length = this.#file.read(chunk, offset - chunk.length);
    const text = chunk.subarray(0, length).toString('utf8').trimEnd();
    const last = asObject(parseJson(text.slice(text.lastIndexOf('\n') + 1)));
    return readForeignTime(field(last, 'timestamp'))?.iso ?? null;
  }

  /** The title, where it was written after what was read up to a place: else it came with that. */
  #titleSince(offset: number): RecordLine | undefined {
    const { title } = this.#parts;
    if (title === undefined || offset < title.end) return undefined;
    const written = readForeignTime(field(asObject(title.value), 'updatedAt'))?.iso ?? null;
    const before = this.#timeBefore(offset);
    return written === null || before === null || written >= before ? title : undefined;
  }

  *lines(from: { readonly offset: number; readonly line: number }): Generator<SourceLine> {
    let owed = this.#titleSince(from.offset);
    for (const line of this.#file.lines(from)) {
      if (owed !== undefined && line.kind === 'record') {
        yield { ...owed, offset: line.offset, end: line.offset };
        owed = undefined;
      }
      yield line.kind === 'record' ? this.#withImages(line) : line;
    }
  }

  #withImages(line: RecordLine): SourceLine {
    const { blobs } = this.#parts;
    const bytes = blobs === undefined ? undefined : inlineBlobs(line.bytes, blobs);
    return bytes === undefined ? line : { ...line, bytes, value: JSON.parse(Buffer.from(bytes).toString('utf8')) };
  }

  close(): void {
    this.#file.close();
  }
}
