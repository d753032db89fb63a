import type { ResumeFacts, WorktreeFacts } from '../../src/domain/resume-facts.ts';
import type { PathBaseline, SessionBaselines } from '../../src/domain/session-baselines.ts';
import type { ComparedPath, WorktreeComparison } from '../../src/domain/worktree-comparison.ts';
import type { CapabilityGrant, GitState, PolicyFile, ProjectSnapshot } from '../../src/events/snapshot-data.ts';
import type { IsoTime, ProjectId, SessionId } from '../../src/kernel/ids.ts';

export const ROOT = '/home/ada/tide-tables';
export const HEAD = 'a'.repeat(40);
export const NEXT = 'b'.repeat(40);
export const SESSION = '7k3m9q2x4v8t1c5b' as SessionId;
export const AT = '2026-03-02T12:00:00.000Z' as IsoTime;

export function gitState(more: Partial<GitState> = {}): GitState {
  return { head: HEAD, branch: 'main', dirty: [], ...more };
}

export function snapshot(more: Partial<ProjectSnapshot> = {}): ProjectSnapshot {
  const where = { cwd: ROOT, realCwd: ROOT, root: ROOT };
  return { at: AT, where, git: gitState(), policy: [], grants: [], left: [], ...more };
}

export function policyFile(path: string, meaning: string, more: Partial<PolicyFile> = {}): PolicyFile {
  return { path, level: 'project', kind: 'instructions', meaning, bytes: meaning, ...more };
}

export function grant(more: Partial<CapabilityGrant> = {}): CapabilityGrant {
  const source = '.claude/settings.json';
  const lists = { allow: [], ask: [], deny: [], folders: [], programs: [] };
  return { agent: 'claude-code', level: 'project', source, ...lists, ...more };
}

export function touched(name: string, more: Partial<PathBaseline> = {}): PathBaseline {
  const path = `${ROOT}/${name}`;
  return {
    path,
    inRoot: name,
    access: 'read',
    reads: 1,
    edits: 0,
    at: AT,
    source: 'hook',
    digest: `then ${name}`,
    ...more,
  };
}

export function compared(path: string, change: ComparedPath['change'], more: Partial<ComparedPath> = {}): ComparedPath {
  return { path, change, dirtyThen: false, dirtyNow: false, ...more };
}

export function comparison(more: Partial<WorktreeComparison> = {}): WorktreeComparison {
  return { head: 'same', commits: [], commitCount: 0, paths: [], left: [], ...more };
}

export function worktree(more: Partial<WorktreeFacts> = {}): WorktreeFacts {
  return {
    known: snapshot(),
    comparison: comparison(),
    base: 'snapshot',
    dirtyKnown: true,
    committed: new Map(),
    ...more,
  };
}

export function baselines(more: Partial<SessionBaselines> = {}): SessionBaselines {
  const { where } = snapshot();
  return {
    where,
    head: { where, snapshot: snapshot(), occasion: 'close', at: AT, inferred: false },
    policy: { snapshot: snapshot(), occasion: 'start', at: AT },
    paths: new Map(),
    ownCommits: [],
    opaqueTools: [],
    process: null,
    lastAt: AT,
    ended: true,
    ...more,
  };
}

export function pathsOf(...paths: readonly PathBaseline[]): Pick<SessionBaselines, 'paths'> {
  return { paths: new Map(paths.map((path) => [path.path, path])) };
}

/** Facts of a session of which everything is as it was. */
export function readyFacts(more: Partial<ResumeFacts> = {}): ResumeFacts {
  return {
    session: SESSION,
    place: {
      project: { id: '7k3m9q2x4v8t1c5c' as ProjectId, name: 'tide-tables' },
      unconfirmed: false,
      began: ROOT,
      standing: 'same',
      here: { path: ROOT, standing: 'same', inGit: true },
      chosen: ROOT,
    },
    running: null,
    provider: {
      agent: { original: 'claude-code', selected: 'claude-code' },
      model: { original: 'claude-harbour-1', selected: 'claude-harbour-1' },
      effort: { original: 'high', selected: 'high' },
      needsProgram: true,
      programName: 'claude',
      program: '/usr/bin/claude',
      models: null,
    },
    transcript: {
      newer: 0,
      damaged: 0,
      malformedLines: [],
      empty: false,
      imported: true,
      behindBytes: 0,
      sourcePath: '/home/ada/.claude/projects/x/y.jsonl',
    },
    baselines: baselines(),
    now: snapshot(),
    worktree: worktree(),
    contents: new Map(),
    ownCommits: new Set(),
    confirmed: new Set(),
    lapsedMemories: [],
    digest: (text) => `digest(${text})`,
    ...more,
  };
}
