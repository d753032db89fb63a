import { join } from 'node:path';
import type { LeftOut } from '../events/snapshot-data.ts';
import { addAll } from '../kernel/add-all.ts';
import type { ContentReader } from './content-reader.ts';
import { type HiddenEntry, hiddenEntries, isBlob } from './index-entries.ts';
import { leftOut } from './left-out.ts';
import { type Checkout, openCheckout } from './open-checkout.ts';
import { parseStatus, type StatusPath, type StatusReport } from './parse-status.ts';
import type { GitAnswer } from './run-git.ts';
import type { Looking } from './snapshots.ts';

/** Enough for the bound of dirty paths, whatever their names. */
const STATUS_LIMIT = 8 * 1024 * 1024;
const INDEX_LIMIT = 64 * 1024 * 1024;
/** Checkouts within a checkout that are looked into. */
const MOST_NESTED = 50;
const DEEPEST = 5;

/** What differs from HEAD in a checkout and in those that lie in it. */
export interface ListedChanges {
  readonly report: StatusReport;
  /** In no order; those of checkouts within this one come without a blob of HEAD. */
  readonly paths: readonly StatusPath[];
  /** The list was longer than is read. */
  readonly cut: boolean;
  readonly left: readonly LeftOut[];
}

interface Listing {
  readonly looking: Looking;
  readonly reader: ContentReader;
  readonly depth: number;
}

function failure(answer: GitAnswer & { readonly ok: false }): readonly LeftOut[] {
  return leftOut(answer.why === 'slow' ? 'time' : 'git-failed', 1);
}

const STATUS = [
  'status',
  '--porcelain=v2',
  '-z',
  '--branch',
  '--ahead-behind',
  '--untracked-files=all',
  '--ignore-submodules=dirty',
  '--find-renames',
];

/** Files that git was told to pass over, where they differ. A file that is not to be here, and is not, is as it should be. */
function listPassedOver({ reader }: Listing, root: string, entries: readonly HiddenEntry[]): readonly StatusPath[] {
  return entries.flatMap(({ path, kind, blob }): StatusPath[] => {
    if (kind === 'submodule') return [];
    const file = reader.read(path, root);
    if (file.state === 'file' && isBlob(file.bytes, blob)) return [];
    if (file.state !== 'gone') return [{ path, state: 'modified', headBlob: blob }];
    return kind === 'skipped' ? [] : [{ path, state: 'deleted', headBlob: blob }];
  });
}

/** A path of an inner checkout as the outer one names it. An inner conflict is none of the outer checkout. */
function placeWithin(folder: string, { headBlob: _blob, from, ...entry }: StatusPath): StatusPath {
  return {
    ...entry,
    path: `${folder}/${entry.path}`,
    ...(from === undefined ? {} : { from: `${folder}/${from}` }),
    ...(entry.state === 'unmerged' ? { state: 'modified' as const } : {}),
  };
}

type Inner = Pick<ListedChanges, 'paths' | 'left'>;

const NOTHING: Inner = { paths: [], left: [] };

/** What differs in a checkout within another one. It is asked as its outer one is, since git itself would heed its settings. */
async function listInner(listing: Listing, outer: Checkout, folder: string): Promise<Inner> {
  const { looking, depth } = listing;
  const whole = join(outer.root, folder);
  const opened = openCheckout({ ...looking, git: outer.git }, whole);
  // Not cloned yet: there is nothing to look at.
  if (opened.kind !== 'open' || opened.checkout.root !== whole) return NOTHING;
  if (depth >= DEEPEST) return { paths: [], left: leftOut('dirty-paths', [folder]) };
  const listed = await listAt({ ...listing, depth: depth + 1 }, opened.checkout);
  if (!('report' in listed)) return { paths: [], left: listed.left };
  const left = listed.cut ? [...listed.left, ...leftOut('dirty-paths', [folder])] : listed.left;
  return { paths: listed.paths.map((path) => placeWithin(folder, path)), left };
}

async function listNested(listing: Listing, checkout: Checkout, folders: readonly string[]): Promise<Inner> {
  const paths: StatusPath[] = [];
  const left: LeftOut[] = [...leftOut('dirty-paths', folders.slice(MOST_NESTED))];
  for (const folder of folders.slice(0, MOST_NESTED)) {
    const inner = await listInner(listing, checkout, folder);
    addAll(paths, inner.paths);
    addAll(left, inner.left);
  }
  return { paths, left };
}

/** Folders with a checkout of their own: submodules, and what git names with a `/` because it does not look into it. */
function nestedFolders(hidden: readonly HiddenEntry[], { paths }: StatusReport): readonly string[] {
  const submodules = hidden.flatMap(({ path, kind }) => (kind === 'submodule' ? [path] : []));
  const strangers = paths.flatMap(({ path }) => (path.endsWith('/') ? [path.slice(0, -1)] : []));
  return [...new Set([...submodules, ...strangers])];
}

async function listAt(
  listing: Listing,
  checkout: Checkout,
): Promise<ListedChanges | { readonly left: readonly LeftOut[] }> {
  const [status, index] = await Promise.all([
    checkout.ask(STATUS, { outputLimit: STATUS_LIMIT }),
    checkout.ask(['ls-files', '-v', '--stage', '-z'], { outputLimit: INDEX_LIMIT }),
  ]);
  const cut = !status.ok && status.why === 'cut';
  if (!status.ok && !cut) return { left: failure(status) };
  const report = parseStatus(status.out);
  const hidden = hiddenEntries(index.out);
  const named = new Set(report.paths.map(({ path }) => path));
  const passedOver = listPassedOver(listing, checkout.root, hidden).filter(({ path }) => !named.has(path));
  const nested = await listNested(listing, checkout, nestedFolders(hidden, report));
  return {
    report,
    paths: [...report.paths, ...passedOver, ...nested.paths],
    cut,
    left: [...(index.ok ? [] : failure(index)), ...nested.left],
  };
}

/**
 * Lists what differs from HEAD, or why that cannot be told. Every untracked file is listed by itself, since a folder as one
 * entry would hide what changes in it. Submodules, repositories within the checkout, and files that git was told to pass over
 * are looked at too, so that nothing that an agent may have read is taken to be as it was.
 */
export function listChanges(
  looking: Looking,
  checkout: Checkout,
  reader: ContentReader,
): Promise<ListedChanges | { readonly left: readonly LeftOut[] }> {
  return listAt({ looking, reader, depth: 0 }, checkout);
}
