import { join } from 'node:path';
import { readBounded, readSmallText } from './read-bounded.ts';

const LARGEST_PACKED_REFS = 32 * 1024 * 1024;
const OBJECT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const MOST_HOPS = 5;

/** What HEAD says, read from files. */
export interface HeadState {
  readonly branch?: string;
  /** Commit id; absent before the first commit and where refs are not kept as files. */
  readonly head?: string;
}

function isSafeRef(ref: string): boolean {
  return ref.startsWith('refs/') && ref.length <= 512 && !ref.split('/').some((part) => part === '' || part === '..');
}

function findPackedRef(commonDir: string, ref: string): string | undefined {
  const packed = readBounded(join(commonDir, 'packed-refs'), LARGEST_PACKED_REFS);
  const end = packed?.indexOf(` ${ref}\n`) ?? -1;
  if (packed === undefined || end === -1) return undefined;
  const line = packed.lastIndexOf(10, end) + 1;
  const id = packed.toString('latin1', line, end);
  return OBJECT_ID.test(id) ? id : undefined;
}

function resolveRef(folders: { readonly gitDir: string; readonly commonDir: string }, ref: string): string | undefined {
  let name = ref;
  for (let hop = 0; hop < MOST_HOPS; hop += 1) {
    const text = readSmallText(join(folders.gitDir, name)) ?? readSmallText(join(folders.commonDir, name));
    if (text === undefined) return findPackedRef(folders.commonDir, name);
    if (OBJECT_ID.test(text)) return text;
    name = text.replace(/^ref:\s*/, '');
    if (name === text || !isSafeRef(name)) return undefined;
  }
  return undefined;
}

/** Branch and commit that a checkout stands on, from `HEAD`, loose refs and `packed-refs`. */
export function readHead(folders: { readonly gitDir: string; readonly commonDir: string }): HeadState {
  const text = readSmallText(join(folders.gitDir, 'HEAD'));
  if (text === undefined) return {};
  if (OBJECT_ID.test(text)) return { head: text };
  const ref = text.replace(/^ref:\s*/, '');
  // `refs/heads/.invalid` stands in for HEAD where refs are kept in a table.
  if (ref === text || !isSafeRef(ref) || ref === 'refs/heads/.invalid') return {};
  const branch = ref.startsWith('refs/heads/') ? { branch: ref.slice('refs/heads/'.length) } : {};
  const head = resolveRef(folders, ref);
  return head === undefined ? branch : { ...branch, head };
}
