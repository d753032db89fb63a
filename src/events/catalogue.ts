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
import type { JournalRepaired, JournalSegment, PurgeIntended } from './journal-data.ts';

/** The data of every event type of format 1. Adding a type is compatible; changing one needs an upcaster. */
export interface EventDataMap {
  'session.started': SessionStarted;
  'session.linked': SessionLinked;
  'session.renamed': SessionRenamed;
  'session.pinned': SessionFlagged;
  'session.unpinned': SessionFlagged;
  'session.archived': SessionFlagged;
  'session.restored': SessionFlagged;
  'session.deleted': SessionFlagged;
  'session.purged': SessionPurged;
  'session.closed': SessionClosed;
  'session.reloaded': SessionReloaded;
  'transcript.synced': TranscriptSynced;
  'snapshot.taken': SnapshotTaken;
  'project.identified': ProjectIdentified;
  'project.linked': ProjectLinked;
  'project.merged': ProjectMerged;
  'journal.segment': JournalSegment;
  'journal.repaired': JournalRepaired;
  'purge.intended': PurgeIntended;
}

export type EventType = keyof EventDataMap;

/** The data of one event type. */
export type EventData<T extends EventType> = EventDataMap[T];
