import type { AskedSubject, SearchSubject } from '../app/ports/search.ts';
import { type CutDocument, cutDocument } from './cut-document.ts';
import type { CutOfSession, Cutter } from './cutting-thread.ts';

/** A subject to take over; `undefined`: it must not be found. */
export interface WantedSubject {
  readonly asked: AskedSubject;
  readonly present: SearchSubject | undefined;
}

/** A subject with what its rows are made of, cut while it is read or already. */
export interface CutSubject extends WantedSubject {
  readonly documents: () => Iterable<CutDocument>;
}

/** Bytes of kept sessions that are looked at ahead; with fewer there is no second thread. */
const AHEAD_BYTES = 16_777_216;
const MOST_AHEAD = 256;
/** Bytes that the thread has before it, so that it goes on while this one writes. */
const ASKED_BYTES = 4_194_304;
/** A session of more is cut while it is written, by the thread that writes. */
const LARGEST_BYTES = 8_388_608;
/** Milliseconds after which a thread that does not answer is given up. */
const PATIENCE = 3000;

interface Waiting {
  readonly wanted: WantedSubject;
  readonly number: number;
  readonly bytes: number;
  /** May be asked for, is asked for, or is left to this thread. */
  asked: 'not' | 'is' | 'never';
  documents?: readonly CutDocument[];
}

/** Cuts documents as they are read. */
export function* cutEach(present: SearchSubject | undefined): Generator<CutDocument> {
  for (const document of present?.documents() ?? []) yield cutDocument(document);
}

/**
 * Gives subjects in their order while two threads cut their documents: the other one what is asked of it, this one what comes
 * after that whenever it would have to wait. Whatever becomes of the other thread, the subjects are the same.
 */
export class CutAhead {
  readonly #wanted: Iterator<WantedSubject>;
  readonly #open: () => Cutter | undefined;
  readonly #queue: Waiting[] = [];
  /** What is asked for and not answered. */
  readonly #asked = new Map<number, Waiting>();
  #cutter: Cutter | undefined;
  #opened = false;
  #count = 0;
  #bytes = 0;
  #askedBytes = 0;

  constructor(wanted: Iterable<WantedSubject>, open: () => Cutter | undefined) {
    this.#wanted = wanted[Symbol.iterator]();
    this.#open = open;
  }

  /** The next subject; its documents are read before the next one is asked for. */
  next(): CutSubject | undefined {
    this.#lookAhead();
    this.#handOver();
    const [first] = this.#queue;
    if (first === undefined) return undefined;
    while (first.asked === 'is' && first.documents === undefined) this.#workMeanwhile(first);
    this.#queue.shift();
    this.#bytes -= first.bytes;
    const { wanted, documents } = first;
    return { ...wanted, documents: () => documents ?? cutEach(wanted.present) };
  }

  close(): void {
    this.#cutter?.close();
    this.#cutter = undefined;
  }

  #lookAhead(): void {
    while (this.#bytes < AHEAD_BYTES && this.#queue.length < MOST_AHEAD) {
      const { value, done } = this.#wanted.next();
      if (done === true) return;
      this.#count += 1;
      const bytes = value.present?.kept?.state.transcript?.keptLength ?? 0;
      const asked = bytes === 0 || bytes > LARGEST_BYTES ? 'never' : 'not';
      this.#queue.push({ wanted: value, number: this.#count, bytes, asked });
      this.#bytes += bytes;
    }
    if (this.#opened || this.#bytes < AHEAD_BYTES) return;
    this.#opened = true;
    this.#cutter = this.#open();
  }

  /** Takes what was answered, and asks for more. */
  #handOver(): void {
    const cutter = this.#cutter;
    if (cutter === undefined) return;
    for (let answer = cutter.take(); answer !== undefined; answer = cutter.take()) this.#book(answer);
    for (const waiting of this.#queue) {
      if (this.#askedBytes >= ASKED_BYTES) return;
      if (waiting.asked === 'not' && waiting.documents === undefined) this.#ask(cutter, waiting);
    }
  }

  #book({ number, documents }: CutOfSession): void {
    const waiting = this.#asked.get(number);
    if (waiting === undefined) return;
    this.#asked.delete(number);
    this.#askedBytes -= waiting.bytes;
    if (documents === undefined) waiting.asked = 'never';
    else waiting.documents ??= documents;
  }

  #ask(cutter: Cutter, waiting: Waiting): void {
    const session = waiting.wanted.present?.kept;
    if (session === undefined) return;
    waiting.asked = 'is';
    this.#asked.set(waiting.number, waiting);
    this.#askedBytes += waiting.bytes;
    cutter.ask({ number: waiting.number, session });
  }

  /** The first subject is not answered yet: cuts another one, or waits where there is none. */
  #workMeanwhile(first: Waiting): void {
    const open = this.#queue.filter(({ documents, asked }) => documents === undefined && asked !== 'never');
    const other = open.find(({ asked }) => asked === 'not') ?? open.findLast((waiting) => waiting !== first);
    if (other !== undefined) other.documents = [...cutEach(other.wanted.present)];
    else if (this.#cutter?.wait(PATIENCE) !== true) this.#giveUp();
    this.#handOver();
  }

  #giveUp(): void {
    this.close();
    for (const waiting of this.#asked.values()) waiting.asked = 'never';
    this.#asked.clear();
  }
}
