import type { JournalCursor } from '../app/ports/journal.ts';
import type { ReadModel, ReadModelStatus } from '../app/ports/read-model.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { loadSqlite } from '../sqlite/load-sqlite.ts';
import { catchUpStore, harvestSummaries, type SummaryOffers } from './catch-up.ts';
import { createFileIndexes, type FileIndexes } from './file-indexes.ts';
import { readCursor, readSkipped } from './index-meta.ts';
import { type IndexStore, IndexVoid } from './index-store.ts';
import { type AttemptTrouble, judgeAttempt, skippedWords } from './index-trouble.ts';
import { readsOf } from './indexed-reads.ts';
import { LIST_INDEX } from './list-index-shape.ts';
import { createMemoryStore } from './memory-store.ts';
import type { ReadModelOptions } from './read-model-options.ts';
import { tellWhenSlow } from './slow-fold.ts';
import { judgeTrouble, wordOf } from './sqlite-errors.ts';

type Built = ReadModelStatus['built'];

interface Current {
  readonly store: IndexStore;
  built: Built;
  reason: string | null;
  readonly reads: ReturnType<typeof readsOf>;
}

interface Failed {
  readonly error: unknown;
  readonly path: string | null;
  readonly attempts: number;
}

const MOST_ATTEMPTS = 8;
/** After that many attempts a process no longer follows the files that others replace. */
const MOST_FOLLOWED = 5;
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
  private readonly files: FileIndexes<IndexStore> | null;
  private current: Current | undefined;
  /** Why this process no longer uses the file. */
  private memoryReason: string | null = null;
  private told = false;
  /** Why the file that is there is not to be opened. */
  private buildBecause: string | null = null;
  /** The file that did not look whole at the last attempt; a second look decides. */
  private suspect: string | null = null;
  private lastSeen: string | undefined;
  private waitUntil = 0;

  constructor(options: ReadModelOptions) {
    this.options = options;
    const { folder } = options;
    this.files = folder === null ? null : createFileIndexes({ loadSqlite, ...options, folder }, LIST_INDEX);
  }

  catchUp(): JournalCursor {
    return this.guarded((current) => {
      const options = { offers: this.offers, begunAt: null };
      const hasFolded = catchUpStore(current.store, this.foldDeps('updating'), options);
      if (hasFolded && current.built === 'reused') current.built = 'caught-up';
      this.offers.clear();
      this.tellSkipped(readSkipped(current.store).counts);
      return readCursor(current.store);
    }, true);
  }

  /** Once a process: lines that no answer is made of must not go unsaid. */
  private tellSkipped(counts: ReadModelStatus['skipped']): void {
    const words = this.told ? [] : skippedWords(counts);
    this.told ||= words.length > 0;
    for (const each of words) this.options.onNotice?.(each);
  }

  state: ReadModel['state'] = (id) => this.guarded(({ reads }) => reads.state(id));
  view: ReadModel['view'] = (id) => this.guarded(({ reads }) => reads.view(id));
  list: ReadModel['list'] = (query) => this.guarded(({ reads }) => reads.list(query));
  listJson: ReadModel['listJson'] = (query) => this.guarded(({ reads }) => reads.listJson(query));
  namesWorktrees: ReadModel['namesWorktrees'] = () => this.guarded(({ reads }) => reads.namesWorktrees());
  listBytes: ReadModel['listBytes'] = (query) => this.guarded(({ reads }) => reads.listBytes(query));
  count: ReadModel['count'] = (query) => this.guarded(({ reads }) => reads.count(query));
  figures: ReadModel['figures'] = (query) => this.guarded(({ reads }) => reads.figures(query));
  children: ReadModel['children'] = (id) => this.guarded(({ reads }) => reads.children(id));
  candidates: ReadModel['candidates'] = (text, project) => this.guarded(({ reads }) => reads.candidates(text, project));
  summary: ReadModel['summary'] = (id) => this.guarded(({ reads }) => reads.summary(id));
  bySource: ReadModel['bySource'] = (path) => this.guarded(({ reads }) => reads.bySource(path));
  listedSources: ReadModel['listedSources'] = (who) => this.guarded(({ reads }) => reads.listedSources(who));
  byFirstRecord: ReadModel['byFirstRecord'] = (digest) => this.guarded(({ reads }) => reads.byFirstRecord(digest));
  stretches: ReadModel['stretches'] = (subjects) => this.guarded(({ reads }) => reads.stretches(subjects));
  memory: ReadModel['memory'] = (id) => this.guarded(({ reads }) => reads.memory(id));
  memoryState: ReadModel['memoryState'] = (id) => this.guarded(({ reads }) => reads.memoryState(id));
  memories: ReadModel['memories'] = (query) => this.guarded(({ reads }) => reads.memories(query));
  memoryCandidates: ReadModel['memoryCandidates'] = (text) => this.guarded(({ reads }) => reads.memoryCandidates(text));
  tombstones: ReadModel['tombstones'] = () => this.guarded(({ reads }) => reads.tombstones());
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
        this.recover(error, attempts);
      }
    }
  }

  /** A model in memory that was enough for an empty journal makes way for a file once there is something to keep. */
  private wanted(folding: boolean): Current {
    const { current } = this;
    if (current === undefined) return this.openOrBuild();
    const provisional = current.store.kind === 'memory' && this.files !== null && this.memoryReason === null;
    if (!folding || !provisional || this.options.journal.isEmpty()) return current;
    return this.openOrBuild();
  }

  private openOrBuild(): Current {
    if (this.files === null || this.memoryReason !== null) return this.build(this.memoryReason);
    if (this.options.journal.isEmpty()) return this.wrap(createMemoryStore(), 'reused', null);
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
    const deps = this.foldDeps('building');
    const fill = (store: IndexStore): void => void catchUpStore(store, deps, { offers: this.offers, begunAt });
    if (this.files !== null && this.memoryReason === null) {
      const askedFor = this.buildBecause !== null;
      const built = this.wrap(this.files.build(fill, { askedFor }), 'rebuilt', reason);
      this.buildBecause = null;
      return built;
    }
    const store = createMemoryStore();
    fill(store);
    return this.wrap(store, 'rebuilt', reason);
  }

  private foldDeps(work: 'building' | 'updating'): ReadModelOptions {
    const { onSlow, now } = this.options;
    return onSlow === undefined ? this.options : tellWhenSlow(this.options, now, () => onSlow(work));
  }

  /** Decides where the next attempt answers from. */
  private recover(error: unknown, attempts: number): void {
    const inMemory = this.current?.store.kind === 'memory';
    const path = this.current === undefined ? (this.files?.tried() ?? null) : this.current.store.path;
    const trouble = judgeAttempt(error, () => path === null || this.files?.isThere(path) !== false);
    if (trouble === 'unusable' || trouble === 'void') this.harvest();
    if (trouble !== undefined || inMemory) this.closeQuietly(); // A model in memory knows no rollback.
    if (trouble === undefined) throw error;
    if (!inMemory) this.moveOn(trouble, { error, path, attempts });
  }

  private moveOn(trouble: AttemptTrouble, { error, path, attempts }: Failed): void {
    if (trouble === 'gone') this.memoryReason = attempts > MOST_FOLLOWED ? 'replaced again and again' : null;
    else if (error instanceof IndexVoid) this.discard(error.reason, path);
    else if (trouble === 'damaged') this.lookAgainOrSetAside(path);
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
  private discard(reason: IndexVoid['reason'], path: string | null): void {
    try {
      if (reason === 'erased') this.files?.clear();
      else if (path !== null) this.files?.remove(path);
    } catch (error) {
      if (judgeTrouble(error) === undefined) throw error;
      this.useMemory('unusable', `the index cannot be replaced (${wordOf(error)}); answering from the journal`);
    }
  }

  private lookAgainOrSetAside(path: string | null): void {
    if (path !== null && path !== this.suspect) {
      this.suspect = path;
      return;
    }
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
