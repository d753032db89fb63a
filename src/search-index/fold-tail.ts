import type { JournalCursor, JournalEntry, LinePlace } from '../app/ports/journal.ts';
import { blockMemory, foldMemory } from '../domain/memory-fold.ts';
import type { MemoryState } from '../domain/memory-state.ts';
import { emptyProjects, foldProjects } from '../domain/project-fold.ts';
import type { ProjectsState } from '../domain/project-state.ts';
import { blockSession, foldSession, placeSession } from '../domain/session-fold.ts';
import type { SessionState } from '../domain/session-state.ts';
import type { LoomEvent } from '../events/envelope.ts';
import { isErased } from '../events/erased.ts';
import {
  type EventId,
  type IsoTime,
  type MemoryId,
  memoryOfStream,
  type SessionId,
  type StreamName,
  sessionOfStream,
} from '../kernel/ids.ts';
import type { Sha256 } from '../kernel/sources.ts';
import { EventStretches } from './event-stretches.ts';
import { readProjects, readSkipped, type SkippedLines } from './index-meta.ts';
import { type IndexStore, IndexVoid, type StoredSummary } from './index-store.ts';

/** Events after which content that the index holds may be gone from the store. */
const ERASING: ReadonlySet<string> = new Set([
  'purge.intended',
  'session.purged',
  'memory.forgotten',
  'journal.repaired',
  'journal.redacted',
]);

const MOST_STATES_IN_MEMORY = 2000;

export interface FoldOptions {
  readonly storeId: string;
  readonly sha256: Sha256;
  /** The journal's head when this index was begun: erasures before it are part of what is folded. */
  readonly begunAt: JournalCursor | null;
  /**
   * Stop at the end of the commit in which this many sessions have a new transcript that must be read, or ten times as many
   * whose summary is there; null: never.
   */
  readonly mostSynced: number | null;
  /** Whether the summary of a session's new transcript is there already. */
  readonly isSummarized: (session: SessionId) => boolean;
  /** That summary, where it stands for the transcript that a session has now. */
  readonly summaryOf: (state: SessionState) => StoredSummary | undefined;
}

/** How many transcripts with a summary take the time of one that must be read. */
const SUMMARIZED_PER_READ = 10;

/** What folding a stretch of the journal changed. */
export interface FoldedTail {
  /** The last line taken; null when none was. */
  readonly cursor: JournalCursor | null;
  readonly changed: ReadonlySet<SessionId>;
  /** Those among them that have a new transcript state. */
  readonly synced: ReadonlySet<SessionId>;
  /** Those whose summary was there already, and is in the store with them. */
  readonly summarized: ReadonlySet<SessionId>;
  /** Those whose place in a family or presence may differ now, with their parent. */
  readonly family: ReadonlyMap<SessionId, SessionId | null>;
  readonly projects: ProjectsState;
  readonly skipped: SkippedLines;
  /** Whether entries were left for the next time. */
  readonly more: boolean;
}

/** Folds entries into the store's sessions; rows, summaries that are not there yet and meta texts are left to the caller. */
export function foldTail(store: IndexStore, entries: Iterable<JournalEntry>, options: FoldOptions): FoldedTail {
  const folding = new Folding(store, options);
  for (const entry of entries) {
    folding.take(entry);
    if (folding.isFull() && endsCommit(entry)) return folding.finish(true);
  }
  return folding.finish(false);
}

class Folding {
  private readonly store: IndexStore;
  private readonly options: FoldOptions;
  private readonly states = new Map<SessionId, SessionState>();
  private readonly memories = new Map<MemoryId, MemoryState>();
  private readonly changed = new Set<SessionId>();
  private readonly synced = new Set<SessionId>();
  private readonly summarized = new Set<SessionId>();
  private readonly stretches: EventStretches;
  private readonly family = new Map<SessionId, SessionId | null>();
  private projects: ProjectsState;
  private skipped: SkippedLines;
  private cursor: JournalCursor | null = null;
  private toRead = 0;

  constructor(store: IndexStore, options: FoldOptions) {
    this.store = store;
    this.options = options;
    this.projects = readProjects(store, emptyProjects(options.storeId));
    this.skipped = readSkipped(store);
    this.stretches = new EventStretches(store);
  }

  take(entry: JournalEntry): void {
    switch (entry.kind) {
      case 'event':
        this.cursor = cursorAfter(entry.event, entry.place);
        this.takeEvent(entry.event, entry.place);
        return;
      case 'unknown':
        this.cursor = cursorAfter(entry.event, entry.place);
        this.skip(entry.newer ? 'newer' : 'unknown', null);
        this.block([entry.event.stream], 'unknown-event', entry.event);
        return;
      case 'damage':
        if (!isAfter(entry.place, this.skipped.upTo)) return;
        this.skip('damaged', entry.place);
        this.block(entry.streams, 'damaged', null);
    }
  }

  isFull(): boolean {
    const { mostSynced } = this.options;
    if (mostSynced === null) return false;
    return this.toRead >= mostSynced || this.synced.size >= mostSynced * SUMMARIZED_PER_READ;
  }

  finish(more: boolean): FoldedTail {
    this.flush();
    const { cursor, changed, synced, summarized, family, projects, skipped } = this;
    return { cursor, changed, synced, summarized, family, projects, skipped, more };
  }

  private takeEvent(event: LoomEvent, place: LinePlace): void {
    if (ERASING.has(event.type)) this.refuseErasure(place);
    this.stretches.note(event, place);
    const memory = memoryOfStream(event.stream);
    if (memory !== undefined) this.keepMemory(foldMemory(this.memory(memory), event));
    const id = sessionOfStream(event.stream);
    const before = id === undefined ? undefined : this.state(id);
    const after = foldSession(before, event);
    if (after !== undefined && after === before) return;
    if (event.type === 'transcript.synced' && id !== undefined && !isErased(event.data)) {
      this.store.putSource(event.data.source.path, { session: id, source: event.data.source });
    }
    const folded = foldProjects(this.projects, event, { sha256: this.options.sha256 });
    this.projects = folded.state;
    if (id === undefined || after === undefined) return;
    const { session } = folded;
    const role = session?.linked === true ? 'linked' : 'started';
    this.keep(before, session === undefined ? after : placeSession(after, { project: session.project, role }));
  }

  private refuseErasure(place: LinePlace): void {
    const { begunAt } = this.options;
    if (begunAt === null || isAfter(place, [begunAt.segment, begunAt.offset - 1])) throw new IndexVoid('erased');
  }

  private state(id: SessionId): SessionState | undefined {
    return this.states.get(id) ?? this.store.session(id)?.state;
  }

  private keep(before: SessionState | undefined, after: SessionState): void {
    this.states.set(after.id, after);
    this.changed.add(after.id);
    if (after.transcript !== null && after.transcript.event !== before?.transcript?.event) this.sync(after.id);
    if (before === undefined || familyPart(before) !== familyPart(after)) {
      this.family.set(after.id, after.parent?.session ?? null);
    }
    const left = before?.parent?.session;
    if (left !== undefined && left !== after.parent?.session && !this.family.has(left)) this.family.set(left, null);
    if (this.states.size >= MOST_STATES_IN_MEMORY) this.flush();
  }

  private sync(id: SessionId): void {
    if (!this.synced.has(id) && !this.options.isSummarized(id)) this.toRead += 1;
    this.synced.add(id);
  }

  private memory(id: MemoryId): MemoryState | undefined {
    return this.memories.get(id) ?? this.store.memory(id);
  }

  private keepMemory(state: MemoryState | undefined): void {
    if (state !== undefined) this.memories.set(state.record.id, state);
  }

  private flush(): void {
    for (const memory of this.memories.values()) this.store.putMemory(memory);
    this.memories.clear();
    this.stretches.flush();
    for (const state of this.states.values()) this.store.putSession({ state, summary: this.summaryOf(state) });
    this.states.clear();
  }

  private summaryOf(state: SessionState): StoredSummary | null {
    if (state.transcript === null) return null;
    const offered = this.synced.has(state.id) ? this.options.summaryOf(state) : undefined;
    if (offered === undefined) this.summarized.delete(state.id);
    else this.summarized.add(state.id);
    return offered ?? this.store.session(state.id)?.summary ?? null;
  }

  private skip(kind: keyof SkippedLines['counts'], place: LinePlace | null): void {
    const { counts, upTo } = this.skipped;
    this.skipped = {
      counts: { ...counts, [kind]: counts[kind] + 1 },
      upTo: place === null ? upTo : [place.segment, place.offset],
    };
  }

  private block(
    streams: readonly StreamName[],
    blocked: 'unknown-event' | 'damaged',
    event: { readonly id: EventId; readonly recorded: IsoTime } | null,
  ): void {
    const at = event?.recorded ?? ('1970-01-01T00:00:00.000Z' as IsoTime);
    for (const id of streams.map(memoryOfStream)) {
      if (id !== undefined) this.keepMemory(blockMemory(this.memory(id), { id, blocked, at }));
    }
    for (const id of streams.map(sessionOfStream)) {
      if (id === undefined) continue;
      const before = this.state(id);
      this.keep(before, blockSession(before, { id, blocked, at, event: event?.id ?? ('' as EventId) }));
    }
  }
}

function endsCommit(entry: JournalEntry): boolean {
  if (entry.kind === 'damage') return false;
  const [, index, size] = entry.event.commit;
  return index === size - 1;
}

/** What of a state shows in the rows of its parent and its descendants. */
function familyPart(state: SessionState): string {
  return JSON.stringify([state.nativeId === '', state.purged, state.deleted !== null, state.parent?.session]);
}

function cursorAfter(line: { readonly id: string; readonly sum: string }, place: LinePlace): JournalCursor {
  return { segment: place.segment, offset: place.offset + place.length, id: line.id, sum: line.sum };
}

function isAfter(place: LinePlace, [segment, offset]: readonly [number, number]): boolean {
  return place.segment > segment || (place.segment === segment && place.offset > offset);
}
