import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { KeptSession } from '../app/ports/search.ts';
import type { CutDocument } from './cut-document.ts';
import { type PackedDocuments, unpackDocuments } from './packed-documents.ts';

/** A session whose documents are to be cut; each question has a number of its own. */
export interface CutQuestion {
  readonly number: number;
  readonly session: KeptSession;
}

/** What the thread answers; `undefined` for what it cannot read: whoever asked meets that again. */
export interface CutAnswer {
  readonly number: number;
  readonly packed: PackedDocuments | undefined;
}

/** What the thread is started with: where it is asked, and where it counts its answers, so that who waits is woken. */
export interface CuttingStart<Parts> {
  readonly port: MessagePort;
  readonly answered: Int32Array;
  readonly parts: Parts;
}

/** Documents of one question. */
export interface CutOfSession {
  readonly number: number;
  readonly documents: readonly CutDocument[] | undefined;
}

/** Cuts documents beside whoever writes them. */
export interface Cutter {
  ask(question: CutQuestion): void;
  /** An answer that came; `undefined` while there is none. */
  take(): CutOfSession | undefined;
  /** Waits until an answer is there. Returns false when none came in that time. */
  wait(millis: number): boolean;
  close(): void;
}

/** What a thread is started by. */
export interface CuttingPlan {
  readonly program: string;
  /** What the program is given: where it reads. */
  readonly parts: unknown;
  /** Keeps the heaps of this process small while there are two; returns what ends that. */
  readonly bound: () => () => void;
}

/** Megabytes; a thread that needs more ends, and its work is done by the other. */
const LIMITS = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 96 };

/** A thread that reads sessions and cuts their documents. It is asked and answers without the turns of an event loop. */
export class CuttingThread implements Cutter {
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #answered = new Int32Array(new SharedArrayBuffer(4));
  readonly #bound: CuttingPlan['bound'];
  #unbound: () => void;
  #taken = 0;

  /** Starts the program of the thread; what it does not answer, for whatever reason, is left undone. */
  constructor({ program, parts, bound }: CuttingPlan) {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    const start: CuttingStart<unknown> = { port: port2, answered: this.#answered, parts };
    this.#worker = new Worker(program, { workerData: start, transferList: [port2], resourceLimits: LIMITS });
    this.#worker.on('error', () => undefined);
    this.#worker.unref();
    port1.unref();
    this.#bound = bound;
    this.#unbound = bound();
  }

  ask(question: CutQuestion): void {
    this.#port.postMessage(question);
  }

  take(): CutOfSession | undefined {
    const received = receiveMessageOnPort(this.#port);
    if (received === undefined) return undefined;
    // The heap of the thread was made meanwhile, which takes back a bound that was set for all heaps.
    if (this.#taken === 0) this.#unbound = this.#bound();
    this.#taken += 1;
    const { number, packed } = received.message as CutAnswer;
    return { number, documents: packed === undefined ? undefined : unpackDocuments(packed) };
  }

  wait(millis: number): boolean {
    return Atomics.wait(this.#answered, 0, this.#taken, millis) !== 'timed-out';
  }

  close(): void {
    this.#port.close();
    void this.#worker.terminate();
    this.#unbound();
  }
}

/** Starts the thread of this program where a second processor is there for it. */
export function openCuttingThread(plan: Omit<CuttingPlan, 'program'>): Cutter | undefined {
  if (availableParallelism() < 2) return undefined;
  return new CuttingThread({ ...plan, program: join(__dirname, 'cutting.cjs') });
}
