/** Data of the events that continue or copy a session. */
import type { EventId, ProjectId, SessionId } from '../kernel/ids.ts';
import type { AgentName } from './agents.ts';
import type { ParentRef, Where } from './session-data.ts';

/** The one-word result of a resume check, worst first. */
export type Verdict =
  | 'unsupported-session-version'
  | 'project-identity-mismatch'
  | 'blocked-by-conflict'
  | 'capability-review-required'
  | 'provider-substitution-required'
  | 'ready-with-stale-context'
  | 'ready';

/**
 * A reader may conclude: a continuation was prepared and handed out, and `verdict` was the result of comparing then with now.
 * No approval was carried over. Whether the agent then ran is not known from this event.
 */
export interface SessionResumed {
  readonly verdict: Verdict;
  /** Codes of the findings behind the verdict. */
  readonly findings: readonly string[];
  /** Findings at each severity. */
  readonly severities?: Readonly<Record<string, number>>;
  /** Confirmations that let it proceed. */
  readonly accepted?: readonly EventId[];
  readonly agent?: AgentName;
  readonly model?: string;
  readonly where?: Where;
  /** Native id of the session file written for the agent's own resume. */
  readonly nativeId?: string;
  /** The child session that the native file belongs to. */
  readonly child?: SessionId;
  /** Terminal in which it was asked for. */
  readonly tty?: string;
  /** Size of the context handed over, estimated. */
  readonly tokens?: number;
}

/**
 * A reader may conclude: a person looked at this finding and accepted it, for exactly these two states.
 * Another after-state needs another confirmation.
 */
export interface ResumeConfirmed {
  readonly code: string;
  readonly project?: ProjectId;
  /** Keyed digests of the compared states. */
  readonly before?: string;
  readonly after?: string;
}

/** A reader may conclude: this session began as a copy of `parent` up to that point, and inherited no approval of any kind. */
export interface SessionForked {
  readonly parent: ParentRef;
  readonly reason?: string;
  /** Ids of accepted memory records that the copy refers to. */
  readonly memories?: readonly string[];
  readonly model?: string;
  readonly effort?: string;
}
