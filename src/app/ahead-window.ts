import type { AppContext } from './context.ts';
import { discardAhead } from './keep-ahead.ts';
import type { AheadReader, SourceAhead } from './ports/ahead-reader.ts';
import type { Importer, SourceFile } from './ports/importer.ts';
import { type AheadParts, MOST_AHEAD, readAhead } from './read-ahead.ts';

/** Bytes of sources that are read, or being read, and whose turn has not come. */
const MOST_BYTES = 12 * 1024 * 1024;
/** Sources and bytes that the reader has at once: enough to keep it busy while a batch is committed here. */
const MOST_SENT = 256;
const MOST_SENT_BYTES = 8 * 1024 * 1024;

/** What to read, in the order of the turns. */
export interface AheadPlan {
  readonly app: AheadParts & Pick<AppContext, 'transcripts'>;
  readonly importer: Importer;
  readonly files: readonly SourceFile[];
  readonly reader: AheadReader;
}

/** A source that is read, or being read. */
interface Reading {
  readonly arrived: Promise<SourceAhead | undefined>;
  isThere: boolean;
}

/** Whether a source may be read before its turn. */
export function mayReadAhead({ size, part }: SourceFile): boolean {
  return part === undefined && size <= MOST_AHEAD;
}

/**
 * Has the sources whose turn comes next read by a reader and, where one that is due has not arrived yet, by this thread:
 * never more of them than memory has room for.
 */
export class AheadWindow {
  readonly #plan: AheadPlan;
  /** Places of the sources whose turn has not come. */
  readonly #places: Map<SourceFile, number>;
  readonly #readings = new Map<SourceFile, Reading>();
  #next = 0;
  #bytes = 0;
  #sent = 0;
  #sentBytes = 0;

  constructor(plan: AheadPlan) {
    this.#plan = plan;
    this.#places = new Map(plan.files.map((file, place) => [file, place]));
  }

  /** What was read of a source whose turn it is; `undefined` where it must be read now. Each is told once. */
  async take(file: SourceFile): Promise<SourceAhead | undefined> {
    const place = this.#places.get(file);
    if (place === undefined) return undefined;
    this.#places.delete(file);
    this.#next = Math.max(this.#next, place);
    this.#send();
    const reading = this.#readings.get(file);
    if (reading === undefined) {
      this.#next = Math.max(this.#next, place + 1);
      return undefined;
    }
    await this.#plan.reader.pause();
    while (!reading.isThere && this.#readNext()) await this.#plan.reader.pause();
    const ahead = await reading.arrived;
    this.#readings.delete(file);
    this.#bytes -= file.size;
    return ahead;
  }

  /** Forgets what was read and never asked for. */
  async discard(): Promise<void> {
    const { app, importer } = this.#plan;
    this.#next = this.#plan.files.length;
    for (const { arrived } of this.#readings.values()) {
      const ahead = await arrived;
      if (ahead !== undefined) discardAhead(app, importer.agent, ahead);
    }
    this.#readings.clear();
  }

  /** The next source that nobody reads yet, while there is room for it. */
  #takeNext(): SourceFile | undefined {
    const file = this.#plan.files[this.#next];
    if (file === undefined || (this.#bytes + file.size > MOST_BYTES && this.#readings.size > 0)) return undefined;
    this.#next += 1;
    this.#bytes += file.size;
    return file;
  }

  #send(): void {
    while (this.#sent < MOST_SENT && this.#sentBytes < MOST_SENT_BYTES) {
      const file = this.#takeNext();
      if (file === undefined) return;
      this.#sent += 1;
      this.#sentBytes += file.size;
      const arrived = this.#plan.reader.read(this.#plan.importer.agent, file).then((ahead) => {
        reading.isThere = true;
        this.#sent -= 1;
        this.#sentBytes -= file.size;
        this.#send();
        return ahead;
      });
      const reading: Reading = { arrived, isThere: false };
      this.#readings.set(file, reading);
    }
  }

  /** Reads a source here; tells whether there was one to read. */
  #readNext(): boolean {
    const file = this.#takeNext();
    if (file === undefined) return false;
    const ahead = readAhead(this.#plan.app, this.#plan.importer, file);
    this.#readings.set(file, { arrived: Promise.resolve(ahead), isThere: true });
    return true;
  }
}
