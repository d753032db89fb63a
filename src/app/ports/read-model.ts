import type { ConversationSummary } from '../../domain/conversation.ts';
import type { EventSubject } from '../../domain/event-subjects.ts';
import type { MemoryRecord, MemoryState, MemoryStatus } from '../../domain/memory-state.ts';
import type { ProjectsState } from '../../domain/project-state.ts';
import type { SessionState } from '../../domain/session-state.ts';
import type { SessionView } from '../../domain/session-view.ts';
import type { AgentName } from '../../events/agents.ts';
import type { SourceMark } from '../../events/session-data.ts';
import type { EventId, MemoryId, ProjectId, SessionId } from '../../kernel/ids.ts';
import type { JournalCursor, JournalStretch } from './journal.ts';

/** Which sessions a listing wants. Every filter is optional and narrows. */
export interface SessionQuery {
  /** Sessions that started in, or are linked to, this project. */
  readonly project?: ProjectId;
  readonly agent?: string;
  /** Default: neither. `true` shows only such sessions. */
  readonly archived?: boolean;
  readonly deleted?: boolean;
  /** Archived ones as well as the others; `archived` then means nothing. */
  readonly anyArchived?: boolean;
  /** Children (subagents) and headless runs too. */
  readonly includeSubagents?: boolean;
  /** Bounds on `sortAt`, inclusive / exclusive. */
  readonly since?: string;
  readonly until?: string;
  readonly limit?: number;
  readonly offset?: number;
  /** Archived and deleted ones too: for handles and store-wide work. */
  readonly everything?: boolean;
}

/** A session as sums are made of it. */
export interface SessionFigures {
  readonly id: SessionId;
  readonly sortAt: string;
  readonly agent: string;
  /** A subagent or a headless run. */
  readonly background: boolean;
  /** Without those replayed from a parent. */
  readonly prompts: number;
  readonly toolCalls: number;
  readonly toolErrors: number | null;
  readonly input: number | null;
  readonly output: number | null;
}

/** Which memory records a reader wants. Every filter is optional and narrows. */
export interface MemoryQuery {
  /** Records of this project, and those of the person that hold in every project. */
  readonly project?: ProjectId;
  /** Default: accepted and proposed ones. */
  readonly statuses?: readonly MemoryStatus[];
  /** Whatever the status. */
  readonly everything?: boolean;
}

/** How far the derived index is. */
export interface ReadModelStatus {
  readonly kind: 'file' | 'memory';
  readonly path: string | null;
  readonly bytes: number;
  readonly sessions: number;
  readonly cursor: JournalCursor;
  readonly built: 'reused' | 'caught-up' | 'rebuilt';
  /** Why a rebuild or a memory model was needed; null otherwise. */
  readonly reason: string | null;
  /** Journal lines that no fold understood. */
  readonly skipped: { readonly unknown: number; readonly newer: number; readonly damaged: number };
}

/**
 * What commands read: a pure fold of the journal plus summaries of kept transcripts. The file-backed and the
 * in-memory implementation give equal answers; `test/contract/read-model-contract.ts` runs on both.
 */
export interface ReadModel {
  /** Folds everything up to the journal's head. Every other method speaks of that state. */
  catchUp(): JournalCursor;
  state(id: SessionId): SessionState | undefined;
  view(id: SessionId): SessionView | undefined;
  /** Newest `sortAt` first, id as tie-breaker. */
  list(query: SessionQuery): readonly SessionView[];
  /** The JSON array that `list` would serialise to, without parsing rows. */
  listJson(query: SessionQuery): string;
  /** The UTF-8 bytes of `listJson` in pieces, in order: the quickest way to standard output. */
  listBytes(query: SessionQuery): readonly Uint8Array[];
  /** Whether any session may have run in a linked worktree, so that `listBytes` does not tell all of it. */
  namesWorktrees(): boolean;
  count(query: SessionQuery): number;
  /** The figures of what `list` gives, in the same order, several times as fast. */
  figures(query: SessionQuery): readonly SessionFigures[];
  /** Children of a session: subagents, forks and continuations, oldest first. */
  children(id: SessionId): readonly SessionView[];
  /** Sessions whose id or native id starts with the text, or whose title equals it; of one project only, when named. */
  candidates(text: string, project?: ProjectId): readonly SessionView[];
  summary(id: SessionId): ConversationSummary | null;
  /** Remembers a summary computed elsewhere, so that catch-up need not read the transcript again. `event`: the sync it is of. */
  offerSummary(
    id: SessionId,
    key: { readonly keptLength: number; readonly normalizerVersion: number; readonly event?: EventId },
    summary: ConversationSummary,
  ): void;
  /** Session and mark of the newest sync that named this source path. */
  bySource(path: string): { readonly session: SessionId; readonly source: SourceMark } | undefined;
  /** Every source path of an agent's sessions that are listed, those in the trash left out, with its newest mark. */
  listedSources(
    agent: AgentName,
  ): Iterable<readonly [string, { readonly session: SessionId; readonly source: SourceMark }]>;
  /** Sessions whose first record has this keyed digest. */
  byFirstRecord(digest: string): readonly SessionId[];
  /** Where events about any of these lie up to the cursor of the last catch-up, in journal order; lines of others may lie between. */
  stretches(subjects: readonly EventSubject[]): readonly JournalStretch[];
  projects(): ProjectsState;
  /** One memory record, whatever its status; `undefined` when only envelopes of its events are known. */
  memory(id: MemoryId): MemoryRecord | undefined;
  /** The record with what deciding about it needs, one of which only envelopes are known included. */
  memoryState(id: MemoryId): MemoryState | undefined;
  /** Newest first by acceptance, else by proposal; id as tie-breaker. */
  memories(query: MemoryQuery): readonly MemoryRecord[];
  /** Records of any project whose id starts with the text. */
  memoryCandidates(prefix: string): readonly MemoryRecord[];
  /** Keyed digests of the texts that were forgotten. */
  tombstones(): ReadonlySet<string>;
  status(): ReadModelStatus;
  /** Throws the derived state away and folds again. */
  rebuild(): ReadModelStatus;
  drop(): void;
  close(): void;
}
