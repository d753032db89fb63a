/** Longest line that is read, in bytes; a longer one is passed over. */
const MOST_LINE = 16 * 1024 * 1024;
const LINE_FEED = 0x0a;

/** Cuts bytes into lines of UTF-8 text. */
export class LineCutter {
  #parts: Uint8Array[] = [];
  #length = 0;
  /** What comes up to the next line feed belongs to a line that is not whole. */
  #isBroken = false;

  take(chunk: Uint8Array): readonly string[] {
    const lines: string[] = [];
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, from)) {
      this.#keep(chunk.subarray(from, end));
      const line = this.#line();
      if (line !== undefined) lines.push(line);
      from = end + 1;
    }
    this.#keep(chunk.subarray(from));
    return lines;
  }

  /** Something was left out here. */
  breakOff(): void {
    this.#parts = [];
    this.#length = 0;
    this.#isBroken = true;
  }

  #keep(part: Uint8Array): void {
    if (part.length === 0) return;
    this.#length += part.length;
    if (this.#length <= MOST_LINE && !this.#isBroken) this.#parts.push(part);
    else this.#parts = [];
  }

  #line(): string | undefined {
    const isWhole = this.#length <= MOST_LINE && !this.#isBroken;
    const bytes = Buffer.concat(this.#parts);
    this.#parts = [];
    this.#length = 0;
    this.#isBroken = false;
    return isWhole && bytes.length > 0 ? bytes.toString('utf8') : undefined;
  }
}
