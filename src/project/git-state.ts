import { join } from 'node:path';
import type { DirtyPath, GitState, LeftOut } from '../events/snapshot-data.ts';
import type { ContentReader } from './content-reader.ts';
import { findRepository } from './find-repository.ts';
import { findOperation } from './git-operation.ts';
import { comparePaths } from './git-path.ts';
import { leftOut } from './left-out.ts';
import { type ListedChanges, listChanges } from './list-changes.ts';
import type { Checkout } from './open-checkout.ts';
import type { StatusPath, StatusReport } from './parse-status.ts';
import { readSmallText } from './read-bounded.ts';
import { readHead } from './read-head.ts';
import type { Looking } from './snapshots.ts';

/** State of a checkout with what a comparison needs beside it. Paths are as git names them, not redacted. */
export interface SeenGit {
  readonly git: GitState | null;
  readonly left: readonly LeftOut[];
  /** Blob that HEAD has for a dirty path. */
  readonly headBlobs: ReadonlyMap<string, string>;
}

interface Digested {
  readonly dirty: readonly DirtyPath[];
  readonly left: readonly LeftOut[];
}

interface Digesting {
  readonly root: string;
  readonly reader: ContentReader;
  readonly large: string[];
  readonly unreadable: string[];
  readonly late: string[];
}

function digestPath(digesting: Digesting, { headBlob: _blob, ...entry }: StatusPath): DirtyPath {
  const { root, reader } = digesting;
  if (entry.state === 'deleted') return entry;
  // An untracked folder with a repository of its own is one entry, named with a `/`, like a submodule.
  if (entry.state === 'submodule' || entry.path.endsWith('/')) return { ...entry, ...commitOf(join(root, entry.path)) };
  if (reader.exhausted) {
    digesting.late.push(entry.path);
    return entry;
  }
  const file = reader.read(entry.path, root);
  if (file.state === 'file') return { ...entry, digest: reader.digest(file.bytes, file.link) };
  if (file.state === 'large') digesting.large.push(entry.path);
  else if (file.state !== 'gone') digesting.unreadable.push(entry.path);
  return entry;
}

function digestPaths(root: string, reader: ContentReader, paths: readonly StatusPath[]): Digested {
  const digesting: Digesting = { root, reader, large: [], unreadable: [], late: [] };
  const dirty = paths.map((path) => digestPath(digesting, path));
  const left = [
    ...leftOut('large-files', digesting.large),
    ...leftOut('unreadable-files', digesting.unreadable),
    ...leftOut('time', digesting.late),
  ];
  return { dirty, left };
}

/** A submodule stands for the commit it is at. */
function commitOf(folder: string): { readonly digest?: string } {
  const found = findRepository(folder);
  if (found?.root !== folder || found.gitDir === undefined || found.commonDir === undefined) return {};
  const { head } = readHead({ gitDir: found.gitDir, commonDir: found.commonDir });
  return head === undefined ? {} : { digest: head };
}

function isShallow(checkout: Checkout): boolean {
  return (readSmallText(join(checkout.commonDir, 'shallow')) ?? '') !== '';
}

/** What holds of the checkout whatever its files are. */
function describeCheckout(checkout: Checkout, report: StatusReport | undefined) {
  const head = report ?? { ...readHead(checkout), detached: false };
  const operation = findOperation(checkout.gitDir);
  const upstream = report?.upstream;
  return {
    ...(head.head === undefined ? {} : { head: head.head }),
    ...(head.branch === undefined ? {} : { branch: head.branch }),
    ...(head.detached ? { detached: true } : {}),
    ...(checkout.bare ? { bare: true } : {}),
    ...(isShallow(checkout) ? { shallow: true } : {}),
    ...(upstream === undefined ? {} : { upstream }),
    ...(operation === undefined ? {} : { operation }),
  };
}

/** Changed paths in their order; those beyond the bound are counted. */
function boundPaths(looking: Looking, { paths: listed, cut }: ListedChanges) {
  const sorted = [...listed].sort((left, right) => comparePaths(left.path, right.path));
  const paths = sorted.slice(0, looking.limits.dirtyPaths);
  const beyond = sorted.slice(paths.length).map(({ path }) => path);
  const left = cut && beyond.length === 0 ? leftOut('dirty-paths', 1) : leftOut('dirty-paths', beyond);
  return { paths, left };
}

/** Asks git for the state of a checkout, and digests what differs from HEAD in it. */
export async function seeGitState(looking: Looking, checkout: Checkout, reader: ContentReader): Promise<SeenGit> {
  if (checkout.bare)
    return { git: { ...describeCheckout(checkout, undefined), dirty: [] }, left: [], headBlobs: new Map() };
  const listed = await listChanges(looking, checkout, reader);
  if (!('report' in listed)) return { git: null, left: listed.left, headBlobs: new Map() };
  const { paths, left } = boundPaths(looking, listed);
  const digested = digestPaths(checkout.root, reader, paths);
  const unmerged = paths.filter(({ state }) => state === 'unmerged').map(({ path }) => path);
  return {
    git: {
      ...describeCheckout(checkout, listed.report),
      ...(unmerged.length === 0 ? {} : { unmerged }),
      dirty: digested.dirty,
    },
    left: [...listed.left, ...left, ...digested.left],
    headBlobs: new Map(paths.flatMap(({ path, headBlob }) => (headBlob === undefined ? [] : [[path, headBlob]]))),
  };
}
