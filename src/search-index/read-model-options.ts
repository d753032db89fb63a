import type { Journal } from '../app/ports/journal.ts';
import type { Clock, MintEventId } from '../kernel/sources.ts';
import type { SqliteModule } from '../sqlite/load-sqlite.ts';
import type { FoldDeps } from './catch-up.ts';

/** What a read model is opened with. */
export interface ReadModelOptions extends FoldDeps {
  readonly journal: FoldDeps['journal'] & Pick<Journal, 'isEmpty'>;
  /** Folder of the derived files; null for a model that lives in memory only. */
  readonly folder: string | null;
  /** Mints the names of index files. */
  readonly mint: MintEventId;
  readonly now: Clock;
  /** Gives the SQLite package when a file is opened or made. Default: the installed one. */
  readonly loadSqlite?: () => SqliteModule;
  /** Told about a damaged, busy, newer or unwritable index: one sentence without content. */
  readonly onNotice?: (message: string) => void;
  /** Told, once each time, when building the index or catching it up takes more than a second. */
  readonly onSlow?: (work: 'building' | 'updating') => void;
  /** How long to wait for another process that writes the index, in milliseconds. Default: 2000. */
  readonly busyMillis?: number;
}
