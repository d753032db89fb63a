import { createHash } from 'node:crypto';
import type { OpenSource, SourceLine } from '../app/ports/source-reader.ts';
import { MAX_SOURCE_LINE_BYTES, parseObject } from './source-lines.ts';

const DIGEST_BYTES = 16;
const LF = Buffer.from('\n');
const NOTHING = new Uint8Array(0);

/** A record of a source that is no JSONL file: minified JSON. Or what stands where one should be. */
export type RecordPiece = { readonly bytes: Uint8Array } | { readonly damage: string };

/** What a {@link recordSource} is made of. */
export interface RecordSourceParts extends Pick<OpenSource, 'size' | 'mtimeNs' | 'ctimeNs' | 'inode'> {
  readonly textSize?: number;
  /** Yields the same records every time it is called. */
  readonly pieces: () => Iterable<RecordPiece>;
  readonly close?: () => void;
}

/** A record with its place in the text that the records make. */
interface PlacedPiece {
  readonly piece: RecordPiece;
  readonly bytes: Uint8Array;
  readonly sourceLine: number;
  readonly offset: number;
  readonly end: number;
}

function* place(pieces: Iterable<RecordPiece>): Generator<PlacedPiece> {
  let sourceLine = 0;
  let end = 0;
  for (const piece of pieces) {
    const bytes = 'bytes' in piece ? piece.bytes : NOTHING;
    const offset = end;
    sourceLine += 1;
    end = offset + bytes.length + 1;
    yield { piece, bytes, sourceLine, offset, end };
  }
}

function toLine({ piece, bytes, sourceLine, offset, end }: PlacedPiece): SourceLine {
  const at = { sourceLine, offset, end };
  if ('damage' in piece) return { kind: 'malformed', reason: piece.damage, ...at };
  if (bytes.length > MAX_SOURCE_LINE_BYTES)
    return { kind: 'too-long', reason: `longer than ${MAX_SOURCE_LINE_BYTES} bytes`, ...at };
  const parsed = parseObject(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (!('value' in parsed)) return { kind: 'malformed', reason: parsed.reason, ...at };
  return { kind: 'record', bytes, value: parsed.value, glued: false, unterminated: false, ...at };
}

class RecordSource implements OpenSource {
  readonly size: number;
  readonly textSize?: number;
  readonly mtimeNs: string;
  readonly ctimeNs: string;
  readonly inode: string;
  readonly #parts: RecordSourceParts;
  /** Digest of everything, known once the records were read to their end. */
  #whole: { readonly bytes: number; readonly digest: string } | undefined;

  constructor(parts: RecordSourceParts) {
    this.#parts = parts;
    this.size = parts.size;
    this.mtimeNs = parts.mtimeNs;
    this.ctimeNs = parts.ctimeNs;
    this.inode = parts.inode;
    if (parts.textSize !== undefined) this.textSize = parts.textSize;
  }

  prefixDigest(bytes: number): string {
    if (this.#whole?.bytes === bytes) return this.#whole.digest;
    const hash = createHash('sha256');
    for (const { bytes: text, offset, end } of place(this.#parts.pieces())) {
      if (offset >= bytes) break;
      hash.update(text.subarray(0, bytes - offset));
      if (end <= bytes) hash.update(LF);
    }
    return hash.digest().subarray(0, DIGEST_BYTES).toString('base64url');
  }

  *lines(from: { readonly offset: number; readonly line: number }): Generator<SourceLine> {
    const hash = createHash('sha256');
    let bytes = 0;
    for (const placed of place(this.#parts.pieces())) {
      hash.update(placed.bytes).update(LF);
      bytes = placed.end;
      if (placed.end > from.offset) yield toLine(placed);
    }
    this.#whole = { bytes, digest: hash.digest().subarray(0, DIGEST_BYTES).toString('base64url') };
  }

  close(): void {
    this.#parts.close?.();
  }
}

/**
 * Makes a source of records that some other shape of file was cut into. It reads as the JSONL that it would be, so that
 * growth and rewrites are found in the way they are for every source: records that may change without new ones should
 * come last.
 */
export function recordSource(parts: RecordSourceParts): OpenSource {
  return new RecordSource(parts);
}
