import type { AgentName } from '../events/agents.ts';
import type { ImportTally, ParentRef, ProcessMark, SourceMark, Where } from '../events/session-data.ts';
import type { EventId, IsoTime, ProjectId, SessionId } from '../kernel/ids.ts';

/** What the kept transcript of a session is, as the newest `transcript.synced` says. */
export interface TranscriptState {
  readonly source: SourceMark;
  readonly keptLength: number;
  readonly lines: number;
  readonly generation: number;
  readonly tally: ImportTally;
  readonly inherited: { readonly session: SessionId; readonly records: number } | null;
  /** The sync event, and when loom wrote it. */
  readonly event: EventId;
  readonly recorded: IsoTime;
}

/** A summary of the session's first turns that loom stored: what it covers, and where its text is. */
export interface SummaryMark {
  readonly event: EventId;
  readonly at: IsoTime;
  /** `deterministic`, or `command NAME`. */
  readonly method: string;
  readonly blob: string;
  readonly through: string;
  readonly turns: number;
  readonly messages: number;
  /** Estimated. */
  readonly tokens: number;
  /** Keyed digest of the records covered. */
  readonly covers: string;
}

/** Numbers of facts that were recorded live. */
export interface CapturedFigures {
  readonly prompts: number;
  readonly answers: number;
  readonly toolCalls: number;
  readonly errors: number;
}

/** The fold of one `session/<id>` stream. Plain JSON, so that an index can hold it as it is. */
export interface SessionState {
  readonly id: SessionId;
  readonly agent: AgentName;
  /** Empty while no start was seen, and after a purge: such a session is known but never listed. */
  readonly nativeId: string;
  readonly headless: boolean;
  readonly parent: ParentRef | null;
  readonly firstRecord: string | null;
  readonly where: Where | null;
  /** Project that the fold of places gave it when it started, else the first that it touched; resolve it through merges when reading. */
  readonly project: ProjectId | null;
  /** Places seen so far (`placeKey` of session.started and session.linked), in order of first sight. */
  readonly places: readonly string[];
  /** Other projects it touched, and its own where no start told it. */
  readonly linked: readonly ProjectId[];
  /** `at` of session.started, and of the newest captured fact. */
  readonly startedAt: IsoTime;
  readonly lastAt: IsoTime;
  /** When a person last gave it a prompt or took it up again; a call or an answer may come in late, this does not. */
  readonly wokenAt: IsoTime | null;
  readonly startTitle: string | null;
  /** Title a person gave. */
  readonly title: string | null;
  readonly pinned: boolean;
  readonly archived: boolean;
  readonly deleted: { readonly event: EventId; readonly at: IsoTime } | null;
  readonly purged: boolean;
  readonly closed: {
    readonly event: EventId;
    readonly at: IsoTime;
    readonly reason: string | null;
    readonly inferred: boolean;
  } | null;
  readonly transcript: TranscriptState | null;
  /** Stored summaries, the newest last; only the last few. */
  readonly summaries: readonly SummaryMark[];
  readonly trust: 'person' | 'agent' | 'untrusted';
  /** Events folded, and the last one: the expected revision of a decision. */
  readonly revision: number;
  readonly lastEvent: EventId;
  /** Tails of the folded events that can be told twice: starts, links, closes and reloads. */
  readonly tails: readonly string[];
  /** Everything that was recorded live; a transcript that is kept later tells most of it again. */
  readonly captured: CapturedFigures;
  /** Of these, what happened after the transcript was last kept. */
  readonly capturedSince: CapturedFigures;
  /** Tails of the last captured facts: two hooks that tell one fact tell it within moments. */
  readonly recent: readonly string[];
  /** The process that the agent was last seen to start in, and when. */
  readonly process: { readonly mark: ProcessMark; readonly at: IsoTime } | null;
  /** Keyed digest of the text that loom last gave the session at a start. */
  readonly assembled: string | null;
  /** The stream holds an event of an unknown type or a damaged line: deciders refuse. */
  readonly blocked: 'unknown-event' | 'damaged' | null;
}
