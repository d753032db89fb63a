import type { JournalCursor } from '../app/ports/journal.ts';
import { JOURNAL_START } from '../app/ports/journal.ts';
import type { SearchReader, SearchSubjectId } from '../app/ports/search.ts';
import { createSearchReader } from './search-reader.ts';
import { SEARCH_FILLED } from './search-schema.ts';
import { SearchWriter } from './search-writer.ts';
import type { SqliteFile } from './sqlite-file.ts';
import { checkOf, verify } from './sqlite-text.ts';

/** A search reads most pages once: each that is given memory of its own costs more than one that takes another's. */
const READING = 'PRAGMA cache_size=-1000';

/** How far a search index is. */
export interface SearchProgress {
  readonly storeId: string;
  readonly cursor: JournalCursor;
  /** Subjects that events before the cursor concern and that are not yet taken over. */
  readonly pending: readonly SearchSubjectId[];
  readonly documents: number;
  readonly words: number;
}

/** One open search index. */
export interface SearchStore {
  /** Null for an index in memory. */
  readonly path: string | null;
  readonly reader: SearchReader;
  /** `undefined` while it was never filled. */
  progress(): SearchProgress | undefined;
  /** Runs the work as one change; what it returns becomes the progress. `undefined`: nothing changed. */
  write(work: (writer: SearchWriter) => Omit<SearchProgress, 'documents' | 'words'> | undefined): void;
  /** Makes what an index has besides its rows once it is filled. */
  settle(): void;
  /** Runs reads that all see one moment. */
  atOnce<T>(work: () => T): T;
  close(): void;
}

/** An index in a SQLite file, or in a database in memory. */
export function createSearchStore(file: SqliteFile): SearchStore {
  const progress = (): SearchProgress | undefined => readProgress(file);
  const figures = () => progress() ?? { documents: 0, words: 0 };
  return {
    path: file.path === ':memory:' ? null : file.path,
    reader: createSearchReader(file, figures),
    progress,
    write: (work) => {
      within(file, 'BEGIN IMMEDIATE', () => {
        const writer = new SearchWriter(file);
        const next = work(writer);
        if (next === undefined) return;
        const change = writer.flush();
        const { documents, words } = figures();
        const figuresNow = { documents: documents + change.documents, words: words + change.words };
        writeProgress(file, { ...next, ...figuresNow });
      });
    },
    settle: () => file.exec(SEARCH_FILLED),
    atOnce: (work) => {
      file.exec(READING);
      return within(file, 'BEGIN', work);
    },
    close: () => file.close(),
  };
}

function readProgress(file: SqliteFile): SearchProgress | undefined {
  const row = file.get('SELECT value, "check" FROM meta WHERE name=?', 'progress');
  if (row === undefined) return undefined;
  verify(row, 'progress', row['value']);
  return JSON.parse(String(row['value']));
}

function writeProgress(file: SqliteFile, progress: SearchProgress): void {
  const value = JSON.stringify(progress);
  file.run('INSERT OR REPLACE INTO meta VALUES(?,?,?)', 'progress', value, checkOf(value));
}

function within<T>(file: SqliteFile, begin: string, work: () => T): T {
  file.exec(begin);
  try {
    const result = work();
    file.exec('COMMIT');
    return result;
  } catch (error) {
    try {
      file.exec('ROLLBACK');
    } catch {
      // SQLite has rolled back by itself after some errors; the first error is the one that tells.
    }
    throw error;
  }
}

/** The progress of an index that holds nothing yet. */
export function noProgress(storeId: string): SearchProgress {
  return { storeId, cursor: JOURNAL_START, pending: [], documents: 0, words: 0 };
}
