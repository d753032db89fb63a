import { hash } from 'node:crypto';
import { decodePath, splitNul } from './git-path.ts';

/** An entry of the index that `git status` does not look behind. */
export interface HiddenEntry {
  readonly path: string;
  /** `assumed`, `skipped`: git was told to take the file as unchanged, or as not to be here. */
  readonly kind: 'submodule' | 'assumed' | 'skipped';
  readonly blob: string;
}

const ENTRY = /^(\S) (\d+) ([0-9a-f]+) \d\t/;
const SUBMODULE = '160000';

function kindOf(tag: string, mode: string): HiddenEntry['kind'] | undefined {
  if (mode === SUBMODULE) return 'submodule';
  if (tag.toUpperCase() === 'S') return 'skipped';
  return tag === tag.toUpperCase() ? undefined : 'assumed';
}

/** Reads the output of `git ls-files -v --stage -z`; entries that `git status` looks at are left out. */
export function hiddenEntries(out: Buffer): readonly HiddenEntry[] {
  return splitNul(out).flatMap((field) => {
    // A plain file is told by its first letters, and most entries are one.
    if (field[0] === 0x48 && field[2] === 0x31 && field[3] === 0x30) return [];
    const [head = '', tag = '', mode = '', blob = ''] = ENTRY.exec(field.toString('latin1')) ?? [];
    const kind = head === '' ? undefined : kindOf(tag, mode);
    return kind === undefined ? [] : [{ path: decodePath(field.subarray(head.length)), kind, blob }];
  });
}

/** Whether a content is that of a blob, without conversions. */
export function isBlob(bytes: Buffer, blob: string): boolean {
  const header = Buffer.from(`blob ${bytes.length}\0`, 'latin1');
  return hash(blob.length === 64 ? 'sha256' : 'sha1', Buffer.concat([header, bytes]), 'hex') === blob;
}
