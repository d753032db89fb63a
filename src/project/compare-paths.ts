import type { ComparedPath } from '../app/ports/snapshots.ts';
import type { DirtyPath, LeftOut } from '../events/snapshot-data.ts';
import { type ContentReader, createContentReader } from './content-reader.ts';
import type { CommitDifference } from './diff-commits.ts';
import { readBlobs } from './git-objects.ts';
import { joinMoves } from './join-moves.ts';
import { leftOut } from './left-out.ts';
import type { Checkout } from './open-checkout.ts';
import type { Looking } from './snapshots.ts';

/** Blobs held in memory for one comparison. */
const BLOB_BYTES = 64 * 1024 * 1024;

/** What is known of one path, then and now. */
export interface PathPair {
  /** As both snapshots name it, redacted. */
  readonly path: string;
  /** As it is called on disk. */
  readonly named: string;
  readonly difference?: CommitDifference;
  readonly dirtyThen?: DirtyPath;
  readonly dirtyNow?: DirtyPath;
  /** Blob that HEAD has now for a path that is dirty now. */
  readonly headBlob?: string;
  /** The commits could not be compared: what the old one had is not known. */
  readonly baseless?: boolean;
}

/** Content at one moment. */
type Content =
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown'; readonly why: LeftOut['code'] }
  | { readonly kind: 'blob'; readonly id: string; readonly link: boolean }
  | { readonly kind: 'digest'; readonly digest: string };

const NONE: Content = { kind: 'none' };

function dirtyContent(entry: DirtyPath): Content {
  if (entry.digest !== undefined) return { kind: 'digest', digest: entry.digest };
  return entry.state === 'deleted' ? NONE : { kind: 'unknown', why: 'large-files' };
}

/** Blob that the commit of then had: told by the difference, else the same as HEAD has now. */
function blobThen({ difference, dirtyNow, headBlob, baseless }: PathPair): Content {
  if (baseless === true) return { kind: 'unknown', why: 'git-failed' };
  if (difference !== undefined)
    return difference.before === undefined
      ? NONE
      : { kind: 'blob', id: difference.before, link: difference.linkBefore };
  if (headBlob !== undefined) return { kind: 'blob', id: headBlob, link: false };
  // Conflicts name three blobs and no one of HEAD.
  return dirtyNow?.state === 'unmerged' ? { kind: 'unknown', why: 'unreadable-files' } : NONE;
}

function contentThen(pair: PathPair): Content {
  return pair.dirtyThen === undefined ? blobThen(pair) : dirtyContent(pair.dirtyThen);
}

/** Whether a clean path is there now: HEAD has it, unless the difference or its being new then says otherwise. */
function readNow(pair: PathPair, root: string, reader: ContentReader): Content {
  if (pair.dirtyNow !== undefined) return dirtyContent(pair.dirtyNow);
  if (pair.difference?.submodule === true)
    return pair.difference.after === undefined ? NONE : { kind: 'digest', digest: pair.difference.after };
  const file = reader.read(pair.named, root);
  if (file.state === 'file') return { kind: 'digest', digest: reader.digest(file.bytes, file.link) };
  if (file.state === 'gone') return NONE;
  return { kind: 'unknown', why: file.state === 'large' ? 'large-files' : 'unreadable-files' };
}

interface Comparing {
  readonly root: string;
  readonly reader: ContentReader;
  readonly blobs: ReadonlyMap<string, Buffer>;
}

function digestBlob({ reader, blobs }: Comparing, content: Content, submodule: boolean): Content {
  if (content.kind !== 'blob') return content;
  if (submodule) return { kind: 'digest', digest: content.id };
  const bytes = blobs.get(content.id);
  if (bytes === undefined) return { kind: 'unknown', why: 'large-files' };
  return { kind: 'digest', digest: reader.digest(bytes, content.link) };
}

function judgeChange(pair: PathPair, before: Content, after: Content): ComparedPath['change'] {
  if (before.kind === 'none') return judgeAppeared(pair, after);
  if (after.kind === 'none') return 'deleted';
  if (before.kind !== 'digest' || after.kind !== 'digest') return differsByBlob(pair) ? 'changed' : 'unknown';
  return before.digest === after.digest ? 'same' : 'changed';
}

/** A path that was not there then. */
function judgeAppeared(pair: PathPair, after: Content): ComparedPath['change'] {
  if (after.kind === 'none') return 'same';
  return after.kind === 'unknown' && pair.dirtyNow === undefined ? 'unknown' : 'added';
}

/** Too large to be read, but clean then and now with two blobs. */
function differsByBlob({ difference, dirtyThen, dirtyNow }: PathPair): boolean {
  return (
    dirtyThen === undefined &&
    dirtyNow === undefined &&
    difference !== undefined &&
    difference.before !== difference.after
  );
}

interface Judged {
  readonly compared: ComparedPath;
  readonly why?: LeftOut['code'];
}

function comparePath(comparing: Comparing, pair: PathPair): Judged {
  const submodule = pair.difference?.submodule === true || pair.dirtyNow?.state === 'submodule';
  const before = digestBlob(comparing, contentThen(pair), submodule);
  const after = readNow(pair, comparing.root, comparing.reader);
  const change = judgeChange(pair, before, after);
  const from = pair.difference?.from ?? (pair.dirtyNow?.state === 'renamed' ? pair.dirtyNow.from : undefined);
  const moved = from !== undefined && pair.dirtyThen === undefined && after.kind !== 'none';
  const compared: ComparedPath = {
    path: pair.path,
    change: moved ? 'renamed' : change,
    ...(moved ? { from } : {}),
    ...(before.kind === 'digest' ? { before: before.digest } : {}),
    ...(after.kind === 'digest' ? { after: after.digest } : {}),
    dirtyThen: pair.dirtyThen !== undefined,
    dirtyNow: pair.dirtyNow !== undefined,
  };
  if (compared.change !== 'unknown') return { compared };
  const why = before.kind === 'unknown' ? before.why : after.kind === 'unknown' ? after.why : 'unreadable-files';
  return { compared, why };
}

/** Compares paths by their bytes; only those that are dirty, or that two commits have differently, are read. */
export async function comparePaths(
  looking: Looking,
  checkout: Checkout,
  pairs: readonly PathPair[],
): Promise<{ readonly paths: readonly ComparedPath[]; readonly left: readonly LeftOut[] }> {
  const contents = pairs.map(contentThen);
  const ids = contents.flatMap((content) => (content.kind === 'blob' ? [content.id] : []));
  const blobs = await readBlobs(checkout, ids, { each: looking.limits.fileBytes, all: BLOB_BYTES });
  const comparing: Comparing = { root: checkout.root, reader: createContentReader(looking), blobs };
  const judged = pairs.map((pair) => comparePath(comparing, pair));
  const left = judged.flatMap(({ compared, why }) => (why === undefined ? [] : leftOut(why, [compared.path])));
  return { paths: joinMoves(judged.map(({ compared }) => compared)), left };
}
