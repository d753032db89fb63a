const LINE_FEED = 0x0a;

/** How long a line may be. */
export interface LineBound {
  /** Longest line that is given out, in bytes. */
  readonly most: number;
  /** Told of each line that is longer, by its length. */
  readonly passedOver?: (length: number) => void;
}

/** Cuts bytes, as they come, into lines of UTF-8 text; empty ones are left out. What is beyond the bound is counted, not held. */
export class LineCutter {
  readonly #bound: LineBound;
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  #parts: Uint8Array[] = [];
  #length = 0;
  /** What comes up to the next line feed belongs to a line that is not whole. */
  #isBroken = false;

  constructor(bound: LineBound) {
    this.#bound = bound;
  }

  take(chunk: Uint8Array): readonly string[] {
    const lines: string[] = [];
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, from)) {
      this.#keep(chunk.subarray(from, end));
      const line = this.#line();
      if (line !== '') lines.push(line);
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
    if (this.#length <= this.#bound.most && !this.#isBroken) this.#parts.push(part);
    else this.#parts = [];
  }

  /** The line that ends here; empty for one that is not given out. */
  #line(): string {
    const [parts, length, isBroken] = [this.#parts, this.#length, this.#isBroken];
    this.#parts = [];
    this.#length = 0;
    this.#isBroken = false;
    if (length > this.#bound.most && !isBroken) this.#bound.passedOver?.(length);
    return this.#decoder.decode(joined(parts));
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const [first] = parts;
  if (parts.length === 1 && first !== undefined) return first;
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
