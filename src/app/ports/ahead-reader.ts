import type { AgentName } from '../../events/agents.ts';
import type { ImportTally } from '../../events/session-data.ts';
import type { TouchedContent } from '../../events/snapshot-data.ts';
import type { IsoTime, SessionId } from '../../kernel/ids.ts';
import type { SummaryAsRead } from '../kept-as-read.ts';
import type { SourceFile, SourceIdentity } from './importer.ts';
import type { SourceLook } from './source-reader.ts';
import type { GatheredLines } from './transcripts.ts';

/** What reading a source by itself yields, redacted: plain data, that another thread can hand over. Its lines are no part of the store yet. */
export interface SourceAhead {
  readonly session: SessionId;
  readonly identity: SourceIdentity;
  readonly tally: ImportTally;
  readonly offset: number;
  readonly line: number;
  readonly lastAt: IsoTime | null;
  /** Native key of each record, in their order. */
  readonly keys: readonly (string | undefined)[];
  /** The file as it was when it was opened. */
  readonly look: Pick<SourceLook, 'size' | 'mtimeNs' | 'ctimeNs' | 'inode'>;
  /** Digest of everything up to `offset`. */
  readonly prefixDigest: string;
  readonly kept: GatheredLines;
  readonly asRead: SummaryAsRead;
  readonly touched: readonly TouchedContent[];
}

/** A source that a reader was asked to read. */
export interface AheadReading {
  /**
   * `undefined` for one that is to be read in its turn, also where the reader has failed: what went wrong with the source is
   * met again then. Never rejects.
   */
  readonly arrived: Promise<SourceAhead | undefined>;
  /** Takes the source back, so that it is not read there; false where the reader has begun with it, or is done. */
  takeBack(): boolean;
}

/** Reads sources beside whoever commits them. */
export interface AheadReader {
  /** Has a source read before its turn, after those that were asked for earlier. */
  read(agent: AgentName, file: SourceFile): AheadReading;
  /** Lets what was read arrive. */
  pause(): Promise<void>;
  close(): Promise<void>;
}
