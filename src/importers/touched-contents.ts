import type { TouchedContent } from '../events/snapshot-data.ts';
import type { IsoTime } from '../kernel/ids.ts';

/** Contents longer than this are not digested; nor are files that large. */
const MOST_CONTENT = 1024 * 1024;
/** Paths of one reading; a session that touches more leaves the content of the others unknown. */
const MOST_PATHS = 5000;

/** One access, with the whole content after it where the record carries that. */
export interface ContentAccess {
  readonly path: string;
  readonly access: TouchedContent['access'];
  readonly content?: string;
  readonly at: IsoTime | null;
}

/** Keeps the last access of each path. */
export class TouchedContents {
  readonly #digest: (content: string) => string;
  readonly #paths = new Map<string, TouchedContent>();

  constructor(digest: (content: string) => string) {
    this.#digest = digest;
  }

  note({ path, access, content, at }: ContentAccess): void {
    if (!this.#paths.has(path) && this.#paths.size >= MOST_PATHS) return;
    // Bytes that were no text were replaced when they were read: such a content is not the file's.
    const whole = content !== undefined && content.length <= MOST_CONTENT && !content.includes('\ufffd');
    this.#paths.set(path, { path, access, ...(whole ? { digest: this.#digest(content) } : {}), at });
  }

  /** The file was found as it was known to be; for one that is not known, nothing is said of its content. */
  noteUnchanged(path: string, at: IsoTime | null): void {
    const digest = this.#paths.get(path)?.digest;
    this.note({ path, access: 'read', at });
    if (digest !== undefined) this.#paths.set(path, { path, access: 'read', digest, at });
  }

  list(): readonly TouchedContent[] {
    return [...this.#paths.values()];
  }
}
