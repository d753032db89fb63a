import type { PolicyFile } from '../events/snapshot-data.ts';

/** One policy file, then against now. */
export interface PolicyChange {
  readonly path: string;
  readonly level: PolicyFile['level'];
  readonly kind: PolicyFile['kind'];
  readonly change: 'meaning' | 'form' | 'added' | 'removed';
  readonly before?: PolicyFile;
  readonly after?: PolicyFile;
}

function byPath(files: readonly PolicyFile[]): ReadonlyMap<string, PolicyFile> {
  return new Map(files.map((file) => [file.path, file]));
}

function changeOf(before: PolicyFile | undefined, after: PolicyFile | undefined): PolicyChange | undefined {
  const file = after ?? before;
  if (file === undefined) return undefined;
  const { path, level, kind } = file;
  if (before === undefined) return { path, level, kind, change: 'added', after: file };
  if (after === undefined) return { path, level, kind, change: 'removed', before };
  if (before.meaning !== after.meaning) return { path, level, kind, change: 'meaning', before, after };
  return before.bytes === after.bytes ? undefined : { path, level, kind, change: 'form', before, after };
}

/** Lists policy files that differ, in path order. */
export function diffPolicy(before: readonly PolicyFile[], after: readonly PolicyFile[]): readonly PolicyChange[] {
  const [then, now] = [byPath(before), byPath(after)];
  const paths = [...new Set([...then.keys(), ...now.keys()])].sort();
  return paths.flatMap((path) => changeOf(then.get(path), now.get(path)) ?? []);
}

/** Paths of files whose meaning is the same, whatever their bytes. */
export function samePolicyMeaning(before: readonly PolicyFile[], after: readonly PolicyFile[]): ReadonlySet<string> {
  const now = byPath(after);
  return new Set(before.filter(({ path, meaning }) => now.get(path)?.meaning === meaning).map(({ path }) => path));
}
