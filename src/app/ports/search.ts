import type { SearchDocument, SearchKind } from '../../domain/search-document.ts';
import type { SearchTerm } from '../../domain/search-plan.ts';
import type { SessionState } from '../../domain/session-state.ts';
import type { SessionView } from '../../domain/session-view.ts';
import type { MemoryId, SessionId } from '../../kernel/ids.ts';
import type { JournalCursor } from './journal.ts';

/** What documents belong to: a session, or one memory record. */
export type SearchSubjectId = `session/${SessionId}` | `memory/${MemoryId}`;

/** What the documents of a session are read from that is kept and of which nothing was only recorded live: plain data, for another thread. */
export interface KeptSession {
  readonly state: Pick<SessionState, 'id' | 'agent' | 'transcript' | 'startedAt' | 'summaries'>;
  readonly view: Pick<SessionView, 'startedAt' | 'title' | 'titleSource' | 'sortAt'>;
}

/** A subject as it is to be found now. */
export interface SearchSubject {
  /** Equal marks stand for equal documents and labels: nothing need be read again. */
  readonly mark: string;
  /** Labels that filters name; letters and digits only. */
  readonly labels: readonly string[];
  readonly documents: () => readonly SearchDocument[];
  /** Where another thread can read the same documents. */
  readonly kept?: KeptSession;
}

/** A subject to look up, and a place in the journal before its first event, where one is known. */
export interface AskedSubject {
  readonly id: SearchSubjectId;
  readonly since: JournalCursor | null;
}

/** What the index is filled from: the journal and what it names. */
export interface SearchFeed {
  readonly storeId: string;
  head(): JournalCursor;
  holds(cursor: JournalCursor): boolean;
  /** Subjects that events after the cursor concern; `erased`: content that an index holds may be gone from the store. */
  changes(after: JournalCursor): { readonly subjects: readonly SearchSubjectId[]; readonly erased: boolean };
  /** Every subject; an index is filled quickest with what was said first coming first. */
  all(): readonly SearchSubjectId[];
  /** Looks up several subjects at once; one that must not be found is left out. */
  subjects(asked: readonly AskedSubject[]): ReadonlyMap<SearchSubjectId, SearchSubject>;
}

/** Narrows a question; every part that is there must hold. */
export interface SearchFilter {
  /** Groups of labels: of each group at least one. */
  readonly labels: readonly (readonly string[])[];
  readonly kinds?: readonly SearchKind[];
  /** Subjects that are left out. */
  readonly without?: readonly string[];
  /** Parts of a path in a row. */
  readonly path?: readonly string[];
  /** Bounds on the time of a document, inclusive and exclusive. */
  readonly since?: string;
  readonly until?: string;
}

/** What documents must hold. */
export interface SearchDemand {
  readonly all: readonly SearchTerm[];
  /** At least one of them, if there are any. */
  readonly any: readonly SearchTerm[];
  readonly not: readonly SearchTerm[];
  readonly filter: SearchFilter;
}

/** A document that fits, with how well by its words alone. */
export interface FoundDocument {
  readonly row: number;
  readonly score: number;
  readonly subject: number;
  readonly order: number | null;
}

/** A document as the index holds it. */
export interface StoredDocument extends SearchDocument {
  readonly row: number;
  readonly subjectId: SearchSubjectId;
}

/** Reads the index at one moment. */
export interface SearchReader {
  /** Documents in all, and the mean number of terms in one. */
  figures(): { readonly documents: number; readonly meanLength: number };
  /** In how many documents a term is, up to a bound. */
  frequency(term: SearchTerm, most: number): number;
  /** How many documents fit, up to a bound. */
  count(demand: SearchDemand, most: number): number;
  /** Documents that fit, newest first, those of rows before `before` only; the last minute is given whole or not at all. */
  newest(demand: SearchDemand, most: number, before?: number): readonly FoundDocument[];
  /** Documents that fit, best first by how rare the words of `by` are that they hold. */
  ranked(demand: SearchDemand, by: readonly SearchTerm[], most: number): readonly FoundDocument[];
  /** Things said at these places. */
  said(places: readonly { readonly subject: number; readonly order: number }[]): readonly FoundDocument[];
  documents(rows: readonly number[]): readonly StoredDocument[];
  /** Documents of this key, in whatever session: message ids and call ids. Looks at all of them. */
  withKey(key: string, most: number): readonly StoredDocument[];
  /** Words of the index that are nearly written like this one, most like it first. */
  similar(word: string, most: number): readonly string[];
}

/** The file of a search index, and how far it is. */
export interface SearchIndexStatus {
  readonly path: string;
  readonly bytes: number;
  readonly documents: number;
  readonly cursor: JournalCursor;
}

/** The index of what was said and done. Deleting it changes no answer. */
export interface SearchIndex {
  /** Null where there is no file that could answer: the next search makes one. Builds nothing. */
  status(): SearchIndexStatus | null;
  /** Makes the file again; to be told of one that cannot be written is the caller's to find in {@link status}. */
  rebuild(feed: SearchFeed): void;
  /** Brings the index up to date, then reads it. */
  read<T>(feed: SearchFeed, ask: (reader: SearchReader) => T): T;
  close(): void;
}
