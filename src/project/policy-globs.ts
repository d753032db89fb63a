import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { comparePaths } from './git-path.ts';
import { globMatcher } from './glob-match.ts';

const MOST_DEPTH = 8;
const MOST_ENTRIES = 20_000;
/** A project can name many patterns. */
const MOST_ENTRIES_OF_ALL = 100_000;
const SKIPPED_FOLDERS: ReadonlySet<string> = new Set(['.git', 'node_modules']);

/** The folder that a pattern names before its first wildcard, with a `/` at the end; empty for the root. */
function fixedFolder(glob: string): string {
  const fixed = glob.slice(0, glob.search(/[*?]|$/));
  return fixed.slice(0, fixed.lastIndexOf('/') + 1);
}

/** A pattern that leads out of the root, or to no place at all, matches nothing. */
function isSafe(glob: string): boolean {
  return glob !== '' && !/^(?:[\\/~]|[A-Za-z]:)/.test(glob) && !glob.split('/').includes('..');
}

interface Walk {
  readonly root: string;
  readonly fits: (path: string) => boolean;
  readonly found: string[];
  entries: number;
}

function walk(state: Walk, folder: string, depth: number): void {
  if (depth > MOST_DEPTH || state.entries > MOST_ENTRIES) return;
  for (const entry of entriesOf(join(state.root, folder))) {
    state.entries += 1;
    const path = `${folder}${entry.name}`;
    // Links to folders are not walked: they may lead anywhere, and in circles.
    if (entry.isDirectory() && !SKIPPED_FOLDERS.has(entry.name)) walk(state, `${path}/`, depth + 1);
    else if (!entry.isDirectory() && state.fits(path)) state.found.push(path);
  }
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((left, right) => comparePaths(left.name, right.name));
  } catch {
    return [];
  }
}

/** Files of a project that fit one of the patterns, in path order, relative to the root. */
export function matchGlobs(root: string, globs: readonly string[]): readonly string[] {
  let entries = 0;
  const found = globs.filter(isSafe).flatMap((glob) => {
    if (entries > MOST_ENTRIES_OF_ALL) return [];
    const state: Walk = { root, fits: globMatcher(glob), found: [], entries: 0 };
    walk(state, fixedFolder(glob), 0);
    entries += state.entries;
    return state.found;
  });
  return [...new Set(found)].sort(comparePaths);
}
