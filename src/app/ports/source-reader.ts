import type { ForeignDatabase } from './foreign-database.ts';
import type { SkippedPath, SourceFile } from './importer.ts';

/** A line of a foreign file as an import meets it. `end` is the byte after the line, its line feed included. */
export type SourceLine =
  | {
      readonly kind: 'record';
      /** The source's own bytes of one JSON object; valid until the next line is asked for. */
      readonly bytes: Uint8Array;
      readonly value: unknown;
      readonly sourceLine: number;
      readonly offset: number;
      readonly end: number;
      /** One of several objects found back to back on a line. */
      readonly glued: boolean;
      /** The file ended without a line feed, yet the object is complete. */
      readonly unterminated: boolean;
    }
  | {
      readonly kind: 'malformed' | 'too-long';
      readonly sourceLine: number;
      readonly offset: number;
      readonly end: number;
      readonly reason: string;
    }
  | {
      /** Not a line yet: the file ends inside it. It is read again next time. */
      readonly kind: 'deferred';
      readonly sourceLine: number;
      readonly offset: number;
      readonly end: number;
    }
  | {
      readonly kind: 'blank' | 'padding';
      readonly sourceLine: number;
      readonly offset: number;
      readonly end: number;
    };

/** What tells whether a source is still the one that was read. */
export interface SourceLook {
  /** As in {@link SourceFile}. */
  readonly size: number;
  readonly mtimeNs: string;
  readonly ctimeNs: string;
  /** `dev:ino`. */
  readonly inode: string;
  /** Base64url of the first 128 bits of SHA-256 over the first `bytes` bytes; of all, when there are fewer. */
  prefixDigest(bytes: number): string;
}

/**
 * A source held open: every answer speaks of the same state, the one it was opened in. A source that is no JSONL file is
 * read as the JSONL it would be: its records, minified, each with a line feed; offsets and digests are of that text.
 */
export interface OpenSource extends SourceLook {
  /** About how many bytes `lines` yields from the start, where `size` does not tell. */
  readonly textSize?: number;
  lines(from: { readonly offset: number; readonly line: number }): Iterable<SourceLine>;
  close(): void;
}

/** A plain file held open, whose bytes can be read. */
export interface OpenBytes extends OpenSource {
  /** Fills `into` from a position; returns the number of bytes, 0 at the end. */
  read(into: Uint8Array, position: number): number;
}

/** The beginning of a file, for telling whose it is. */
export interface SourceHead {
  readonly path: string;
  /** `json`: one document, pretty or not. `text`: neither JSON nor a database. */
  readonly format: 'jsonl' | 'json' | 'sqlite' | 'text';
  /** The first records; of a document itself, with lists cut to their first items. */
  readonly records: readonly unknown[];
  /** Tables of a database, with their columns. */
  readonly tables: ReadonlyMap<string, ReadonlySet<string>>;
  /** The first characters. */
  readonly text: string;
}

/** What was found in a database, and the stamp it bore then. */
export interface KnownList {
  readonly stamp: string;
  readonly found: readonly (SourceFile | SkippedPath)[];
  /** What else an importer learned there. */
  readonly words?: readonly string[];
}

/** Remembers from one run to the next what was found in databases, by a name. It may forget. */
export interface ListMemory {
  get(name: string): KnownList | undefined;
  set(name: string, list: KnownList): void;
  /** Writes down what was set since the last time, at the end of a run. */
  keep(): void;
}

/** Opens other tools' files without following links in the last step, blocking on a FIFO, or changing anything. */
export interface SourceReader {
  open(file: SourceFile): OpenBytes | SkippedPath;
  /** What is at a path. Only where the system says that nothing is there it is absent; else why it cannot be looked at. */
  look(path: string): 'there' | 'absent' | SkippedPath;
  /** Whether anything is at this path, or may be: whatever cannot be looked at. */
  exists(path: string): boolean;
  /** Reads the beginning of a file; `undefined` when it cannot be read. `brief`: no more than its first records. */
  head(file: SourceFile, extent?: 'brief'): SourceHead | undefined;
  /** Opens a database, or gives the one that is open; it stays as it was at that moment until `release`. */
  database(path: string): ForeignDatabase | SkippedPath;
  /** What changes whenever a database is written to, its log included; found without opening it. */
  databaseStamp(path: string): string;
  /** Whether a database was last written to so long ago that no later write can bear the same stamp. */
  isSettled(path: string): boolean;
  /** What was found in databases before. */
  readonly lists?: ListMemory;
  /** Closes the databases that are open. */
  release(): void;
}
