import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ComparedPath, Snapshots, WorktreeComparison } from '../../src/app/ports/snapshots.ts';
import type { ProjectSnapshot } from '../../src/events/snapshot-data.ts';
import { createPlaceProbe } from '../../src/project/probe-place.ts';
import { createSnapshots, type SnapshotLimits } from '../../src/project/snapshots.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { git, gitEnv, makeRepository, makeTempFolder } from './git-fixture.ts';

/** Noon of a day in spring. */
export const NOON = Date.UTC(2026, 2, 2, 12);

const SECRET = /nectar-[a-z]+/g;

/** Masks invented secrets, so that a test sees where redaction was asked. */
export const maskingRedactor = {
  redact: (text: string) => ({ text: text.replaceAll(SECRET, '[masked]'), rules: {} }),
  redactUnderKey: (_key: string, text: string) => ({ text: text.replaceAll(SECRET, '[masked]'), rules: {} }),
};

export interface Garden {
  /** Folder that holds everything of the test; gone afterwards. */
  readonly base: string;
  readonly root: string;
  readonly home: string;
  readonly snapshots: Snapshots;
  readonly write: (path: string, content: string | Buffer) => string;
  readonly git: (...args: readonly string[]) => string;
  readonly commit: (message?: string) => string;
  readonly take: (folder?: string) => Promise<ProjectSnapshot>;
}

export interface GardenOptions {
  readonly limits?: Partial<SnapshotLimits>;
  readonly env?: Readonly<Record<string, string>>;
  readonly commits?: number;
}

/** A keyed digest of the test. */
export function testDigest(text: string): string {
  return createHash('sha256').update(`key ${text}`).digest('base64url').slice(0, 22);
}

/** Looks at folders as loom does, with the environment of a person who has nothing set up. */
export function openSnapshots(home: string, options: GardenOptions = {}): Snapshots {
  const env = { ...gitEnv(home), ...options.env };
  return createSnapshots({
    env,
    cwd: home,
    clock: () => NOON,
    probe: createPlaceProbe({ env, cwd: home }),
    redactor: maskingRedactor,
    keyedDigest: testDigest,
    ...(options.limits === undefined ? {} : { limits: options.limits }),
  });
}

/** A repository of a test, beside the home folder of its person. */
export function makeGarden(options: GardenOptions = {}): Garden {
  const base = makeTempFolder();
  onTestFinished(() => removeFolder(base));
  const [root, home] = [join(base, 'garden'), join(base, 'home')];
  mkdirSync(home);
  makeRepository(root, { commits: options.commits ?? 1 });
  const snapshots = openSnapshots(home, options);
  const run = (...args: readonly string[]) => git(root, ...args);
  return {
    base,
    root,
    home,
    snapshots,
    git: run,
    write: (path, content) => writeAt(root, path, content),
    commit: (message = 'beds') => {
      run('add', '-A');
      run('commit', '-q', '-m', message);
      return run('rev-parse', 'HEAD');
    },
    take: (folder = root) => snapshots.take(folder),
  };
}

/** Writes a file below a folder; returns its path. */
export function writeAt(folder: string, path: string, content: string | Buffer): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

/** Writes a program. */
export function writeProgram(path: string, script: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

/** Changes by path, as `path: change`. */
export function changes({ paths }: WorktreeComparison): Readonly<Record<string, ComparedPath['change']>> {
  return Object.fromEntries(paths.map(({ path, change }) => [path, change]));
}

/** Takes a snapshot, lets something happen, and compares. */
export async function compareAfter(garden: Garden, happen: () => void): Promise<WorktreeComparison> {
  // What a store would give back: plain data without anything behind it.
  const then = JSON.parse(JSON.stringify(await garden.take())) as ProjectSnapshot;
  happen();
  return garden.snapshots.compare(then, await garden.take());
}
