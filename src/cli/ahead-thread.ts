import { join } from 'node:path';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import type { AheadReader, AheadReading, SourceAhead } from '../app/ports/ahead-reader.ts';
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

/** What the thread is started with. */
export interface AheadWork extends AheadStart {
  /** Who has begun with a question, by its number: the threads share it. */
  readonly claims: Int32Array;
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

/** More than are ever asked at once. */
const MOST_ASKED = 1024;
/** States of a claim. */
const FREE = 0;
const CLAIMED = 1;

/** Claims a question for the thread that calls; false where the other one was first. */
export function claim(claims: Int32Array, number: number): boolean {
  return Atomics.compareExchange(claims, number % claims.length, FREE, CLAIMED) === FREE;
}

const NOT_READ: AheadReading = { arrived: Promise.resolve(undefined), takeBack: () => false };

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
  readonly #claims: Int32Array;
  readonly #asked = new Map<number, (ahead: SourceAhead | undefined) => void>();
  #count = 0;
  #ended = false;

  private constructor(worker: Worker, claims: Int32Array) {
    this.#worker = worker;
    this.#claims = claims;
    worker.on('message', ({ number, ahead }: AheadAnswer) => this.#answer(number, ahead));
    for (const end of ['error', 'messageerror', 'exit']) worker.on(end, () => this.#end());
  }

  /** Starts the thread; what it needs is loaded while the other one goes on. */
  static async start(start: AheadStart, program = join(__dirname, 'ahead.cjs')): Promise<AheadThread> {
    const claims = new Int32Array(new SharedArrayBuffer(MOST_ASKED * Int32Array.BYTES_PER_ELEMENT));
    const workerData: AheadWork = { ...start, claims };
    const worker = new Worker(program, {
      workerData,
      resourceLimits: { maxYoungGenerationSizeMb: MOST_YOUNG, maxOldGenerationSizeMb: MOST_OLD },
    });
    const thread = new AheadThread(worker, claims);
    await new Promise((resolve) => {
      for (const outcome of ['online', 'error', 'exit']) worker.once(outcome, resolve);
    });
    // A heap that is made takes back the bound that was set for all heaps.
    boundMemory();
    return thread;
  }

  read(agent: AgentName, file: SourceFile): AheadReading {
    if (this.#ended || this.#asked.size >= MOST_ASKED) return NOT_READ;
    this.#count += 1;
    const question: AheadQuestion = { number: this.#count, agent, file };
    Atomics.store(this.#claims, question.number % MOST_ASKED, FREE);
    const arrived = new Promise<SourceAhead | undefined>((resolve) => {
      this.#asked.set(question.number, resolve);
      this.#worker.postMessage(question);
    });
    return { arrived, takeBack: () => this.#asked.has(question.number) && claim(this.#claims, question.number) };
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
