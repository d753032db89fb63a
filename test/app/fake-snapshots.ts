import { createHash } from 'node:crypto';
import type { Processes, Snapshots } from '../../src/app/ports/snapshots.ts';
import type { IsoTime } from '../../src/kernel/ids.ts';

/** Looks at nothing: every folder is outside git and without policy. */
export const fakeSnapshots: Snapshots = {
  take: async (cwd) => ({
    at: '2026-03-02T12:00:00.000Z' as IsoTime,
    where: { cwd, realCwd: cwd },
    git: null,
    policy: [],
    grants: [],
    left: [],
  }),
  compare: async () => ({ head: 'unknown', commits: [], commitCount: 0, paths: [], left: [] }),
  contents: async (paths) => new Map(paths.map((path) => [path, { state: 'gone' }])),
  committed: async (_cwd, { paths }) => new Map(paths.map((path) => [path, { state: 'gone' }])),
  digestContent: (content) => createHash('sha256').update(content).digest('base64url').slice(0, 22),
  inferHead: async () => null,
  findCommits: async () => [],
  agent: () => ({ program: null }),
};

/** A machine that tells of no process. */
export const fakeProcesses: Processes = {
  parentPid: 1,
  mark: () => undefined,
  look: () => 'unknown',
  isAncestor: () => false,
};
