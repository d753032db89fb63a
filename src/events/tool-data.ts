/**
 * Data of `tool.*` events. One call is followed by its `callId`. Arguments and results are never here: they stay in the kept
 * transcript under `messageId`.
 */
import type { EventId } from '../kernel/ids.ts';

/** What every event of one tool call carries. */
export interface ToolCallRef {
  /** The agent's id of the call; unique within a session. */
  readonly callId: string;
  /** The agent's own name of the tool; absent on a result whose call is not known. */
  readonly name?: string;
  readonly messageId?: string;
  /** The agent gave the call no id: `callId` was made of its name and its time, and no transcript knows it. */
  readonly timed?: boolean;
}

/** A reader may conclude: the model asked for this call. Not that it was allowed or ran. */
export interface ToolRequested extends ToolCallRef {
  /** Paths that the arguments name, redacted; the first 64. */
  readonly paths?: readonly string[];
  /** How it would touch those paths. */
  readonly access?: 'read' | 'write' | 'unknown';
  /** UTF-8 bytes of the arguments. */
  readonly inputBytes?: number;
}

/** A reader may conclude: this one call was allowed, by a person or by a rule that stood at that time. It allows nothing else. */
export interface ToolApproved extends ToolCallRef {
  readonly approvedBy?: 'person' | 'rule' | 'unknown';
  readonly rule?: string;
}

/** A reader may conclude: this one call was not allowed; a person, a rule or a hook said no. */
export interface ToolDenied extends ToolCallRef {
  readonly deniedBy?: 'person' | 'rule' | 'hook' | 'unknown';
  readonly rule?: string;
}

/** A reader may conclude: the tool began to run. Without an end event its effects are unknown. */
export interface ToolStarted extends ToolCallRef {
  readonly request?: EventId;
}

/** A file as it was right after a call touched it. */
export interface TouchedPath {
  readonly path: string;
  readonly access: 'read' | 'write';
  /** Keyed digest of the content after the call; absent when it was too large, gone or not looked at. */
  readonly digest?: string;
}

/** A reader may conclude: the tool returned a result that the agent took as success. */
export interface ToolCompleted extends ToolCallRef {
  readonly durationMs?: number;
  readonly exitStatus?: number;
  readonly outputBytes?: number;
  readonly touched?: readonly TouchedPath[];
}

/** A reader may conclude: the tool returned an error or never returned. It may have had effects before that. */
export interface ToolFailed extends ToolCallRef {
  readonly durationMs?: number;
  readonly exitStatus?: number;
  readonly outputBytes?: number;
  /** The call was stopped, not refused by its own error. */
  readonly interrupted?: boolean;
  readonly touched?: readonly TouchedPath[];
}
