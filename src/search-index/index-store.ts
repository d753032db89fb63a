import type { JournalStretch } from '../app/ports/journal.ts';
import type { ConversationSummary } from '../domain/conversation.ts';
import type { EventSubject } from '../domain/event-subjects.ts';
import type { MemoryState } from '../domain/memory-state.ts';
import type { SessionState } from '../domain/session-state.ts';
import type { SourceMark } from '../events/session-data.ts';
import type { MemoryId, ProjectId, SessionId } from '../kernel/ids.ts';

/** Bumped whenever a fold, a row or a table may differ: an older index is rebuilt, a newer one left alone. */
export const INDEX_VERSION = 13;

/** A summary with what it was computed from; `summary` is null when the kept transcript could not be read. */
export interface StoredSummary {
  readonly keptLength: number;
  readonly normalizerVersion: number;
  readonly summary: ConversationSummary | null;
}

/** One session as the index holds it. */
export interface StoredSession {
  readonly state: SessionState;
  readonly summary: StoredSummary | null;
}

/** A rendered session, and what lists filter and sort by. */
export interface ListedRow {
  readonly id: SessionId;
  /** Erased sessions, and those whose start was never seen, are known but in no list. */
  readonly listed: boolean;
  readonly stub: boolean;
  readonly sortAt: string;
  readonly project: ProjectId | null;
  readonly linked: readonly ProjectId[];
  readonly agent: string;
  readonly archived: boolean;
  readonly deleted: boolean;
  readonly background: boolean;
  readonly nativeId: string;
  readonly title: string | null;
  /** Prompts of its own, tool calls and errors, tokens in and out, as a JSON array. */
  readonly figures: string;
  /** The JSON of the view before and after the value of `project`, which is put in when it is read. */
  readonly head: string;
  readonly tail: string;
}

/** What of a row sums are made of. */
export type FiguresRow = Pick<ListedRow, 'id' | 'sortAt' | 'agent' | 'background' | 'figures'>;

/** What a list narrows to; absent parts do not. Only listed rows are ever given. */
export interface RowFilter {
  /** Started in or linked to one of these. */
  readonly projects?: readonly ProjectId[];
  readonly agent?: string;
  readonly archived?: boolean;
  readonly deleted?: boolean;
  readonly background?: boolean;
  /** Bounds on `sortAt`, inclusive and exclusive. */
  readonly since?: string;
  readonly until?: string;
  readonly limit?: number;
  readonly offset?: number;
}

/** A project as rows need it: the one it was merged into, and its JSON. */
export interface StoredProject {
  readonly id: ProjectId;
  readonly resolved: ProjectId;
  readonly json: string;
}

export interface StoredSource {
  readonly session: SessionId;
  readonly source: SourceMark;
}

/** Small texts about the whole index. */
export type MetaName =
  | 'cursor'
  | 'store'
  | 'projects'
  | 'normalizers'
  | 'skipped'
  | 'unsummarized'
  | 'sessions'
  | 'stretches'
  | 'worktrees'
  | 'look';

/**
 * Where the read model keeps what it folded. The memory and the SQLite implementation answer alike; all folding and
 * rendering is done by their one caller. Rows come stubs last, newest `sortAt` first, then by id.
 */
export interface IndexStore {
  readonly kind: 'file' | 'memory';
  readonly path: string | null;
  bytes(): number;
  meta(name: MetaName): string | undefined;
  setMeta(name: MetaName, value: string): void;
  session(id: SessionId): StoredSession | undefined;
  putSession(session: StoredSession): void;
  sessionCount(): number;
  /** All sessions, in no order. */
  sessions(): Iterable<StoredSession>;
  row(id: SessionId): ListedRow | undefined;
  putRow(row: ListedRow): void;
  rows(filter: RowFilter): Iterable<ListedRow>;
  rowCount(filter: RowFilter): number;
  /** What sums are made of, without the rows themselves. */
  rowFigures(filter: RowFilter): readonly FiguresRow[];
  /** Rows in all, those of no list included; as many as there are sessions. */
  totalRows(): number;
  /** Listed rows whose id or native id starts with the text, or whose title equals it. */
  matches(text: string): readonly ListedRow[];
  childrenOf(id: SessionId): readonly SessionId[];
  /** The ids right before and after in text order. */
  neighbours(id: SessionId): readonly SessionId[];
  source(path: string): StoredSource | undefined;
  /** Sources of listed sessions of an agent that are not deleted. */
  listedSources(agent: string): Iterable<readonly [string, StoredSource]>;
  putSource(path: string, source: StoredSource): void;
  memory(id: MemoryId): MemoryState | undefined;
  putMemory(state: MemoryState): void;
  /** All memory records, in no order. */
  memories(): Iterable<MemoryState>;
  byFirstRecord(digest: string): readonly SessionId[];
  /** Where events about it lie, in journal order; lines between them may be about others. */
  stretches(subject: EventSubject): readonly JournalStretch[];
  lastStretch(subject: EventSubject): JournalStretch | undefined;
  /** Adds a stretch, or moves the end of the one that starts there. */
  putStretch(subject: EventSubject, stretch: JournalStretch): void;
  stretchCount(): number;
  projects(): ReadonlyMap<ProjectId, StoredProject>;
  putProjects(projects: readonly StoredProject[]): void;
  /** A listing rendered before, as long as nothing was written since. */
  rendering(key: string): readonly Uint8Array[] | undefined;
  /** Keeps a rendering if that is cheap and possible; never fails. */
  keepRendering(key: string, body: Uint8Array): void;
  /** Runs the work as one change: all of it becomes visible or nothing. Forgets renderings. */
  write(work: () => void): void;
  close(): void;
}

/** Compares as lists show: stubs last, newest first, then by id. */
export function compareRows(one: ListedRow, other: ListedRow): number {
  if (one.stub !== other.stub) return one.stub ? 1 : -1;
  if (one.sortAt !== other.sortAt) return one.sortAt > other.sortAt ? -1 : 1;
  if (one.id === other.id) return 0;
  return one.id < other.id ? -1 : 1;
}

/** The derived state no longer fits the journal; it is thrown away and built again. */
export class IndexVoid extends Error {
  readonly reason: 'cursor' | 'erased' | 'store' | 'normalizer';

  constructor(reason: IndexVoid['reason']) {
    super(`index is void: ${reason}`);
    this.name = 'IndexVoid';
    this.reason = reason;
  }
}

/** Another process replaced or removed the file; the one that is there now is opened instead. */
export class IndexGone extends Error {
  constructor() {
    super('index is gone');
    this.name = 'IndexGone';
  }
}

/** The derived state is not what was written; the file is set aside and built again. */
export class IndexDamaged extends Error {
  constructor(detail: string) {
    super(`index is damaged: ${detail}`);
    this.name = 'IndexDamaged';
  }
}
