import type {
  ContextAssembled,
  ErrorRecorded,
  MemoryRetrieved,
  ModelChanged,
  PlanApproved,
  PlanPrepared,
  PromptSubmitted,
  RunCompleted,
  RunInterrupted,
  SubagentCompleted,
  SubagentStarted,
  ValidationCompleted,
} from './capture-data.ts';
import type { SessionCompacted, SessionCompacting, SessionSummarized } from './compaction-data.ts';
import type { JournalRedacted, JournalRepaired, JournalSegment, PurgeIntended } from './journal-data.ts';
import type {
  DigestRendered,
  MemoryAccepted,
  MemoryConfirmed,
  MemoryEdited,
  MemoryForgotten,
  MemoryObserved,
  MemoryProposed,
  MemoryReason,
  MemoryReopened,
  MemorySuperseded,
} from './memory-data.ts';
import type { ExportMade, PolicyGranted, PolicyRevoked } from './policy-data.ts';
import type { ResumeConfirmed, SessionForked, SessionResumed } from './resume-data.ts';
import type {
  ProjectIdentified,
  ProjectLinked,
  ProjectMerged,
  SessionClosed,
  SessionFlagged,
  SessionLinked,
  SessionPurged,
  SessionReloaded,
  SessionRenamed,
  SessionStarted,
  SnapshotTaken,
  TranscriptSynced,
} from './session-data.ts';
import type { ToolApproved, ToolCompleted, ToolDenied, ToolFailed, ToolRequested, ToolStarted } from './tool-data.ts';

/**
 * The data of every event type of format 1. Adding a type is compatible; changing one needs an upcaster. What a reader may
 * conclude from an event stands at its data type, or here where types share a shape.
 */
export interface EventDataMap {
  'session.started': SessionStarted;
  'session.resumed': SessionResumed;
  'session.forked': SessionForked;
  'session.renamed': SessionRenamed;
  /** A reader may conclude: a person wants this session kept in sight. */
  'session.pinned': SessionFlagged;
  /** A reader may conclude: the session is no longer pinned. */
  'session.unpinned': SessionFlagged;
  /** A reader may conclude: the session is left out of listings, and nothing of it is gone. */
  'session.archived': SessionFlagged;
  /** A reader may conclude: the delete, archive or end before it, or the one that `undoes` names, no longer holds. */
  'session.restored': SessionFlagged;
  'session.closed': SessionClosed;
  /** A reader may conclude: the session is in the trash: hidden everywhere, restorable, every byte still there. */
  'session.deleted': SessionFlagged;
  'session.purged': SessionPurged;
  'session.linked': SessionLinked;
  'session.compacting': SessionCompacting;
  'session.compacted': SessionCompacted;
  'session.summarized': SessionSummarized;
  'session.reloaded': SessionReloaded;
  'run.interrupted': RunInterrupted;
  'run.completed': RunCompleted;
  'transcript.synced': TranscriptSynced;
  'snapshot.taken': SnapshotTaken;
  'resume.confirmed': ResumeConfirmed;
  'prompt.submitted': PromptSubmitted;
  'context.assembled': ContextAssembled;
  'memory.retrieved': MemoryRetrieved;
  'model.changed': ModelChanged;
  'tool.requested': ToolRequested;
  'tool.approved': ToolApproved;
  'tool.denied': ToolDenied;
  'tool.started': ToolStarted;
  'tool.completed': ToolCompleted;
  'tool.failed': ToolFailed;
  'plan.prepared': PlanPrepared;
  'plan.approved': PlanApproved;
  'validation.completed': ValidationCompleted;
  'error.recorded': ErrorRecorded;
  'subagent.started': SubagentStarted;
  'subagent.completed': SubagentCompleted;
  'memory.proposed': MemoryProposed;
  'memory.accepted': MemoryAccepted;
  /** A reader may conclude: a person looked at the claim and did not want it. That it is false is not said. */
  'memory.rejected': MemoryReason;
  'memory.superseded': MemorySuperseded;
  'memory.reopened': MemoryReopened;
  /** A reader may conclude: a person said that the accepted record is not true. */
  'memory.retracted': MemoryReason;
  'memory.forgotten': MemoryForgotten;
  /** A reader may conclude: a person wants this accepted record in every digest. */
  'memory.pinned': MemoryReason;
  /** A reader may conclude: the record takes its chances in the digest again. */
  'memory.unpinned': MemoryReason;
  'memory.confirmed': MemoryConfirmed;
  'memory.observed': MemoryObserved;
  'memory.edited': MemoryEdited;
  'digest.rendered': DigestRendered;
  'project.identified': ProjectIdentified;
  'project.linked': ProjectLinked;
  'project.merged': ProjectMerged;
  'policy.granted': PolicyGranted;
  'policy.revoked': PolicyRevoked;
  'export.made': ExportMade;
  'journal.segment': JournalSegment;
  'journal.repaired': JournalRepaired;
  'journal.redacted': JournalRedacted;
  'purge.intended': PurgeIntended;
}

export type EventType = keyof EventDataMap;

/** The data of one event type. */
export type EventData<T extends EventType> = EventDataMap[T];
