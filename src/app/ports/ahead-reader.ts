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

/** Reads sources beside whoever commits them. */
export interface AheadReader {
  /**
   * Reads a source before its turn; `undefined` for one that is to be read in its turn, also where this reader has failed:
   * what went wrong with the source is met again then. Never rejects.
   */
  read(agent: AgentName, file: SourceFile): Promise<SourceAhead | undefined>;
  /** Lets what was read arrive. */
  pause(): Promise<void>;
  close(): Promise<void>;
}
