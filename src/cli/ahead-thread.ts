import { join } from 'node:path';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import type { AheadReader, SourceAhead } from '../app/ports/ahead-reader.ts';
import type { SourceFile } from '../app/ports/importer.ts';
import type { AgentName } from '../events/agents.ts';
import { boundMemory } from './bound-memory.ts';

/** What the thread redacts with, and where it writes drafts. */
export interface AheadStart {
  readonly transcriptsDir: string;
  readonly blobsDir: string;
  readonly key: Uint8Array;
  readonly configFile: string;
}

export interface AheadQuestion {
  readonly number: number;
  readonly agent: AgentName;
  readonly file: SourceFile;
}

export interface AheadAnswer {
  readonly number: number;
  readonly ahead: SourceAhead | undefined;
}

/** Megabytes: what was read goes to the other thread at once, so that only garbage fills more. */
const MOST_YOUNG = 16;
const MOST_OLD = 128;

const nextTurn = promisify(setImmediate);

/**
 * Reads sources in a thread of its own. A thread that ends, for whatever reason, leaves everything to be read by the other:
 * that is slower, and the same.
 */
export class AheadThread implements AheadReader {
  readonly #worker: Worker;
  readonly #asked = new Map<number, (ahead: SourceAhead | undefined) => void>();
  #count = 0;
  #ended = false;

  private constructor(worker: Worker) {
    this.#worker = worker;
    worker.on('message', ({ number, ahead }: AheadAnswer) => this.#answer(number, ahead));
    for (const end of ['error', 'messageerror', 'exit']) worker.on(end, () => this.#end());
  }

  /** Starts the thread; what it needs is loaded while the other one goes on. */
  static async start(start: AheadStart, program = join(__dirname, 'ahead.cjs')): Promise<AheadThread> {
    const worker = new Worker(program, {
      workerData: start,
      resourceLimits: { maxYoungGenerationSizeMb: MOST_YOUNG, maxOldGenerationSizeMb: MOST_OLD },
    });
    const thread = new AheadThread(worker);
    await new Promise((resolve) => {
      for (const outcome of ['online', 'error', 'exit']) worker.once(outcome, resolve);
    });
    // A heap that is made takes back the bound that was set for all heaps.
    boundMemory();
    return thread;
  }

  read(agent: AgentName, file: SourceFile): Promise<SourceAhead | undefined> {
    if (this.#ended) return Promise.resolve(undefined);
    this.#count += 1;
    const question: AheadQuestion = { number: this.#count, agent, file };
    return new Promise((resolve) => {
      this.#asked.set(question.number, resolve);
      this.#worker.postMessage(question);
    });
  }

  async pause(): Promise<void> {
    await nextTurn();
  }

  async close(): Promise<void> {
    this.#end();
    await this.#worker.terminate();
  }

  #answer(number: number, ahead: SourceAhead | undefined): void {
    this.#asked.get(number)?.(ahead);
    this.#asked.delete(number);
  }

  #end(): void {
    this.#ended = true;
    for (const number of [...this.#asked.keys()]) this.#answer(number, undefined);
  }
}
