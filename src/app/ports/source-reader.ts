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

/** A source file held open: every answer speaks of the same file, as long as it was when it was opened. */
export interface OpenSource {
  readonly size: number;
  readonly mtimeNs: string;
  readonly ctimeNs: string;
  /** `dev:ino`. */
  readonly inode: string;
  /** Base64url of the first 128 bits of SHA-256 over the first `bytes` bytes. */
  prefixDigest(bytes: number): string;
  lines(from: { readonly offset: number; readonly line: number }): Iterable<SourceLine>;
  close(): void;
}

/** Opens other tools' files without following links in the last step, blocking on a FIFO, or changing anything. */
export interface SourceReader {
  open(file: SourceFile): OpenSource | SkippedPath;
  /** Whether anything is at this path; used for explicit paths. */
  exists(path: string): boolean;
}
