import type { JournalCursor } from './journal.ts';

/** One thing that a check of the store has to say. */
export interface StoreFinding {
  /** `error` = damage or danger; `warning` = worth knowing, nothing acknowledged is lost; `info` = as it should be. */
  readonly severity: 'error' | 'warning' | 'info';
  /** Stable, kebab-case. */
  readonly code: string;
  /** Relative to the store's home. */
  readonly file: string;
  /** 1-based; `null` when the finding is about the whole file. */
  readonly line: number | null;
  /** Bytes from the start of the file. */
  readonly offset: number | null;
  /** Never content. */
  readonly detail: string;
  /** A command that mends it and runs as printed. */
  readonly fix?: string;
}

/** What a check of the whole store found. */
export interface StoreCheck {
  readonly findings: readonly StoreFinding[];
  /** Findings by severity, those left out of the list included. */
  readonly errors: number;
  readonly warnings: number;
  readonly segments: number;
  readonly events: number;
  readonly bytes: number;
  readonly transcripts: number;
}

/** Figures of a journal. */
export interface JournalFigures {
  readonly segments: number;
  /** Bytes of the files, and how many of them are part of the journal. */
  readonly bytes: number;
  readonly journalBytes: number;
  readonly events: number;
  readonly commits: number;
  readonly streams: number;
  /** Lines of a type or version that this loom does not know. */
  readonly unknown: number;
  readonly damaged: number;
  /** Events by type, most frequent first. */
  readonly types: Readonly<Record<string, number>>;
  /** `recorded` of the first and last line; `null` in an empty journal. */
  readonly first: string | null;
  readonly last: string | null;
}

/** What a repair would do, or did. */
export interface RepairAnswer {
  readonly applied: boolean;
  /** Damaged lines and missing places over all segments. */
  readonly places: number;
  readonly segments: readonly {
    readonly segment: number;
    readonly dropped: readonly { readonly offset: number; readonly length: number; readonly sha256: string }[];
  }[];
  /** Files that say which store this is, damaged or missing, are made anew; `useless` ones, and transcripts that no event names, are set aside. */
  readonly files: readonly { readonly file: string; readonly fault: 'missing' | 'damaged' | 'useless' | 'unnamed' }[];
  /** Folder that holds the replaced segments, else the damaged files, as they were; null when nothing was set aside. */
  readonly quarantine: string | null;
}

/** Checks and repairs a store. Only a repair that is applied writes. */
export interface StoreCare {
  /** Folder of the store, absolute; absent where there is none. */
  readonly home?: string;
  /** Reads everything. Throws nothing for damage; `storage` when a file cannot be read. */
  verify(options: {
    readonly onFinding?: (finding: StoreFinding) => void;
    readonly indexCursor?: JournalCursor;
  }): Promise<StoreCheck>;
  /** Owner, modes, links and kinds of the store's files and folders, and whether the files that name the store are whole. */
  checkFiles(): readonly StoreFinding[];
  figures(): JournalFigures;
  repair(options: { readonly apply: boolean }): Promise<RepairAnswer>;
}
