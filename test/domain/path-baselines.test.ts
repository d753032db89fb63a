import { describe, expect, it } from 'vitest';
import { printedCommits } from '../../src/domain/commits-made.ts';
import { countOpaqueTools } from '../../src/domain/opaque-tools.ts';
import type { PathAccess } from '../../src/domain/path-accesses.ts';
import { foldPathBaselines, type TakenSnapshot } from '../../src/domain/path-baselines.ts';
import { absolutePath, pathInRoot } from '../../src/domain/path-place.ts';
import type { DirtyPath, LeftOut, TouchedContent } from '../../src/events/snapshot-data.ts';
import type { IsoTime } from '../../src/kernel/ids.ts';

const ROOT = '/home/ada/seed-shop';
const BEDS = `${ROOT}/beds.ts`;
const WHERE = { cwd: ROOT, realCwd: ROOT, root: ROOT };

function at(hour: number): IsoTime {
  return `2026-03-01T${String(hour).padStart(2, '0')}:00:00.000Z` as IsoTime;
}

function access(hour: number, more: Partial<PathAccess> = {}): PathAccess {
  return { path: BEDS, access: 'read', at: at(hour), seen: false, ...more };
}

function recorded(hour: number, digest?: string): TouchedContent {
  return { path: BEDS, access: 'read', at: at(hour), ...(digest === undefined ? {} : { digest }) };
}

function snapshot(hour: number, dirty: readonly DirtyPath[], left: readonly LeftOut[] = []): TakenSnapshot {
  const git = { head: `head-${hour}`, dirty };
  return {
    at: at(hour),
    occasion: 'close',
    snapshot: { at: at(hour), where: WHERE, git, policy: [], grants: [], left },
  };
}

interface Given {
  readonly accesses: readonly PathAccess[];
  readonly touched?: readonly TouchedContent[];
  readonly snapshots?: readonly TakenSnapshot[];
}

function baselineOf({ accesses, touched = [], snapshots = [] }: Given) {
  return foldPathBaselines(accesses, { where: WHERE, touched, snapshots }).get(BEDS);
}

describe('what a session knew of a path', () => {
  it('counts reads and edits apart, and takes the last access', () => {
    const accesses = [access(9), access(11, { access: 'edit' }), access(10)];
    expect(baselineOf({ accesses })).toEqual({
      path: BEDS,
      inRoot: 'beds.ts',
      access: 'edit',
      reads: 2,
      edits: 1,
      at: at(11),
      source: 'unknown',
    });
  });

  it.each<[string, Given, object]>([
    [
      'a hook before all else',
      { accesses: [access(9, { digest: 'h', seen: true })], touched: [recorded(9, 'r')] },
      { source: 'hook', digest: 'h' },
    ],
    [
      'the record of the last access',
      { accesses: [access(9)], touched: [recorded(9, 'r')] },
      { source: 'record', digest: 'r' },
    ],
    [
      'the newest record',
      { accesses: [access(9)], touched: [recorded(8, 'old'), recorded(9, 'r')] },
      { source: 'record', digest: 'r' },
    ],
    [
      'no record from before the last access',
      { accesses: [access(9)], touched: [recorded(8, 'r')] },
      { source: 'unknown' },
    ],
    [
      'no record that carries only a part',
      { accesses: [access(9)], touched: [recorded(8, 'r'), recorded(9)] },
      { source: 'unknown' },
    ],
    [
      'else the next snapshot, where the path is dirty',
      { accesses: [access(9)], snapshots: [snapshot(10, [{ path: 'beds.ts', state: 'modified', digest: 's' }])] },
      { source: 'snapshot', digest: 's' },
    ],
    [
      'or as committed where it is clean',
      { accesses: [access(9)], snapshots: [snapshot(10, [])] },
      { source: 'snapshot', later: { head: 'head-10' } },
    ],
    ['no snapshot from before', { accesses: [access(9)], snapshots: [snapshot(8, [])] }, { source: 'unknown' }],
    [
      'no snapshot that left dirty paths out',
      { accesses: [access(9)], snapshots: [snapshot(10, [], [{ code: 'dirty-paths', count: 1 }])] },
      { source: 'unknown' },
    ],
    [
      'that a snapshot saw it gone',
      { accesses: [access(9)], snapshots: [snapshot(10, [{ path: 'beds.ts', state: 'deleted' }])] },
      { source: 'snapshot', later: { gone: true } },
    ],
  ])('trusts %s', (_what, given, expected) => {
    const baseline = baselineOf(given);
    expect(baseline).toMatchObject(expected);
    if (!('digest' in expected)) expect(baseline).not.toHaveProperty('digest');
  });

  it('keeps what the snapshot after the access says beside a better source', () => {
    const snapshots = [snapshot(10, [{ path: 'beds.ts', state: 'modified', digest: 's' }]), snapshot(11, [])];
    expect(baselineOf({ accesses: [access(9)], touched: [recorded(9, 'r')], snapshots })).toMatchObject({
      source: 'record',
      digest: 'r',
      later: { at: at(10), digest: 's' },
    });
  });

  it('marks no place in the root for a path outside of it', () => {
    const path = '/home/ada/other/pot.ts';
    const baselines = foldPathBaselines([access(9, { path })], {
      where: WHERE,
      touched: [],
      snapshots: [snapshot(10, [])],
    });
    expect(baselines.get(path)).not.toHaveProperty('inRoot');
    expect(baselines.get(path)).toMatchObject({ source: 'unknown' });
  });
});

describe('a path', () => {
  it.each([
    ['beds.ts', '/home/ada', '/home/ada/beds.ts'],
    ['./a/../beds.ts', '/home/ada/', '/home/ada/beds.ts'],
    ['/x/./y//z/../w', '/home/ada', '/x/y/w'],
    ['/../../etc', '/home/ada', '/etc'],
    ['C:/garden/../beds.ts', 'C:\\x', 'C:\\beds.ts'],
    ['src\\beds.ts', 'C:\\garden', 'C:\\garden\\src\\beds.ts'],
    ['~/notes.md', '/home/ada', '~/notes.md'],
  ])('%s in %s is %s', (path, folder, expected) => {
    expect(absolutePath(path, folder)).toBe(expected);
  });

  it.each([
    ['/home/ada/seed-shop/a b/c.ts', WHERE, 'a b/c.ts'],
    ['/home/ada/seed-shop-2/c.ts', WHERE, undefined],
    ['/home/ada/seed-shop', WHERE, undefined],
    ['/link/src/c.ts', { cwd: '/link/src', realCwd: '/real/shop/src', root: '/real/shop' }, 'src/c.ts'],
    ['/real/shop/src/c.ts', { cwd: '/link/src', realCwd: '/real/shop/src', root: '/real/shop' }, 'src/c.ts'],
    ['c:\\Garden\\Src\\Bed.ts', { cwd: 'C:\\garden' }, 'Src/Bed.ts'],
  ])('%s lies in its root at its place', (path, where, expected) => {
    expect(pathInRoot(path, where)).toBe(expected);
  });
});

describe('commits that git printed', () => {
  it.each([
    ['[main 1a2b3c4] Plant roses\n 1 file changed', ['1a2b3c4']],
    ['[main (root-commit) 1a2b3c4] Plant', ['1a2b3c4']],
    ['[detached HEAD 1a2b3c4d] Plant', ['1a2b3c4d']],
    ['[feature/x-1 1a2b3c4] a\n[feature/x-1 5d6e7f8] b', ['1a2b3c4', '5d6e7f8']],
    ['Updating 1111111..2222222\nFast-forward', ['2222222']],
    ['HEAD is now at 1a2b3c4 Plant', ['1a2b3c4']],
    ['[main] nothing, commit 1a2b3c4 was made', []],
    ['[INFO] 1a2b3c4 built', []],
  ])('%s', (output, expected) => {
    expect(printedCommits(output)).toEqual(expected);
  });
});

describe('tools whose effects cannot be named', () => {
  it('are shells, servers, subagents and what is not known, with their calls', () => {
    const names = [
      'Read',
      'Bash',
      'mcp__weather__rain',
      'Bash',
      'Edit',
      'Task',
      'apply_patch',
      'exec_command',
      'Compost',
      'TodoWrite',
    ];
    expect(countOpaqueTools(names)).toEqual([
      { name: 'Bash', kind: 'shell', calls: 2 },
      { name: 'mcp__weather__rain', kind: 'mcp', calls: 1 },
      { name: 'Task', kind: 'subagent', calls: 1 },
      { name: 'exec_command', kind: 'shell', calls: 1 },
      { name: 'Compost', kind: 'other', calls: 1 },
    ]);
  });
});
