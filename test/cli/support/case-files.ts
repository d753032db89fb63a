/** Looking at files on disk: every byte of a store, and fingerprints that show whether anything was touched. */
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Every path below `folder`, links not followed. */
export function walk(folder: string): string[] {
  const found: string[] = [];
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    found.push(path);
    if (entry.isDirectory()) found.push(...walk(path));
  }
  return found.sort();
}

/** Regular files below `folder` that contain the bytes, or whose name does. */
export function filesHolding(folder: string, needle: string): string[] {
  return walk(folder).filter((path) => {
    if (path.slice(folder.length).includes(needle)) return true;
    return lstatSync(path).isFile() && readFileSync(path).includes(needle);
  });
}

/** One line a path: kind, size, times and content digest. Equal lists mean that nothing was changed. */
export function fingerprint(folder: string): string[] {
  return walk(folder).map((path) => {
    const stat = lstatSync(path, { bigint: true });
    const name = relative(folder, path);
    if (stat.isSymbolicLink()) return `${name} -> ${readlinkSync(path)}`;
    const digest = stat.isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : 'folder';
    return `${name} ${stat.mode} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs} ${digest}`;
  });
}

/** The journal's segments in order, by name. */
export function journalBytes(store: string): Map<string, Buffer> {
  const folder = join(store, 'journal');
  const names = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  return new Map(names.sort().map((name) => [name, readFileSync(join(folder, name))]));
}

export interface JournalLine {
  readonly id: string;
  readonly stream: string;
  readonly type: string;
  readonly at: string;
  readonly data: Record<string, unknown>;
}

export function journalLines(store: string): JournalLine[] {
  return [...journalBytes(store).values()].flatMap((bytes) =>
    bytes
      .toString('utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as JournalLine),
  );
}
