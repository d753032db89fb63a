import { JOURNAL_START, type JournalCursor } from '../app/ports/journal.ts';
import type { ReadModel, ReadModelStatus } from '../app/ports/read-model.ts';
import { LoomError } from '../kernel/loom-error.ts';
import type { Clock, MintEventId } from '../kernel/sources.ts';
import { catchUpStore, type FoldDeps, harvestSummaries, type SummaryOffers } from './catch-up.ts';
import { createFileIndexes } from './file-indexes.ts';
import { readCursor, readSkipped } from './index-meta.ts';
import { type IndexStore, IndexVoid } from './index-store.ts';
import { readsOf } from './indexed-reads.ts';
import { loadSqlite } from './load-sqlite.ts';
import { createMemoryStore } from './memory-store.ts';
import { judgeTrouble } from './sqlite-errors.ts';
import type { SqliteModule } from './sqlite-file.ts';

/** What a read model is opened with. */
export interface ReadModelOptions extends FoldDeps {
  /** Folder of the derived files; null for a model that lives in memory only. */
  readonly folder: string | null;
  /** Mints the names of index files. */
  readonly mint: MintEventId;
  readonly now: Clock;
  /** Gives the SQLite package when a file is opened or made. Default: the installed one. */
  readonly loadSqlite?: () => SqliteModule;
  /** Told about a damaged, busy, newer or unwritable index: one sentence without content. */
  readonly onNotice?: (message: string) => void;
  /** How long to wait for another process that writes the index, in milliseconds. Default: 2000. */
  readonly busyMillis?: number;
}

type Built = ReadModelStatus['built'];

interface Current {
  readonly store: IndexStore;
  built: Built;
  reason: string | null;
  readonly reads: ReturnType<typeof readsOf>;
}

const MOST_ATTEMPTS = 5;
/** How long to wait at most for a process that is folding and gets on. */
const LONGEST_WAIT_MILLIS = 30_000;

/**
 * Opens what commands read. Nothing is opened, loaded or built before the first question. Whatever is wrong with the
 * files, the answers are those of the journal: the index is built again, or a model in memory takes its place.
 */
export function openReadModel(options: ReadModelOptions): ReadModel {
  return new RecoveringReadModel(options);
}

class RecoveringReadModel implements ReadModel {
  private readonly options: ReadModelOptions;
  private readonly offers: SummaryOffers = new Map();
  private readonly files: ReturnType<typeof createFileIndexes> | null;
  private current: Current | undefined;
  /** Why this process no longer uses the file. */
  private memoryReason: string | null = null;
  private told = false;
  /** Why the file that is there is not to be opened. */
  private buildBecause: string | null = null;
  private lastSeen: string | undefined;
  private waitUntil = 0;

  constructor(options: ReadModelOptions) {
    this.options = options;
    const { folder } = options;
    this.files = folder === null ? null : createFileIndexes({ loadSqlite, ...options, folder });
  }

  catchUp(): JournalCursor {
    return this.guarded((current) => {
      if (
        catchUpStore(current.store, this.options, { offers: this.offers, begunAt: null }) &&
        current.built === 'reused'
      ) {
        current.built = 'caught-up';
      }
      this.offers.clear();
      this.tellSkipped(readSkipped(current.store).counts);
      return readCursor(current.store);
    }, true);
  }

  /** Once a process: lines that no answer is made of must not go unsaid. */
  private tellSkipped({ newer, damaged }: ReadModelStatus['skipped']): void {
    if (this.told || newer + damaged === 0) return;
    this.told = true;
    if (newer > 0) this.options.onNotice?.(`${newer} journal lines of a newer loom are left out: update loom`);
    if (damaged > 0) this.options.onNotice?.(`${damaged} damaged journal lines are left out: loom journal verify`);
  }

  state: ReadModel['state'] = (id) => this.guarded(({ reads }) => reads.state(id));
  view: ReadModel['view'] = (id) => this.guarded(({ reads }) => reads.view(id));
  list: ReadModel['list'] = (query) => this.guarded(({ reads }) => reads.list(query));
  listJson: ReadModel['listJson'] = (query) => this.guarded(({ reads }) => reads.listJson(query));
  listBytes: ReadModel['listBytes'] = (query) => this.guarded(({ reads }) => reads.listBytes(query));
  count: ReadModel['count'] = (query) => this.guarded(({ reads }) => reads.count(query));
  children: ReadModel['children'] = (id) => this.guarded(({ reads }) => reads.children(id));
  candidates: ReadModel['candidates'] = (text, project) => this.guarded(({ reads }) => reads.candidates(text, project));
  summary: ReadModel['summary'] = (id) => this.guarded(({ reads }) => reads.summary(id));
  bySource: ReadModel['bySource'] = (path) => this.guarded(({ reads }) => reads.bySource(path));
  byFirstRecord: ReadModel['byFirstRecord'] = (digest) => this.guarded(({ reads }) => reads.byFirstRecord(digest));
  projects: ReadModel['projects'] = () => this.guarded(({ reads }) => reads.projects());

  offerSummary: ReadModel['offerSummary'] = (id, key, summary) => {
    this.offers.set(id, { ...key, summary });
  };

  status(): ReadModelStatus {
    return this.guarded(({ store, built, reason }) => ({
      kind: store.kind,
      path: store.path,
      bytes: store.bytes(),
      sessions: store.sessionCount(),
      cursor: readCursor(store),
      built,
      reason,
      skipped: readSkipped(store).counts,
    }));
  }

  rebuild(): ReadModelStatus {
    this.release();
    this.memoryReason = null;
    this.offers.clear();
    this.buildBecause = 'asked for';
    return this.status();
  }

  drop(): void {
    this.harvest();
    this.release();
    try {
      this.files?.clear();
    } catch (cause) {
      const message = `the index in ${this.options.folder ?? 'memory'} could not be removed`;
      throw new LoomError({ kind: 'storage', code: 'index-not-removed', message, cause });
    }
  }

  close(): void {
    this.release();
  }

  private release(): void {
    this.current?.store.close();
    this.current = undefined;
  }

  /** Answers from the current store, and from another one when that store fails; never from a failed one. */
  private guarded<T>(answer: (current: Current) => T, folding = false): T {
    this.waitUntil = this.options.now() + LONGEST_WAIT_MILLIS;
    for (let attempts = 0; ; ) {
      try {
        this.current = this.wanted(folding);
        return answer(this.current);
      } catch (error) {
        if (judgeTrouble(error) === 'busy' && this.isAdvancing()) continue;
        attempts += 1;
        if (attempts === MOST_ATTEMPTS) throw error;
        this.recover(error);
      }
    }
  }

  /** A model in memory that was enough for an empty journal makes way for a file once there is something to keep. */
  private wanted(folding: boolean): Current {
    const { current } = this;
    if (current === undefined) return this.openOrBuild();
    const provisional = current.store.kind === 'memory' && this.files !== null && this.memoryReason === null;
    if (!folding || !provisional || this.options.journal.distance(JOURNAL_START) === 0) return current;
    return this.openOrBuild();
  }

  private openOrBuild(): Current {
    if (this.files === null || this.memoryReason !== null) return this.build(this.memoryReason);
    if (this.options.journal.distance(JOURNAL_START) === 0) return this.wrap(createMemoryStore(), 'reused', null);
    if (this.buildBecause !== null) return this.build(this.buildBecause);
    const opened = this.files.open();
    switch (opened.kind) {
      case 'open':
        return this.wrap(opened.store, 'reused', null);
      case 'missing':
        return this.build('missing');
      case 'older':
        return this.build('older version');
      case 'newer':
        this.useMemory('newer version', 'the index was written by a newer loom; it is left as it is');
        return this.build(this.memoryReason);
    }
  }

  private wrap(store: IndexStore, built: Built, reason: string | null): Current {
    return { store, built, reason, reads: readsOf(store, this.options.storeId) };
  }

  /** Folds the whole journal into a new store. An erasure that happens meanwhile makes it start over. */
  private build(reason: string | null): Current {
    const begunAt = this.options.journal.head();
    const fill = (store: IndexStore): void => void catchUpStore(store, this.options, { offers: this.offers, begunAt });
    if (this.files !== null && this.memoryReason === null) {
      const built = this.wrap(this.files.build(fill), 'rebuilt', reason);
      this.buildBecause = null;
      return built;
    }
    const store = createMemoryStore();
    fill(store);
    return this.wrap(store, 'rebuilt', reason);
  }

  /** Decides where the next attempt answers from. */
  private recover(error: unknown): void {
    const path = this.current?.store.path ?? this.files?.current() ?? null;
    const inMemory = this.current?.store.kind === 'memory';
    const trouble = error instanceof IndexVoid ? 'void' : judgeTrouble(error);
    if (trouble === 'unusable' || trouble === 'void') this.harvest();
    // A model in memory knows no rollback: what a fault interrupted is folded again.
    if (trouble !== undefined || inMemory) this.closeQuietly();
    if (trouble === undefined) throw error;
    if (inMemory) return;
    if (error instanceof IndexVoid) this.discard(error.reason);
    else if (trouble === 'damaged') this.setAside(path);
    else if (trouble === 'busy') this.useMemory('busy', 'the index is busy; answering from the journal');
    else this.useMemory('unusable', `the index cannot be used (${wordOf(error)}); answering from the journal`);
  }

  /** Tells whether the process that is waited for gets on: then waiting on is quicker than starting over. */
  private isAdvancing(): boolean {
    const { current, lastSeen } = this;
    if (current?.store.kind !== 'file' || this.options.now() > this.waitUntil) return false;
    try {
      const { id } = readCursor(current.store);
      this.lastSeen = id;
      return id !== lastSeen;
    } catch {
      return false;
    }
  }

  private harvest(): void {
    try {
      if (this.current !== undefined) harvestSummaries(this.current.store, this.offers);
    } catch {
      // Transcripts are read again instead.
    }
  }

  /** Content that was erased from the store must not stay in files either, those set aside included. */
  private discard(reason: IndexVoid['reason']): void {
    try {
      if (reason === 'erased') this.files?.clear();
      else this.files?.removeCurrent();
    } catch (error) {
      if (judgeTrouble(error) === undefined) throw error;
      this.useMemory('unusable', `the index cannot be replaced (${wordOf(error)}); answering from the journal`);
    }
  }

  private setAside(path: string | null): void {
    try {
      const aside = path === null ? null : (this.files?.setAside(path) ?? null);
      const kept = aside === null ? '' : `; the damaged file was set aside as ${aside}`;
      this.options.onNotice?.(`the index was damaged and is built again from the journal${kept}`);
    } catch (error) {
      if (judgeTrouble(error) === undefined) throw error;
      this.useMemory('damaged', 'the index is damaged and cannot be replaced; answering from the journal');
    }
  }

  private useMemory(reason: string, notice: string): void {
    this.memoryReason = reason;
    this.options.onNotice?.(notice);
  }

  private closeQuietly(): void {
    const { current } = this;
    this.current = undefined;
    try {
      current?.store.close();
    } catch {
      // The file is given up; what its closing says changes nothing.
    }
  }
}

function wordOf(error: unknown): string {
  const { sqliteCodeName, code } = error as { readonly sqliteCodeName?: unknown; readonly code?: unknown };
  return String(sqliteCodeName ?? code ?? 'unknown');
}
