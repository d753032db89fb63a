import { absolutePath, spelledPath } from '../domain/path-place.ts';
import type { TouchedContent } from '../events/snapshot-data.ts';
import type { IsoTime } from '../kernel/ids.ts';

/** Contents longer than this are not digested; nor are files that large. */
const MOST_CONTENT = 1024 * 1024;
/** Paths of one reading; a session that touches more leaves the content of the others unknown. */
const MOST_PATHS = 5000;

/** One access, with the whole content after it where the record carries that. */
export interface ContentAccess {
  /** As the record spells it. */
  readonly path: string;
  /** Folder that a relative path stands below. */
  readonly folder: string;
  readonly access: TouchedContent['access'];
  readonly content?: string;
  readonly at: IsoTime | null;
}

/** Keeps the last access of each path. Paths stay as they are spelled, for the redaction that comes after. */
export class TouchedContents {
  readonly #digest: (content: string) => string;
  readonly #paths = new Map<string, TouchedContent>();

  constructor(digest: (content: string) => string) {
    this.#digest = digest;
  }

  note({ path, folder, access, content, at }: ContentAccess): void {
    const key = absolutePath(path, folder);
    if (!this.#paths.has(key) && this.#paths.size >= MOST_PATHS) return;
    // Bytes that were no text were replaced when they were read: such a content is not the file's.
    const whole = content !== undefined && content.length <= MOST_CONTENT && !content.includes('\ufffd');
    const spelled = spelledPath(path, folder);
    this.#paths.set(key, { path: spelled, access, ...(whole ? { digest: this.#digest(content) } : {}), at });
  }

  /** The file was found as it was known to be; for one that is not known, nothing is said of its content. */
  noteUnchanged(found: Pick<ContentAccess, 'path' | 'folder' | 'at'>): void {
    const key = absolutePath(found.path, found.folder);
    const digest = this.#paths.get(key)?.digest;
    this.note({ ...found, access: 'read' });
    const noted = this.#paths.get(key);
    if (digest !== undefined && noted !== undefined) this.#paths.set(key, { ...noted, digest });
  }

  list(): readonly TouchedContent[] {
    return [...this.#paths.values()];
  }
}
