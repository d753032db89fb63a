import { dirname } from 'node:path';
import type { AppContext } from '../app/context.ts';
import type { DetectedSources } from '../app/detect-agent.ts';
import type { Importer } from '../app/ports/importer.ts';
import { type AgentFiles, SeenSources, type SyncNews, type SyncOptions, syncChanges } from '../app/sync-changes.ts';
import { countOf } from '../kernel/count-of.ts';
import { instantMillis } from '../kernel/instant.ts';
import { LoomError } from '../kernel/loom-error.ts';
import type { Answer } from './answer.ts';
import { boundMemory } from './bound-memory.ts';
import { exitCodeOf } from './exit-code.ts';
import { FolderWatch } from './folder-watch.ts';
import { FollowedMemory } from './followed-memory.ts';
import { findTarget, type ImportTarget, isMemoryTool, readTarget } from './import-target.ts';
import { isFolder } from './is-folder.ts';
import { writeNotice } from './output.ts';
import type { Progress } from './progress.ts';
import { describeNews, newsDocument } from './render/import-news.ts';
import type { ImportWords } from './run-import.ts';
import { safeLine } from './safe-text.ts';
import { listenForStop, type StopRequest } from './stop-request.ts';
import { type LookTimes, nextLook, type WaitingEvents } from './watch-pace.ts';

/** The target of a tool that remembers and keeps no sessions. */
const NO_SESSIONS: ImportTarget = { importers: [], store: false, paths: [] };

/** Imports what is there, then follows it until it is told to stop. */
export function runWatch(app: AppContext, wish: ImportWords, progress: Progress): Answer {
  const isMemory = isMemoryTool(wish.words);
  const target = isMemory ? NO_SESSIONS : readTarget(app, wish.words);
  if (target.store) {
    throw new LoomError({
      kind: 'usage',
      code: 'bad-value',
      message: 'an export of loom does not grow: it is not watched',
    });
  }
  const followed = isMemory ? new FollowedMemory(app, wish.words.slice(1)) : undefined;
  const news = () => new ImportWatch(app, { target, wish, progress, memory: followed }).follow();
  return {
    json: null,
    jsonl: () => mapNews(news(), newsDocument),
    text: () => mapNews(news(), (item) => describeNews(item)),
    exit: exitCodeOf('interrupted'),
  };
}

async function* mapNews<T>(news: AsyncIterable<SyncNews>, map: (item: SyncNews) => T): AsyncGenerator<T> {
  for await (const item of news) yield map(item);
}

interface WatchFacts {
  readonly target: ImportTarget;
  readonly wish: ImportWords;
  readonly progress: Progress;
  /** What a tool remembers, where that is followed in place of sessions. */
  readonly memory: FollowedMemory | undefined;
}

/** One run of `import --watch`. */
class ImportWatch {
  readonly #app: AppContext;
  readonly #facts: WatchFacts;
  readonly #seen = new SeenSources();
  readonly #folders = new FolderWatch(() => this.#noteEvent());
  readonly #stop: StopRequest = listenForStop(() => this.#wake());
  #known: ReadonlyMap<string, Importer> = new Map();
  #times: LookTimes = { allEnded: 0, allTook: 0, ended: 0, took: 0 };
  #waiting: WaitingEvents | null = null;
  #wake: () => void = () => undefined;

  constructor(app: AppContext, facts: WatchFacts) {
    this.#app = app;
    this.#facts = facts;
  }

  /** Yields what is imported: first all that is there, then what changes. A last look follows the wish to stop. */
  async *follow(): AsyncGenerator<SyncNews> {
    await this.#facts.memory?.open();
    const unbound = boundMemory();
    try {
      yield* this.#look(true, () => this.#stop.isRequested());
      this.#facts.progress.end();
      if (!this.#facts.wish.silent && !this.#stop.isRequested()) writeNotice(this.#greeting());
      while (!this.#stop.isRequested()) {
        const all = await this.#untilDue();
        yield* this.#look(all || this.#stop.isRequested(), () => false);
      }
    } finally {
      unbound();
      this.#folders.close();
      this.#stop.release();
    }
  }

  #greeting(): string {
    if (this.#facts.memory !== undefined) return `Watching ${this.#facts.memory.name}; Ctrl-C ends it\n`;
    const agents = new Set([...this.#known.values()].map(({ agent }) => agent));
    const what =
      this.#known.size === 0 ? 'no file yet' : `${countOf(this.#known.size, 'file')} of ${[...agents].join(', ')}`;
    return `Watching ${what}; Ctrl-C ends it\n`;
  }

  #noteEvent(): void {
    const now = performance.now();
    this.#waiting = { first: this.#waiting?.first ?? now, last: now, unknown: this.#waiting?.unknown ?? false };
    this.#wake();
  }

  /** Waits until a look is due; tells whether at everything. */
  async #untilDue(): Promise<boolean> {
    for (;;) {
      if (this.#stop.isRequested()) return true;
      this.#judgeEvents();
      const due = nextLook(this.#times, this.#waiting);
      const rest = due.at - performance.now();
      if (rest <= 0) return due.all;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, rest);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  /** What changed is known by its path, or stands for something that only a look at everything finds. */
  #judgeEvents(): void {
    if (this.#waiting === null || this.#waiting.unknown) return;
    const { memory } = this.#facts;
    const unknown = this.#folders.hasUnknown((path) => this.#known.has(path) || memory?.isOf(path) === true);
    if (unknown) this.#waiting = { ...this.#waiting, unknown: true };
  }

  async *#look(all: boolean, isStopped: () => boolean): AsyncGenerator<SyncNews> {
    this.#waiting = null;
    const began = performance.now();
    const changes = this.#folders.take();
    try {
      const agents = all || changes.all ? this.#findAll(changes.paths) : this.#findChanged(changes.paths);
      yield* syncChanges(this.#app, agents, this.#syncOptions(isStopped));
      if (this.#facts.memory !== undefined) yield* this.#facts.memory.sync();
    } catch (error) {
      if (!isPassing(error)) throw error;
      writeNotice(`Warning: ${safeLine(error.message)}; it is tried again\n`);
    }
    const ended = performance.now();
    const took = ended - began;
    this.#times = all ? { allEnded: ended, allTook: took, ended, took } : { ...this.#times, ended, took };
  }

  #syncOptions(isStopped: () => boolean): SyncOptions {
    const { wish, progress } = this.#facts;
    return {
      seen: this.#seen,
      revive: wish.revive,
      isStopped,
      // What changes later is little: its lines tell enough.
      ...(this.#times.ended > 0
        ? {}
        : {
            onProgress: (done, total, agent) => progress.report(done, total, `Importing ${agent}`),
            onWait: () => progress.report(0, null, 'Waiting for another loom to finish'),
          }),
    };
  }

  #findAll(changed: ReadonlySet<string>): readonly AgentFiles[] {
    const { target, wish } = this.#facts;
    const { agents } = findTarget(this.#app, target, wish.since === undefined ? undefined : instantMillis(wish.since));
    this.#app.sources.release();
    this.#app.sources.lists?.keep();
    const known = new Map<string, Importer>();
    for (const { importer, found } of agents) for (const { path } of found.files) known.set(path, importer);
    this.#known = known;
    const folders = new Set([...placesOf(agents), ...[...known.keys()].map((path) => dirname(path))]);
    for (const path of changed) if (isFolder(path)) folders.add(path);
    for (const folder of this.#facts.memory?.folders() ?? []) folders.add(folder);
    this.#folders.retain(folders);
    this.#folders.add(folders);
    return agents.map(({ importer, found }) => ({ importer, files: found.files, claimsIn: found.searched }));
  }

  #findChanged(paths: ReadonlySet<string>): readonly AgentFiles[] {
    const files: AgentFiles[] = [];
    for (const path of paths) {
      const importer = this.#known.get(path);
      if (importer !== undefined && this.#app.sources.look(path) === 'there')
        files.push({ importer, files: [...importer.find(path, this.#app.sources)] });
    }
    return files;
  }
}

/** Trouble that is over by itself: another process holds the store, or a path is gone for now. */
function isPassing(error: unknown): error is LoomError {
  return error instanceof LoomError && (error.kind === 'busy' || error.code === 'path-not-found');
}

/** The places themselves, or of one that is not there yet the folder that it will appear in. */
function placesOf(agents: readonly DetectedSources[]): readonly string[] {
  return agents.flatMap(({ found }) => found.searched.map((place) => (isFolder(place) ? place : dirname(place))));
}
