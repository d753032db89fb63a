import { statSync } from 'node:fs';
import type { SearchFeed, SearchIndex, SearchIndexStatus, SearchReader } from '../app/ports/search.ts';
import { LoomError } from '../kernel/loom-error.ts';
import type { Clock, MintEventId } from '../kernel/sources.ts';
import { loadSqlite, type SqliteModule } from '../sqlite/load-sqlite.ts';
import { createFileIndexes, type FileIndexes } from './file-indexes.ts';
import { catchUpSearchStore, fillSearchStore, type OpenCutter } from './fill-search.ts';
import { IndexDamaged, IndexVoid } from './index-store.ts';
import { judgeAttempt } from './index-trouble.ts';
import { SEARCH_INDEX } from './search-index-shape.ts';
import { isAsLeft, noteLeft } from './search-mark.ts';
import { SEARCH_SCHEMA } from './search-schema.ts';
import { createSearchStore, type SearchStore } from './search-store.ts';
import { wordOf } from './sqlite-errors.ts';
import { openSqliteInMemory } from './sqlite-file.ts';

export interface SearchIndexOptions {
  /** Folder of the derived files; null for an index that lives in memory only. */
  readonly folder: string | null;
  readonly mint: MintEventId;
  readonly now: Clock;
  readonly loadSqlite?: () => SqliteModule;
  /** Told about an index that is damaged, busy or cannot be written: one sentence without content. */
  readonly onNotice?: (message: string) => void;
  /** Told, once each time, when building the index or bringing it up to date takes more than a second. */
  readonly onSlow?: (work: 'building' | 'updating') => void;
  readonly busyMillis?: number;
  /** Opens a second thread, which an index of much is made with. */
  readonly openCutter?: OpenCutter;
}

const MOST_ATTEMPTS = 6;
const SLOW_MILLIS = 1000;

/**
 * Opens the search index. Nothing is opened, loaded or built before the first question. Whatever is wrong with the files, the
 * answers are the same: the index is built again, or one in memory takes its place.
 */
export function openSearchIndex(options: SearchIndexOptions): SearchIndex {
  return new RecoveringSearchIndex(options);
}

class RecoveringSearchIndex implements SearchIndex {
  private readonly options: SearchIndexOptions;
  private readonly files: FileIndexes<SearchStore> | null;
  private current: SearchStore | undefined;
  private inMemory: boolean;

  constructor(options: SearchIndexOptions) {
    const { folder } = options;
    this.options = options;
    this.files = folder === null ? null : createFileIndexes({ loadSqlite, ...options, folder }, SEARCH_INDEX);
    this.inMemory = folder === null;
  }

  read<T>(given: SearchFeed, ask: (reader: SearchReader) => T): T {
    const feed = this.watched(given);
    for (let attempt = 1; ; attempt += 1) {
      try {
        const store = this.current ?? this.openOrBuild(feed);
        this.current = store;
        if (catchUpSearchStore(store, feed)) noteLeft(store.path);
        return store.atOnce(() => ask(store.reader));
      } catch (error) {
        this.recover(error, attempt);
      }
    }
  }

  status(): SearchIndexStatus | null {
    try {
      const opened = this.files?.open();
      return opened?.kind === 'open' ? statusOf(opened.store) : null;
    } catch (error) {
      if (judgeAttempt(error, () => true) === undefined) throw error;
      return null;
    }
  }

  rebuild(feed: SearchFeed): void {
    if (this.files === null || feed.head().segment === 0) return;
    this.closeQuietly();
    try {
      const store = this.files.build((fresh) => this.fill(fresh, feed), { askedFor: true });
      noteLeft(store.path);
      store.close();
    } catch (error) {
      if (judgeAttempt(error, () => true) === undefined) throw error;
      this.options.onNotice?.(`the search index cannot be written (${wordOf(error)}); the next search tries again`);
    }
  }

  close(): void {
    this.current?.close();
    this.current = undefined;
  }

  private openOrBuild(feed: SearchFeed): SearchStore {
    if (this.files === null || this.inMemory || feed.head().segment === 0) return this.buildInMemory(feed);
    const opened = this.files.open();
    if (opened.kind === 'newer') {
      this.useMemory('the search index was written by a newer loom; it is left as it is');
      return this.buildInMemory(feed);
    }
    if (opened.kind === 'open') {
      if (isAsLeft(opened.store.path)) return opened.store;
      opened.store.close();
      throw new IndexDamaged('changed by something else');
    }
    const store = this.files.build((fresh) => this.fill(fresh, feed), { askedFor: false });
    noteLeft(store.path);
    return store;
  }

  /** The same feed, with somebody told, once, when filling the index has taken more than a second. */
  private watched(feed: SearchFeed): SearchFeed {
    const { now, onSlow } = this.options;
    const start = now();
    let told = false;
    return {
      ...feed,
      subjects: (asked) => {
        if (!told && now() - start > SLOW_MILLIS) {
          told = true;
          onSlow?.(this.current === undefined ? 'building' : 'updating');
        }
        return feed.subjects(asked);
      },
    };
  }

  private buildInMemory(feed: SearchFeed): SearchStore {
    const file = openSqliteInMemory((this.options.loadSqlite ?? loadSqlite)(), SEARCH_SCHEMA);
    const store = createSearchStore(file);
    this.fill(store, feed);
    return store;
  }

  private fill(store: SearchStore, feed: SearchFeed): void {
    fillSearchStore(store, feed, this.options.openCutter);
  }

  /** Decides what the next attempt answers from; throws on what says nothing about the index. */
  private recover(error: unknown, attempt: number): void {
    const path = this.current === undefined ? (this.files?.tried() ?? null) : this.current.path;
    const trouble = judgeAttempt(error, () => path === null || this.files?.isThere(path) !== false);
    this.closeQuietly();
    if (trouble === undefined) throw error;
    if (attempt === MOST_ATTEMPTS || (this.inMemory && trouble !== 'void')) throw searchFailed(error);
    if (trouble === 'gone') return;
    if (trouble === 'busy') this.useMemory('the search index is busy; answering without it');
    else if (trouble === 'unusable')
      this.useMemory(`the search index cannot be used (${wordOf(error)}); answering without it`);
    else this.replace(error, path);
  }

  /** What was erased from the store must not stay in any index; a damaged one is of no use to anybody. */
  private replace(error: unknown, path: string | null): void {
    try {
      if (error instanceof IndexVoid && error.reason === 'erased') this.files?.clear();
      else if (path !== null) this.files?.remove(path);
      if (error instanceof IndexDamaged) this.options.onNotice?.('the search index was damaged and is built again');
    } catch (cause) {
      this.useMemory(`the search index cannot be replaced (${wordOf(cause)}); answering without it`);
    }
  }

  private useMemory(notice: string): void {
    this.inMemory = true;
    this.options.onNotice?.(notice);
  }

  private closeQuietly(): void {
    const { current } = this;
    this.current = undefined;
    try {
      current?.close();
    } catch {
      // The file is given up; what its closing says changes nothing.
    }
  }
}

/** Closes what it looked at. */
function statusOf(store: SearchStore): SearchIndexStatus | null {
  try {
    const progress = store.progress();
    if (progress === undefined || store.path === null || !isAsLeft(store.path)) return null;
    return {
      path: store.path,
      bytes: statSync(store.path).size,
      documents: progress.documents,
      cursor: progress.cursor,
    };
  } finally {
    store.close();
  }
}

function searchFailed(cause: unknown): LoomError {
  return new LoomError({
    kind: 'storage',
    code: 'search-failed',
    message: 'search failed',
    hints: ['loom index rebuild'],
    cause,
  });
}
