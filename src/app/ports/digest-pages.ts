import type { ProjectId } from '../../kernel/ids.ts';

/** A page as it lies in the store. */
export interface StoredPage {
  /** Absolute, for a person to open. */
  readonly path: string;
  /** Null when it was never written. */
  readonly text: string | null;
}

/** The rendered digest of each project: a file that a person may edit. */
export interface DigestPages {
  /**
   * The page of a project; `name` makes its folder readable. Throws LoomError `problem`/`digest-not-text` for a page that
   * is no UTF-8 text or has more than 1 MiB, `unsafe` for one that is no regular file.
   */
  read(project: ProjectId, name: string): StoredPage;
  /**
   * Puts a page in the place of one that still has the text `before`, whole or not at all. Throws LoomError
   * `busy`/`digest-changed` when it has another text by now.
   */
  write(project: ProjectId, name: string, page: { readonly before: string | null; readonly text: string }): void;
  /** Takes every line out of every page that holds one of these words, or is one of them when they are short. */
  eraseLines(words: readonly string[]): void;
}
