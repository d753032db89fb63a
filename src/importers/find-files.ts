import { accessSync, type BigIntStats, constants, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { sep } from 'node:path';
import type { SkippedPath, SourceFile } from '../app/ports/importer.ts';
import { isWithin } from '../files/folder-bounds.ts';
import { errnoOf, sayErrno } from '../kernel/errno-of.ts';

/** Folders nested deeper than this are not searched. */
const MAX_FOLDERS_DEEP = 24;

/** What to look for in a folder. */
export interface FileSearch {
  /** Whether a file of this name in a folder may be a source; other files are none of this agent's and are passed by. */
  readonly wants: (name: string) => boolean;
  /** Whether to look into a folder of this name; all by default. */
  readonly enters?: (name: string) => boolean;
}

interface Folder {
  readonly path: string;
  readonly depth: number;
}

/** One search: the folder it may not leave, and the folders it has seen. */
interface Walk {
  readonly root: string;
  readonly search: FileSearch;
  readonly seen: Set<string>;
  readonly pending: Folder[];
}

function skipped(path: string, code: string, message: string): SkippedPath {
  return { path, code, message };
}

const OWNER_READS = 0o400n;

/** Whether the mode says already that this user may read a file: then the system need not be asked once more. */
function isOwnToRead({ uid, mode }: BigIntStats): boolean {
  return Number(uid) === process.getuid?.() && (mode & OWNER_READS) !== 0n;
}

/** A regular file as a source, or why it is none. */
function toSource(path: string, stats: BigIntStats): SourceFile | SkippedPath {
  if (!stats.isFile()) return skipped(path, 'not-a-regular-file', 'is not a regular file');
  if (stats.size === 0n) return skipped(path, 'empty', 'is empty');
  try {
    if (!isOwnToRead(stats)) accessSync(path, constants.R_OK);
  } catch (error) {
    return skipped(path, 'unreadable', `cannot be read (${sayErrno(error)})`);
  }
  const { mtimeNs, ctimeNs, dev, ino } = stats;
  return { path, size: Number(stats.size), mtimeNs, ctimeNs, dev, ino };
}

/** Remembers a folder to search, unless it was seen, lies too deep, or is reached by a link that leaves the root. */
function enterFolder(walk: Walk, folder: Folder, stats: BigIntStats): SkippedPath | undefined {
  const identity = `${stats.dev}:${stats.ino}`;
  if (walk.seen.has(identity)) return skipped(folder.path, 'link-loop', 'is a folder that was searched already');
  if (folder.depth > MAX_FOLDERS_DEEP)
    return skipped(folder.path, 'too-deep', `lies more than ${MAX_FOLDERS_DEEP} folders deep`);
  walk.seen.add(identity);
  walk.pending.push(folder);
  return undefined;
}

function inspectLink(walk: Walk, folder: Folder, name: string): SourceFile | SkippedPath | undefined {
  let target: string;
  let stats: BigIntStats;
  try {
    target = realpathSync(folder.path);
    stats = statSync(folder.path, { bigint: true });
  } catch (error) {
    return skipped(folder.path, 'broken-link', `is a link that leads nowhere (${sayErrno(error)})`);
  }
  if (!isWithin(target, walk.root))
    return skipped(folder.path, 'link-outside', 'is a link to a place outside the searched folder');
  if (stats.isDirectory()) return enterFolder(walk, folder, stats);
  return walk.search.wants(name) ? toSource(target, stats) : undefined;
}

/** Looks at one entry of a folder. `undefined`: nothing to report. */
function inspectEntry(walk: Walk, folder: Folder, name: string): SourceFile | SkippedPath | undefined {
  let stats: BigIntStats;
  try {
    stats = lstatSync(folder.path, { bigint: true });
  } catch (error) {
    return skipped(folder.path, 'unreadable', `cannot be looked at (${sayErrno(error)})`);
  }
  if (stats.isDirectory()) return walk.search.enters?.(name) === false ? undefined : enterFolder(walk, folder, stats);
  if (stats.isSymbolicLink()) {
    const follows = walk.search.wants(name) || walk.search.enters?.(name) !== false;
    return follows ? inspectLink(walk, folder, name) : undefined;
  }
  return walk.search.wants(name) ? toSource(folder.path, stats) : undefined;
}

function* searchFolder(walk: Walk, folder: Folder): Generator<SourceFile | SkippedPath> {
  let names: string[];
  try {
    names = readdirSync(folder.path).sort();
  } catch (error) {
    yield skipped(folder.path, 'unreadable', `cannot be listed (${sayErrno(error)})`);
    return;
  }
  const prefix = folder.path.endsWith(sep) ? folder.path : folder.path + sep;
  for (const name of names) {
    const found = inspectEntry(walk, { path: prefix + name, depth: folder.depth + 1 }, name);
    if (found !== undefined) yield found;
  }
}

/**
 * Finds the source files under a path, in order of path within each folder. A file named itself is taken whatever it is called; a folder
 * is searched without following links out of it, and without entering a folder twice. Reads no content.
 */
export function* findFiles(path: string, search: FileSearch): Generator<SourceFile | SkippedPath> {
  let stats: BigIntStats;
  let real: string;
  try {
    real = realpathSync(path);
    stats = statSync(real, { bigint: true });
  } catch (error) {
    yield skipped(
      path,
      errnoOf(error) === 'ENOENT' ? 'missing' : 'unreadable',
      `cannot be looked at (${sayErrno(error)})`,
    );
    return;
  }
  if (!stats.isDirectory()) {
    yield toSource(stats.isFile() ? real : path, stats);
    return;
  }
  const walk: Walk = { root: real, search, seen: new Set(), pending: [] };
  enterFolder(walk, { path: real, depth: 0 }, stats);
  for (let folder = walk.pending.shift(); folder !== undefined; folder = walk.pending.shift())
    yield* searchFolder(walk, folder);
}
