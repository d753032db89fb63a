import { join } from 'node:path';
import type { ContentNow } from '../app/ports/snapshots.ts';
import { digestContent } from './digest-content.ts';
import { encodePath } from './git-path.ts';
import { readWorktreeFile, type WorktreeFile } from './read-worktree-file.ts';
import type { Looking } from './snapshots.ts';

/** Reads and digests the files of one look, within its bounds of bytes and time. */
export interface ContentReader {
  /** Bytes of a file, by its path as text; `large` when it or all together are beyond the bounds. */
  read(path: string, root?: string): WorktreeFile;
  digest(bytes: Uint8Array, link?: boolean): string;
  /** Whether the time or the bytes of this look are used up. */
  readonly exhausted: boolean;
}

/** Digest of a content. Where a link leads is another content than a file with that text. */
export function digestOf(looking: Pick<Looking, 'keyedDigest'>, bytes: Uint8Array, link = false): string {
  return digestContent(looking.keyedDigest, link ? Buffer.concat([Buffer.from('link\0'), bytes]) : bytes);
}

function absolute(path: string, root: string | undefined): string | Buffer {
  if (path.isWellFormed()) return root === undefined ? path : join(root, path);
  return root === undefined ? encodePath(path) : Buffer.concat([Buffer.from(`${root}/`), encodePath(path)]);
}

/** Opens the reading of one look. */
export function createContentReader(looking: Looking): ContentReader {
  const { limits } = looking;
  const end = performance.now() + limits.digestTime;
  let bytes = 0;
  const isExhausted = () => bytes > limits.totalBytes || performance.now() > end;
  return {
    read(path, root) {
      if (isExhausted()) return { state: 'large' };
      const file = readWorktreeFile(absolute(path, root), limits.fileBytes);
      if (file.state === 'file') bytes += file.bytes.length;
      return file;
    },
    digest: (content, link) => digestOf(looking, content, link),
    get exhausted() {
      return isExhausted();
    },
  };
}

/** What a file is now, without its bytes. */
export function contentNow(reader: Pick<ContentReader, 'digest'>, file: WorktreeFile): ContentNow {
  if (file.state !== 'file') return { state: file.state };
  return { state: 'file', digest: reader.digest(file.bytes, file.link) };
}
