import type { ContentNow } from '../app/ports/snapshots.ts';
import { digestOf } from './content-reader.ts';
import { checkObjects, type GitObject, readBlobs } from './git-objects.ts';
import { openCheckout } from './open-checkout.ts';
import type { Looking } from './snapshots.ts';

const COMMIT = /^[0-9a-f]{7,64}$/;
const MOST_COMMITS = 500;

/** Full ids of those of the commits that the repository of a folder holds, in the order asked for, each once. */
export async function findCommits(looking: Looking, cwd: string, ids: readonly string[]): Promise<readonly string[]> {
  const names = [...new Set(ids.filter((id) => COMMIT.test(id)))].slice(0, MOST_COMMITS);
  const opened = openCheckout(looking, cwd);
  if (opened.kind !== 'open' || names.length === 0) return [];
  const objects = (await checkObjects(opened.checkout, names)) ?? [];
  return [...new Set(objects.flatMap((object) => (object?.type === 'commit' ? [object.id] : [])))];
}

function contentOf(looking: Looking, object: GitObject | undefined, blobs: ReadonlyMap<string, Buffer>): ContentNow {
  if (object === undefined) return { state: 'gone' };
  if (object.type !== 'blob') return { state: 'other' };
  const bytes = blobs.get(object.id);
  if (bytes === undefined) return { state: object.size > looking.limits.fileBytes ? 'large' : 'unreadable' };
  return { state: 'file', digest: digestOf(looking, bytes) };
}

/** Digests files as a commit holds them. Names that hold a line feed, which git cannot be asked for, are `unreadable`. */
export async function readCommitted(
  looking: Looking,
  cwd: string,
  { commit, paths }: { readonly commit: string; readonly paths: readonly string[] },
): Promise<ReadonlyMap<string, ContentNow>> {
  const unknown = new Map<string, ContentNow>(paths.map((path) => [path, { state: 'unreadable' }]));
  const opened = openCheckout(looking, cwd);
  if (opened.kind !== 'open' || !COMMIT.test(commit)) return unknown;
  const { checkout } = opened;
  const asked = paths.filter((path) => path.isWellFormed() && !/[\n\0]/.test(path));
  const objects = await checkObjects(checkout, [commit, ...asked.map((path) => `${commit}:${path}`)]);
  // Without the commit nothing is known of its files.
  if (objects?.[0]?.type !== 'commit') return unknown;
  const ids = objects.slice(1).flatMap((object) => (object?.type === 'blob' ? [object.id] : []));
  const { fileBytes, totalBytes } = looking.limits;
  const blobs = await readBlobs(checkout, ids, { each: fileBytes, all: totalBytes });
  for (const [index, path] of asked.entries()) unknown.set(path, contentOf(looking, objects[index + 1], blobs));
  return unknown;
}
