import { createRequire } from 'node:module';
import { LoomError } from '../kernel/loom-error.ts';
import type { ByteSource } from './line-frames.ts';

const CHUNK = 128 * 1024;
const MAGIC = [0x28, 0xb5, 0x2f, 0xfd];

type Fzstd = typeof import('fzstd');

/** Only compressed sources need it. The bundler sees the literal `require`; run from source, one is made. */
function loadFzstd(): Fzstd {
  if (typeof require === 'function') return require('fzstd') as Fzstd;
  return createRequire(import.meta.url)('fzstd') as Fzstd;
}

/** Whether a file begins like a Zstandard frame. */
export function isZstd(head: Uint8Array): boolean {
  return MAGIC.every((byte, index) => head[index] === byte);
}

/** The text inside a Zstandard file, read forwards in bounded memory; a step backwards begins again. */
export class ZstdText implements ByteSource {
  readonly #path: string;
  readonly #file: ByteSource;
  #decompress: InstanceType<Fzstd['Decompress']>;
  /** Text that came out and was not asked for yet. */
  #ready: Uint8Array[] = [];
  /** Position of the first ready byte. */
  #base = 0;
  #taken = 0;
  #ended = false;

  constructor(path: string, file: ByteSource) {
    this.#path = path;
    this.#file = file;
    this.#decompress = this.#begin();
  }

  #begin(): InstanceType<Fzstd['Decompress']> {
    this.#ready = [];
    this.#base = 0;
    this.#taken = 0;
    this.#ended = false;
    return new (loadFzstd().Decompress)((data) => {
      if (data.length > 0) this.#ready.push(data.slice());
    });
  }

  readonly read = (into: Uint8Array, position: number): number => {
    if (position < this.#base) this.#decompress = this.#begin();
    for (;;) {
      this.#dropBefore(position);
      const [first] = this.#ready;
      if (first !== undefined) {
        const part = first.subarray(position - this.#base);
        const count = Math.min(part.length, into.length);
        into.set(part.subarray(0, count));
        return count;
      }
      if (this.#ended) return 0;
      this.#readOn();
    }
  };

  #dropBefore(position: number): void {
    for (let first = this.#ready[0]; first !== undefined; first = this.#ready[0]) {
      if (this.#base + first.length > position) return;
      this.#base += first.length;
      this.#ready.shift();
    }
  }

  #readOn(): void {
    const chunk = new Uint8Array(CHUNK);
    const count = this.#file.read(chunk, this.#taken);
    this.#taken += count;
    this.#ended = count === 0;
    try {
      this.#decompress.push(chunk.subarray(0, count), this.#ended);
    } catch (error) {
      const message = `cannot be decompressed (${error instanceof Error ? error.message : 'unknown error'})`;
      throw new LoomError({ kind: 'problem', code: 'unreadable-content', message: `${this.#path} ${message}` });
    }
  }
}
