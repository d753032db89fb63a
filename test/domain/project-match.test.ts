import { describe, expect, test } from 'vitest';
import { ambiguousProjects, matchPlace } from '../../src/domain/project-match.ts';
import { pathKey } from '../../src/domain/project-place.ts';
import type { Where } from '../../src/events/session-data.ts';
import { place, projectsOf } from './project-fixture.ts';

const bakery = place('/home/mia/bakery', { gitDir: '1:10', rootCommits: ['r1'], origin: 'example.org/mia/bakery' });

interface Row {
  readonly says: string;
  readonly known: readonly Where[];
  readonly seen: Where;
  readonly expected: 'match' | 'none' | 'ambiguous';
}

const ROWS: readonly Row[] = [
  { says: 'the same folder', known: [bakery], seen: bakery, expected: 'match' },
  {
    says: 'a subfolder of the repository',
    known: [bakery],
    seen: { ...bakery, cwd: '/home/mia/bakery/oven', realCwd: '/home/mia/bakery/oven' },
    expected: 'match',
  },
  {
    says: 'a renamed or moved repository: git directory and root commit agree',
    known: [place('/home/mia/bakery', { gitDir: '1:10', rootCommits: ['r1'] })],
    seen: place('/srv/bread', { gitDir: '1:10', rootCommits: ['r1'] }),
    expected: 'match',
  },
  {
    says: 'a repository moved to another disk: root commit and origin agree',
    known: [bakery],
    seen: { ...bakery, ...place('/mnt/stick/bakery'), gitDir: '9:99' },
    expected: 'match',
  },
  {
    says: 'a linked worktree',
    known: [bakery],
    seen: { ...bakery, ...place('/home/mia/bakery-rye'), worktree: 'bakery-rye', mainRoot: '/home/mia/bakery' },
    expected: 'match',
  },
  {
    says: 'a linked worktree seen without git, by main checkout and git directory',
    known: [place('/home/mia/bakery', { gitDir: '1:10' })],
    seen: place('/home/mia/rye', { gitDir: '1:10', worktree: 'rye', mainRoot: '/home/mia/bakery' }),
    expected: 'match',
  },
  {
    says: 'git init after the first session',
    known: [place('/home/mia/bakery')],
    seen: place('/home/mia/bakery', { gitDir: '1:10' }),
    expected: 'match',
  },
  {
    says: 'the first commit',
    known: [place('/home/mia/bakery', { gitDir: '1:10' })],
    seen: place('/home/mia/bakery', { gitDir: '1:10', rootCommits: ['r1'] }),
    expected: 'match',
  },
  {
    says: 'an orphan re-root: path and git directory agree',
    known: [place('/home/mia/bakery', { gitDir: '1:10', rootCommits: ['r1'] })],
    seen: place('/home/mia/bakery', { gitDir: '1:10', rootCommits: ['r2'] }),
    expected: 'match',
  },
  {
    says: 'a repository made anew in its place, on the same inode: nothing that HEAD was at is left',
    known: [place('/home/mia/bakery', { gitDir: '1:10', rootCommits: ['r1'], head: 'h1' })],
    seen: place('/home/mia/bakery', { gitDir: '1:10', rootCommits: ['r2'], head: 'h2', lostHeads: ['h1'] }),
    expected: 'ambiguous',
  },
  {
    says: 'an orphan re-root that still holds one of the commits HEAD was at',
    known: [
      place('/home/mia/bakery', { gitDir: '1:10', rootCommits: ['r1'], head: 'h1' }),
      place('/home/mia/bakery', { gitDir: '1:10', rootCommits: ['r1'], head: 'h3' }),
    ],
    seen: place('/home/mia/bakery', { gitDir: '1:10', rootCommits: ['r2'], head: 'h2', lostHeads: ['h1'] }),
    expected: 'match',
  },
  {
    says: 'a history rewritten in place, whose first commit is the same',
    known: [place('/home/mia/bakery', { gitDir: '1:10', rootCommits: ['r1'], head: 'h1' })],
    seen: place('/home/mia/bakery', { gitDir: '1:10', rootCommits: ['r1'], head: 'h2', lostHeads: ['h1'] }),
    expected: 'match',
  },
  {
    says: 'a re-cloned .git: path and root commit agree',
    known: [bakery],
    seen: { ...bakery, gitDir: '1:77' },
    expected: 'match',
  },
  {
    says: 'a dev container path: root commit and origin agree',
    known: [bakery],
    seen: { ...bakery, ...place('/workspaces/bakery'), gitDir: '41:3' },
    expected: 'match',
  },
  {
    says: 'a new origin for the same checkout: path and git directory agree',
    known: [bakery],
    seen: { ...bakery, origin: 'example.net/mia/bakery' },
    expected: 'match',
  },
  {
    says: 'the same base name in another folder',
    known: [place('/home/mia/work/api', { gitDir: '1:1', rootCommits: ['r1'] })],
    seen: place('/home/mia/play/api', { gitDir: '1:2', rootCommits: ['r2'] }),
    expected: 'none',
  },
  {
    says: 'two repositories without a commit',
    known: [place('/home/mia/ra', { gitDir: '1:1' })],
    seen: place('/home/mia/rb', { gitDir: '1:2' }),
    expected: 'none',
  },
  {
    says: 'folders whose names differ only in separators',
    known: [place('/w/my_app'), place('/w/my-app'), place('/w/my.app')],
    seen: place('/w/my/app'),
    expected: 'none',
  },
  {
    says: 'a fork: root commits agree, origins differ',
    known: [bakery],
    seen: place('/home/leo/bakery', { gitDir: '1:20', rootCommits: ['r1'], origin: 'example.org/leo/bakery' }),
    expected: 'none',
  },
  {
    says: 'a reused inode: only the git directory agrees',
    known: [bakery],
    seen: place('/home/mia/garden', { gitDir: '1:10', rootCommits: ['r7'], origin: 'example.org/mia/garden' }),
    expected: 'none',
  },
  {
    says: 'another repository on the same path and inode',
    known: [bakery],
    seen: place('/home/mia/bakery', { gitDir: '1:10', rootCommits: ['r7'], origin: 'example.org/mia/garden' }),
    expected: 'ambiguous',
  },
  {
    says: 'another repository on the same path',
    known: [place('/home/mia/bakery', { gitDir: '1:10', rootCommits: ['r1'] })],
    seen: place('/home/mia/bakery', { gitDir: '1:11', rootCommits: ['r2'] }),
    expected: 'ambiguous',
  },
  {
    says: 'only the root commit agrees, no origin known',
    known: [place('/home/mia/bakery', { gitDir: '1:10', rootCommits: ['r1'] })],
    seen: place('/home/mia/copy', { gitDir: '1:12', rootCommits: ['r1'] }),
    expected: 'ambiguous',
  },
  {
    says: 'only the origin agrees',
    known: [bakery],
    seen: place('/tmp/look', { gitDir: '1:12', origin: 'example.org/mia/bakery' }),
    expected: 'ambiguous',
  },
  {
    says: 'a folder reached over a symbolic link',
    known: [place('/data/real')],
    seen: { cwd: '/data/link', realCwd: '/data/real' },
    expected: 'match',
  },
  {
    says: 'a link that points to the folder’s new home',
    known: [{ cwd: '/data/link', realCwd: '/data/real' }],
    seen: { cwd: '/data/link', realCwd: '/data/new', formerly: ['/data/real'] },
    expected: 'match',
  },
  {
    says: 'a link that points elsewhere, while what it led to may be there',
    known: [{ cwd: '/data/link', realCwd: '/data/real' }],
    seen: { cwd: '/data/link', realCwd: '/data/other' },
    expected: 'none',
  },
  {
    says: 'a link that was pointed on twice, by its newest target',
    known: [
      { cwd: '/data/link', realCwd: '/data/one' },
      { cwd: '/data/link', realCwd: '/data/two', formerly: ['/data/one'] },
    ],
    seen: { cwd: '/data/link', realCwd: '/data/three', formerly: ['/data/two'] },
    expected: 'match',
  },
  {
    says: 'a folder that took the place of a link to it',
    known: [{ cwd: '/data/link', realCwd: '/data/real' }],
    seen: { cwd: '/data/link', realCwd: '/data/link', formerly: ['/data/real'] },
    expected: 'match',
  },
  {
    says: 'a new folder under the name of a link whose target may be there',
    known: [{ cwd: '/data/link', realCwd: '/data/real' }],
    seen: place('/data/link'),
    expected: 'none',
  },
  {
    says: 'a folder below a worktree, both gone',
    known: [place('/w/rye', { gitDir: '1:3', worktree: 'rye', mainRoot: '/w/bakery' })],
    seen: { cwd: '/w/rye/src/oven', missing: true },
    expected: 'match',
  },
  {
    says: 'a folder that is gone, below a repository that is no worktree',
    known: [place('/w/bakery', { gitDir: '1:3' })],
    seen: { cwd: '/w/bakery/vendor', missing: true },
    expected: 'none',
  },
  {
    says: 'a link to the new home, from inside the repository',
    known: [{ cwd: '/data/link/src', realCwd: '/data/real/src', root: '/data/real' }],
    seen: { cwd: '/data/link', realCwd: '/data/new', root: '/data/new', gitDir: '1:5', formerly: ['/data/real'] },
    expected: 'match',
  },
  {
    says: 'a submodule, which owns itself',
    known: [bakery],
    seen: place('/home/mia/bakery/vendor/flour', { gitDir: '1:30', rootCommits: ['f1'] }),
    expected: 'none',
  },
  { says: 'a sibling that shares a prefix', known: [place('/w/app')], seen: place('/w/app-two'), expected: 'none' },
  { says: 'a subfolder without git', known: [place('/w/app')], seen: place('/w/app/sub'), expected: 'none' },
  {
    says: 'a missing folder, by its path',
    known: [bakery],
    seen: { cwd: '/home/mia/bakery', missing: true },
    expected: 'match',
  },
  {
    says: 'a removed worktree, by its main checkout and git directory',
    known: [bakery],
    seen: {
      cwd: '/home/mia/bakery/.claude/worktrees/rye',
      worktree: 'rye',
      mainRoot: '/home/mia/bakery',
      gitDir: '1:10',
      missing: true,
    },
    expected: 'match',
  },
  { says: 'a missing folder never seen', known: [bakery], seen: { cwd: '/gone', missing: true }, expected: 'none' },
  {
    says: 'the Windows name of a WSL folder, translated when observed',
    known: [{ cwd: '/mnt/c/Users/u/repo', missing: true }],
    seen: { cwd: 'C:\\Users\\u\\repo', realCwd: '/mnt/c/Users/u/repo', missing: true },
    expected: 'match',
  },
  {
    says: 'the Windows name of a folder, not observed under WSL',
    known: [{ cwd: '/mnt/c/Users/u/repo', missing: true }],
    seen: { cwd: 'C:\\Users\\u\\repo', missing: true },
    expected: 'none',
  },
  {
    says: 'a Windows path in other letters',
    known: [{ cwd: 'C:\\Users\\U\\repo', missing: true }],
    seen: { cwd: 'c:/users/u/repo/', missing: true },
    expected: 'match',
  },
];

describe('the decision table of places', () => {
  test.each(ROWS)('$says: $expected', ({ known, seen, expected }) => {
    const state = projectsOf(known);
    expect(matchPlace(state, seen).kind).toBe(expected);
  });

  test('a match names the project that holds the place', () => {
    const state = projectsOf([place('/w/app'), place('/w/app-two')]);
    expect(matchPlace(state, place('/w/app-two'))).toEqual({ kind: 'match', project: state.projects[1]?.id });
  });

  test('a root commit seen before the origin was set still counts', () => {
    const bare = place('/w/bakery', { gitDir: '1:10', rootCommits: ['r1'] });
    const state = projectsOf([bare]);
    const cloned = place('/w/clone', { gitDir: '1:10', rootCommits: ['r1'], origin: 'example.org/mia/bakery' });
    expect(matchPlace(state, cloned).kind).toBe('match');
  });

  test('the project that holds the real path wins over one that only shares the repository', () => {
    const copy = place('/w/copy', { gitDir: '1:4', rootCommits: ['r1'], origin: 'example.org/mia/bakery' });
    const early = place('/w/copy', { gitDir: '1:4' });
    const state = projectsOf([bakery, early]);
    expect(matchPlace(state, copy)).toEqual({ kind: 'match', project: state.projects[1]?.id });
  });

  test('a fork is none, also of a project that was first seen without an origin', () => {
    const bare = place('/w/bakery', { gitDir: '1:10', rootCommits: ['r1'] });
    const state = projectsOf([bare, { ...bare, origin: 'example.org/mia/bakery' }]);
    expect(state.projects).toHaveLength(1);
    const fork = place('/w/fork', { gitDir: '1:20', rootCommits: ['r1'], origin: 'example.org/leo/bakery' });
    expect(matchPlace(state, fork)).toEqual({ kind: 'none' });
  });

  test('a confirmed project wins over an unconfirmed one that fits as well', () => {
    const hasty = place('/w/hasty', { gitDir: '1:5', origin: 'example.org/mia/bakery' });
    const state = projectsOf([bakery, hasty, { ...hasty, rootCommits: ['r1'] }]);
    expect(state.projects.map((project) => project.unconfirmed)).toEqual([false, true]);
    const third = place('/w/third', { gitDir: '1:6', rootCommits: ['r1'], origin: 'example.org/mia/bakery' });
    expect(matchPlace(state, third)).toEqual({ kind: 'match', project: state.projects[0]?.id });
  });

  test('two projects that fit equally are ambiguous, and both are named', () => {
    const shared = { rootCommits: ['r1'], origin: 'example.org/mia/bakery' };
    const state = projectsOf([place('/w/one'), place('/w/two')]);
    const both = {
      ...state,
      projects: state.projects.map((each) => ({
        ...each,
        places: [...each.places, { cwd: `${each.places[0]?.cwd}`, ...shared }],
      })),
    };
    expect(matchPlace(both, place('/w/three', shared))).toEqual({
      kind: 'ambiguous',
      candidates: both.projects.map((each) => each.id),
    });
  });

  test('an unconfirmed project is listed with what it may be', () => {
    const other = place('/home/mia/bakery', { gitDir: '1:11', rootCommits: ['r2'], origin: 'example.org/leo/bakery' });
    const state = projectsOf([bakery, other]);
    const [first, second] = state.projects;
    expect(second?.unconfirmed).toBe(true);
    expect(ambiguousProjects(state)).toEqual([{ project: second?.id, candidates: [first?.id] }]);
  });
});

describe('path keys', () => {
  test.each([
    ['/w/app/', '/w/app'],
    ['/w//app/.', '/w/app'],
    ['/', '/'],
    ['/W/App', '/W/App'],
    ['C:\\Users\\U\\', 'c:\\users\\u'],
    ['\\\\wsl.localhost\\Ubuntu\\home', '\\\\wsl.localhost\\ubuntu\\home'],
  ])('%s is compared as %s', (path, key) => {
    expect(pathKey(path)).toBe(key);
  });
});
