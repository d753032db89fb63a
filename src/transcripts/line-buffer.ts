/** Room of a new buffer. */
const LEAST = 16 * 1024;
/** A buffer that grew beyond this is given back to the system. */
const MOST_SPARE = 2 * 1024 * 1024;
/** A UTF-16 unit takes at most this many bytes of UTF-8. */
const UNIT_BYTES = 3;

/** A buffer that nobody writes to at present: thousands of small transcripts are written one after the other. */
let spare: Buffer | undefined;

/** Bytes in a row, gathered in one buffer that grows; each is copied once. */
export class LineBuffer {
  #bytes: Buffer | undefined;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** What was gathered since the last clearing; valid until more is added. */
  get bytes(): Buffer {
    return this.#bytes?.subarray(0, this.#length) ?? Buffer.alloc(0);
  }

  addText(text: string): void {
    const bytes = this.#room(text.length * UNIT_BYTES);
    this.#length += bytes.write(text, this.#length);
  }

  addBytes(more: Uint8Array): void {
    const bytes = this.#room(more.length);
    bytes.set(more, this.#length);
    this.#length += more.length;
  }

  /** Forgets what was gathered; its room is used again. */
  clear(): void {
    this.#length = 0;
  }

  /** Gives the room back; a copy of the bytes stays, when there are any. */
  settle(): void {
    const bytes = this.#bytes;
    if (bytes === undefined) return;
    this.#bytes = this.#length === 0 ? undefined : Buffer.from(this.bytes);
    if (bytes.length >= LEAST && bytes.length <= MOST_SPARE) spare = bytes;
  }

  #room(more: number): Buffer {
    const needed = this.#length + more;
    const bytes = this.#bytes ?? takeSpare();
    this.#bytes = bytes;
    if (needed <= bytes.length) return bytes;
    const grown = Buffer.allocUnsafeSlow(Math.max(needed, bytes.length * 2, LEAST));
    bytes.copy(grown, 0, 0, this.#length);
    this.#bytes = grown;
    return grown;
  }
}

function takeSpare(): Buffer {
  const bytes = spare ?? Buffer.allocUnsafeSlow(LEAST);
  spare = undefined;
  return bytes;
}

/** Adds pieces one after the other; returns how many bytes they are. */
export function addPieces(lines: LineBuffer, pieces: readonly (string | Uint8Array)[]): number {
  const before = lines.length;
  for (const piece of pieces) {
    if (typeof piece === 'string') lines.addText(piece);
    else lines.addBytes(piece);
  }
  return lines.length - before;
}
