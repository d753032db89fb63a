import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';

/** Folders watched at once; each costs the system a handle. Changes in others are found by looking now and then. */
const MOST_FOLDERS = 1024;
/** Changed paths remembered between two looks; beyond that everything counts as changed. */
const MOST_PATHS = 1000;

/** What changed since the last question. */
export interface FolderChanges {
  readonly paths: ReadonlySet<string>;
  /** More changed than was remembered, or the system did not say what. */
  readonly all: boolean;
}

/**
 * Notices changes in folders by the events of the file system. It promises nothing: events are late, doubled or missing
 * on some file systems, so whoever uses it looks for himself from time to time as well.
 */
export class FolderWatch {
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #wake: () => void;
  #paths = new Set<string>();
  #all = false;

  /** `wake` is called at every change. */
  constructor(wake: () => void) {
    this.#wake = wake;
  }

  /** Watches these folders too; one that cannot be watched is passed by. */
  add(folders: Iterable<string>): void {
    for (const folder of folders) {
      if (this.#watchers.size >= MOST_FOLDERS) return;
      if (!this.#watchers.has(folder)) this.#open(folder);
    }
  }

  #open(folder: string): void {
    try {
      const watcher = watch(folder, { persistent: false }, (_event, name) => this.#note(folder, name));
      watcher.on('error', () => this.#drop(folder));
      this.#watchers.set(folder, watcher);
    } catch {
      // Not there, no rights, or no handles left: it is looked at now and then.
    }
  }

  #note(folder: string, name: string | null): void {
    if (name === null) this.#all = true;
    else if (this.#paths.size < MOST_PATHS) this.#paths.add(join(folder, name));
    else this.#all = true;
    this.#wake();
  }

  #drop(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
    this.#all = true;
    this.#wake();
  }

  /** Keeps watches of these folders only: the others are gone, or nothing is found in them any more. */
  retain(folders: ReadonlySet<string>): void {
    for (const [folder, watcher] of this.#watchers) {
      if (folders.has(folder)) continue;
      watcher.close();
      this.#watchers.delete(folder);
    }
  }

  /** Whether anything changed that is none of the known paths. */
  hasUnknown(isKnown: (path: string) => boolean): boolean {
    return this.#all || [...this.#paths].some((path) => !isKnown(path));
  }

  /** What changed since it was asked last. */
  take(): FolderChanges {
    const changes = { paths: this.#paths, all: this.#all };
    this.#paths = new Set();
    this.#all = false;
    return changes;
  }

  close(): void {
    this.retain(new Set());
  }
}
