import type { AppContext } from './context.ts';
import { discardAhead } from './keep-ahead.ts';
import type { AheadReader, AheadReading, SourceAhead } from './ports/ahead-reader.ts';
import type { Importer, SourceFile } from './ports/importer.ts';
import { type AheadParts, MOST_AHEAD, readAhead } from './read-ahead.ts';

/** Sources that are read, or being read, or to be read next, and their bytes: enough to keep a reader busy while a large source is read here. */
const MOST_SOURCES = 128;
const MOST_BYTES = 48 * 1024 * 1024;

/** What to read, in the order of the turns. */
export interface AheadPlan {
  readonly app: AheadParts & Pick<AppContext, 'transcripts'>;
  readonly importer: Importer;
  readonly files: readonly SourceFile[];
  readonly reader: AheadReader;
}

/** A source that is read, being read, or to be read next. */
interface Reading extends AheadReading {
  isThere: boolean;
}

/** Whether a source may be read before its turn. */
export function mayReadAhead({ size, part }: SourceFile): boolean {
  return part === undefined && size <= MOST_AHEAD;
}

/**
 * Has the sources whose turn comes next read by a reader and, where one that is due has not arrived yet, by this thread:
 * each by whoever is free first, and never more of them than memory has room for.
 */
export class AheadWindow {
  readonly #plan: AheadPlan;
  /** Places of the sources whose turn has not come. */
  readonly #places: Map<SourceFile, number>;
  /** In the order of their turns. */
  readonly #readings = new Map<SourceFile, Reading>();
  #next = 0;
  #bytes = 0;

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
    this.#ask();
    const reading = this.#readings.get(file);
    if (reading === undefined) {
      this.#next = Math.max(this.#next, place + 1);
      return undefined;
    }
    await this.#plan.reader.pause();
    const ahead = await this.#finish(reading);
    this.#readings.delete(file);
    this.#bytes -= file.size;
    return ahead;
  }

  /** Forgets what was read and never asked for. */
  async discard(): Promise<void> {
    const { app, importer } = this.#plan;
    this.#next = this.#plan.files.length;
    for (const reading of this.#readings.values()) {
      const ahead = reading.takeBack() ? undefined : await reading.arrived;
      if (ahead !== undefined) discardAhead(app, importer.agent, ahead);
    }
    this.#readings.clear();
  }

  /** What nobody has begun with is read in its turn, which is now; while the reader is busy with it, others are read here. */
  async #finish(reading: Reading): Promise<SourceAhead | undefined> {
    if (!reading.isThere && reading.takeBack()) return undefined;
    while (!reading.isThere && this.#readNext()) await this.#plan.reader.pause();
    return reading.arrived;
  }

  #hasRoom({ size }: SourceFile): boolean {
    const { size: sources } = this.#readings;
    return sources === 0 || (sources < MOST_SOURCES && this.#bytes + size <= MOST_BYTES);
  }

  #ask(): void {
    const { files, importer, reader } = this.#plan;
    for (;;) {
      const file = files[this.#next];
      if (file === undefined || !this.#hasRoom(file)) return;
      this.#next += 1;
      this.#bytes += file.size;
      const asked = reader.read(importer.agent, file);
      const reading: Reading = { arrived: asked.arrived, takeBack: () => asked.takeBack(), isThere: false };
      this.#readings.set(file, reading);
      asked.arrived.then(() => {
        reading.isThere = true;
      });
    }
  }

  /** Reads the next source that nobody has begun with; tells whether there was one. */
  #readNext(): boolean {
    for (const [file, reading] of this.#readings) {
      if (reading.isThere || !reading.takeBack()) continue;
      const { app, importer } = this.#plan;
      const arrived = Promise.resolve(readAhead(app, importer, file));
      this.#readings.set(file, { arrived, takeBack: () => false, isThere: true });
      return true;
    }
    return false;
  }
}
