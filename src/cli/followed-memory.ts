import { dirname } from 'node:path';
import type { AppContext } from '../app/context.ts';
import type { ForeignMemory } from '../app/ports/foreign-memory.ts';
import type { SyncNews } from '../app/sync-changes.ts';
import { memoryPlaces, type SeenMemory, syncForeignMemory } from '../app/sync-foreign-memory.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { isFolder } from './is-folder.ts';
import { requireMemoryOn } from './memory-arguments.ts';
import { openMemoryTool } from './open-memory-tool.ts';

/** What another tool remembers, followed by `import --watch`. */
export class FollowedMemory {
  readonly name = 'claude-mem';
  readonly #app: AppContext;
  readonly #paths: readonly string[];
  readonly #seen: SeenMemory = new Map();
  #tool: ForeignMemory | undefined;

  constructor(app: AppContext, paths: readonly string[]) {
    this.#app = app;
    this.#paths = paths;
  }

  /** Throws LoomError where memory is turned off, or a path that was named is not there. */
  async open(): Promise<void> {
    await requireMemoryOn(this.#app);
    const absent = this.#paths.find((path) => !this.#app.sources.exists(path));
    if (absent !== undefined) {
      throw new LoomError({ kind: 'not-found', code: 'path-not-found', message: `there is nothing at ${absent}` });
    }
    this.#tool = await openMemoryTool();
  }

  /** Folders in which something changes when there is something new. */
  folders(): readonly string[] {
    const places = this.#tool === undefined ? [] : memoryPlaces(this.#app, this.#tool, this.#paths);
    return places.map((place) => (isFolder(place) ? place : dirname(place)));
  }

  /** Whether a path is that of the memory, or of a log beside it. */
  isOf(path: string): boolean {
    const places = this.#tool === undefined ? [] : memoryPlaces(this.#app, this.#tool, this.#paths);
    return places.some((place) => path.startsWith(place));
  }

  async *sync(): AsyncGenerator<SyncNews> {
    if (this.#tool !== undefined)
      yield* syncForeignMemory(this.#app, this.#tool, { paths: this.#paths, seen: this.#seen });
  }
}
