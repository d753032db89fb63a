/**
 * Data of what happens inside a session: prompts, context, models, plans, checks, errors, subagents.
 * The same shapes serve events that hooks append and events derived from a kept transcript. Bounded metadata: bodies stay in
 * the transcript, and `messageId` names them.
 */
import type { EventId, ProjectId, SessionId } from '../kernel/ids.ts';

/** Longest prompt text in an event: bytes of its JSON string, quotes left out. Longer text is a blob, written first. */
export const MAX_PROMPT_TEXT_BYTES = 8 * 1024;

/**
 * A reader may conclude: a person gave this session this prompt. `text` is redacted; where a kept record of the same prompt
 * exists, that record is the better copy. Without `text` and `blob` the words are in the kept transcript only.
 */
export interface PromptSubmitted {
  readonly text?: string;
  /** SHA-256 of the session's blob that holds the redacted text, when it is longer than {@link MAX_PROMPT_TEXT_BYTES}. */
  readonly blob?: string;
  /** Keyed digest of the redacted text, tags removed: pairs a hook's prompt with the kept record. */
  readonly textDigest?: string;
  /** UTF-8 bytes of the redacted text. */
  readonly bytes?: number;
  /** `attached`: files or images went with the words, and only the words are here. */
  readonly kind?: 'plain' | 'attached' | 'slash' | 'bash' | 'beside-tool-result' | 'queued' | (string & {});
  readonly messageId?: string;
  readonly promptId?: string;
  readonly redactions?: Readonly<Record<string, number>>;
}

/** A reader may conclude: the agent was given this much context, made of these parts; not what it made of it. */
export interface ContextAssembled {
  readonly tokens?: number;
  readonly budget?: number;
  /** Number of parts by kind, e.g. `{"memory": 4, "file": 2}`. */
  readonly parts?: Readonly<Record<string, number>>;
  /** Keyed digest of the assembled text. */
  readonly digest?: string;
}

/** A reader may conclude: these memory records were shown to the agent. Shown is not believed. */
export interface MemoryRetrieved {
  readonly memories: readonly string[];
  readonly hits?: number;
  readonly tokens?: number;
  /** The question reached beyond its own project. */
  readonly everyProject?: boolean;
  /** Another project that was read, by a grant. */
  readonly project?: ProjectId;
}

/** A reader may conclude: answers after this point came from another model, or were asked for with another effort. */
export interface ModelChanged {
  readonly from?: string;
  readonly to: string;
  readonly provider?: string;
  readonly effort?: string;
  readonly messageId?: string;
}

/** A reader may conclude: the agent proposed a plan. Nobody has agreed to it yet. */
export interface PlanPrepared {
  readonly planId?: string;
  readonly messageId?: string;
  readonly steps?: number;
  /** Keyed digest of the plan's text. */
  readonly digest?: string;
}

/** A reader may conclude: a person agreed to the plan as it stood. The approval ends with the session. */
export interface PlanApproved {
  readonly planId?: string;
  readonly plan?: EventId;
  readonly messageId?: string;
  readonly digest?: string;
}

/** A reader may conclude: a check (tests, types, lint, build) ran and ended so. What it checked is only as good as its command. */
export interface ValidationCompleted {
  readonly check: string;
  readonly outcome: 'passed' | 'failed' | 'unknown';
  readonly callId?: string;
  readonly exitStatus?: number;
  readonly durationMs?: number;
  readonly passed?: number;
  readonly failed?: number;
}

/** A reader may conclude: the agent or its provider reported an error. Work may have gone on after it. */
export interface ErrorRecorded {
  /** Where it came from, e.g. `api`, `agent`, `hook`. */
  readonly source?: string;
  readonly code?: string;
  readonly status?: number;
  readonly retry?: number;
  readonly messageId?: string;
}

/** A reader may conclude: the run stopped before its turn was complete; a tool that was running may have had effects. */
export interface RunInterrupted {
  readonly reason?: string;
  /** Calls that had no result. */
  readonly callIds?: readonly string[];
  readonly messageId?: string;
}

/**
 * A reader may conclude: the agent said that it was done with the prompt before. `text` is what it said last, redacted, and
 * stands in for the kept record until there is one, as a prompt's does.
 */
export interface RunCompleted {
  readonly text?: string;
  /** SHA-256 of the session's blob that holds the redacted text, when it is longer than {@link MAX_PROMPT_TEXT_BYTES}. */
  readonly blob?: string;
  /** Keyed digest of the redacted text, tags removed. */
  readonly textDigest?: string;
  /** UTF-8 bytes of the redacted text. */
  readonly bytes?: number;
  readonly messageId?: string;
  readonly redactions?: Readonly<Record<string, number>>;
}

/** A reader may conclude: the agent handed part of the work to a child with its own conversation. */
export interface SubagentStarted {
  readonly subagent?: string;
  /** The child as a session of this store, once it is known. */
  readonly session?: SessionId;
  /** Kind of subagent, as the agent names it. */
  readonly kind?: string;
  readonly callId?: string;
  readonly model?: string;
  readonly messageId?: string;
}

/** A reader may conclude: the child ended and the agent got its answer, or its failure. */
export interface SubagentCompleted {
  readonly subagent?: string;
  readonly session?: SessionId;
  readonly kind?: string;
  readonly callId?: string;
  readonly isError?: boolean;
  readonly durationMs?: number;
  readonly tokens?: number;
  readonly toolCalls?: number;
  readonly messageId?: string;
}
