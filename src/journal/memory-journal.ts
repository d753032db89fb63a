import type {
  CommitOutcome,
  CommitRequest,
  DrainReport,
  EraseRequest,
  Journal,
  JournalCursor,
  JournalEntry,
  JournalStretch,
} from '../app/ports/journal.ts';
import { JOURNAL_START } from '../app/ports/journal.ts';
import type { EventDraft, LoomEvent } from '../events/envelope.ts';
import { MAX_COMMIT_BYTES } from '../events/envelope.ts';
import { printEventLine } from '../events/event-line.ts';
import type { StreamName } from '../kernel/ids.ts';
import { memoryStream, projectStream, sessionStream } from '../kernel/ids.ts';
import type { Clock, MintEventId, Sha256 } from '../kernel/sources.ts';
import { type CommitLines, printCommit } from './commit-lines.ts';

export interface MemoryJournalOptions {
  readonly sha256: Sha256;
  readonly clock: Clock;
  readonly mintEventId: MintEventId;
}

type EventEntry = Extract<JournalEntry, { readonly kind: 'event' }>;

/** A journal that lives in memory and answers like the one in files: for tests, demonstrations and dry runs. */
export function createMemoryJournal(options: MemoryJournalOptions): Journal {
  return new MemoryJournal(options);
}

class MemoryJournal implements Journal {
  readonly #options: MemoryJournalOptions;
  #entries: EventEntry[] = [];
  /** Settles when the commit that is waiting for its `before` is done: what a lock is to files. */
  #turn: Promise<void> | undefined;

  constructor(options: MemoryJournalOptions) {
    this.#options = options;
  }

  read(after: JournalCursor = JOURNAL_START): Iterable<JournalEntry> {
    return this.#entries.filter((entry) => after.segment === 0 || entry.place.offset >= after.offset);
  }

  readStretches(stretches: Iterable<JournalStretch>): Iterable<JournalEntry> {
    return Array.from(stretches).flatMap(({ segment, start, end }): readonly JournalEntry[] => {
      const lines = this.#entries.filter(({ place }) => place.offset >= start && place.offset < end);
      const reached = lines.reduce((_, { place }) => place.offset + place.length, start);
      if (reached >= end) return lines;
      const place = { segment, offset: reached, length: end - reached };
      return [...lines, { kind: 'damage', code: 'not-json', place, streams: [], detail: 'no line ends where one did' }];
    });
  }

  head(): JournalCursor {
    const last = this.#entries.at(-1);
    return last === undefined ? JOURNAL_START : cursorAfter(last);
  }

  holds(cursor: JournalCursor): boolean {
    if (cursor.segment === 0) return true;
    return this.#entries.some((entry) => {
      const known = cursorAfter(entry);
      return (
        known.offset === cursor.offset && known.id === cursor.id && known.sum === cursor.sum && cursor.segment === 1
      );
    });
  }

  distance(cursor: JournalCursor): number {
    return Math.max(0, this.head().offset - cursor.offset);
  }

  isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  look(): null {
    return null;
  }

  recall(): void {}

  async commit<R>(request: CommitRequest<R>): Promise<CommitOutcome<R>> {
    while (this.#turn !== undefined) await this.#turn;
    if (!this.holds(request.since) || this.distance(request.since) > MAX_COMMIT_BYTES) return { kind: 'behind' };
    const decision = request.decide([...this.read(request.since)]);
    if (decision.kind === 'refuse') return { kind: 'refused', refusal: decision.refusal };
    if (decision.kind === 'nothing' || decision.drafts.length === 0) return { kind: 'nothing' };
    const commit = this.#print(decision.drafts);
    const waiting = decision.before?.();
    const events = waiting === undefined ? this.#append(commit) : await this.#appendAfter(waiting, commit);
    return { kind: 'appended', events, cursor: this.head() };
  }

  async #appendAfter(waiting: Promise<void>, commit: CommitLines): Promise<readonly LoomEvent[]> {
    let release: () => void = () => undefined;
    this.#turn = new Promise((done) => {
      release = done;
    });
    try {
      await waiting;
      return this.#append(commit);
    } finally {
      this.#turn = undefined;
      release();
    }
  }

  /** Nobody leaves events beside a journal in memory. */
  async drainSpool(): Promise<DrainReport> {
    return { events: 0, left: 0, setAside: [] };
  }

  async erase(request: EraseRequest): Promise<readonly LoomEvent[]> {
    while (this.#turn !== undefined) await this.#turn;
    const intended = this.#append(this.#print([request.intent]));
    const erased = new Set<StreamName>([
      ...request.sessions.map(sessionStream),
      ...(request.projects ?? []).map(projectStream),
      ...(request.memories ?? []).map(memoryStream),
    ]);
    this.#entries = this.#entries.map((entry) => (erased.has(entry.event.stream) ? this.#erase(entry) : entry));
    request.unlink();
    return [...intended, ...(request.done.length === 0 ? [] : this.#append(this.#print(request.done)))];
  }

  #print(drafts: readonly EventDraft[]): CommitLines {
    const { sha256, clock, mintEventId } = this.#options;
    return printCommit(drafts, { prev: this.head().id, commitId: mintEventId(), clock, sha256 });
  }

  #append(commit: CommitLines): readonly LoomEvent[] {
    let offset = this.head().offset;
    for (const [index, line] of commit.text.trimEnd().split('\n').entries()) {
      const length = commit.lengths[index] ?? 0;
      // Through the printed line, so that nobody holds on to what a file would not give back.
      this.#entries.push({
        kind: 'event',
        event: JSON.parse(line) as LoomEvent,
        place: { segment: 1, offset, length },
      });
      offset += length;
    }
    return commit.events;
  }

  #erase(entry: EventEntry): EventEntry {
    const { sum, ...event } = entry.event;
    const unsummed = { ...event, data: { erased: true } };
    return {
      ...entry,
      event: { ...unsummed, sum: printEventLine(unsummed, this.#options.sha256).sum } as unknown as LoomEvent,
    };
  }
}

function cursorAfter(entry: EventEntry): JournalCursor {
  const { place, event } = entry;
  return { segment: place.segment, offset: place.offset + place.length, id: event.id, sum: event.sum };
}
