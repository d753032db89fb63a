import type { EventDraft } from '../events/envelope.ts';
import type { ImportTally } from '../events/session-data.ts';
import type { EventId, SessionId } from '../kernel/ids.ts';
import type { AppContext } from './context.ts';
import type { SeenPlaces } from './import-events.ts';
import type { PendingBeginnings } from './import-lineage.ts';
import type { SourceOutcome } from './import-report.ts';
import type { SummaryAsRead } from './kept-as-read.ts';
import type { Importer, SourceFile } from './ports/importer.ts';
import type { OpenSource } from './ports/source-reader.ts';
import type { TranscriptDraft } from './ports/transcripts.ts';
import type { KnownSource } from './source-change.ts';

/** One source, read, redacted and written outside the lock, waiting for its commit. */
export interface PreparedImport {
  readonly kind: 'prepared';
  readonly session: SessionId;
  /** The sync event that it was prepared from; null for a new session. Another one in the journal voids it. */
  readonly base: EventId | null;
  readonly drafts: readonly EventDraft[];
  readonly transcript: TranscriptDraft;
  readonly tally: ImportTally;
  readonly outcome: SourceOutcome;
  readonly warnings: readonly string[];
  /** The summary made while it was read, which makes reading the kept transcript again needless. */
  readonly asRead: SummaryAsRead | undefined;
}

/** A source that needs no commit. */
export interface SettledSource {
  readonly kind: 'settled';
  readonly outcome: SourceOutcome;
  readonly tally?: ImportTally;
}

export interface ImportOptions {
  readonly revive: boolean;
  /** Only a plan is wanted: nothing is written, not even a draft. */
  readonly dryRun: boolean;
}

/** What one source is imported with. */
export interface Preparation {
  readonly app: AppContext;
  readonly importer: Importer;
  readonly file: SourceFile;
  /** The path as it may be written. */
  readonly path: string;
  /** What was kept of it before. */
  readonly known: KnownSource | undefined;
  readonly source: OpenSource;
  readonly pending: PendingBeginnings;
  readonly places: SeenPlaces;
  readonly options: ImportOptions;
}
