import { describe, expect, test } from 'vitest';
import { foldProjects, projectPath, unfrozenProjects } from '../../src/domain/project-fold.ts';
import { resolveProject } from '../../src/domain/project-index.ts';
import { matchPlace } from '../../src/domain/project-match.ts';
import { projectIdOf } from '../../src/domain/project-observe.ts';
import type { ProjectsState } from '../../src/domain/project-state.ts';
import type { EventId, ProjectId } from '../../src/kernel/ids.ts';
import { event, foldAll, place, projectsOf, STORE, sessionStreamOf, sha256, started } from './project-fixture.ts';

const bakery = place('/w/bakery', { gitDir: '1:1', rootCommits: ['r1'], origin: 'example.org/mia/bakery' });
const garden = place('/w/garden', { gitDir: '1:2', rootCommits: ['r2'], origin: 'example.org/mia/garden' });

function ids(state: ProjectsState): readonly ProjectId[] {
  return state.projects.map((project) => project.id);
}

function twoIds(state: ProjectsState): readonly [ProjectId, ProjectId] {
  const [first, second] = ids(state);
  if (first === undefined || second === undefined) throw new Error('two projects expected');
  return [first, second];
}

function merged(into: ProjectId, from: ProjectId) {
  return event('project.merged', `project/${into}`, { from });
}

describe('founding and matching', () => {
  test('a project id is the Crockford form of 80 bits over store id and founding event', () => {
    const id = projectIdOf('01JXSTORE0000000000000000A', '01JXEVENT0000000000000000B' as EventId, sha256);
    expect(id).toBe('434t9ymgs8z20jmn');
  });

  test('a session that starts in a new place founds a project and belongs to it', () => {
    const start = started(1, bakery);
    const { state, sessions } = foldAll([start]);
    const id = projectIdOf(STORE, start.id, sha256);
    expect(sessions).toEqual([{ session: '0000000000000001', project: id, linked: false }]);
    expect(state.projects).toMatchObject([
      { id, name: 'bakery', founded: start.id, frozen: false, unconfirmed: false, mergedInto: null, places: [bakery] },
    ]);
  });

  test('a session without a place, and an erased one, belong nowhere', () => {
    const erased = { ...started(2), data: { erased: true } } as never;
    const { state, sessions } = foldAll([started(1), erased]);
    expect(sessions).toEqual([]);
    expect(state.projects).toEqual([]);
  });

  test('the whole life of a repository is one project', () => {
    const plain = place('/w/shed');
    const renamed = { ...place('/w/barn'), root: '/w/barn', gitDir: '1:7', rootCommits: ['s1', 's2'] };
    const { sessions } = foldAll([
      started(1, plain),
      started(2, { ...plain, root: '/w/shed', gitDir: '1:7' }),
      started(3, { ...plain, root: '/w/shed', gitDir: '1:7', rootCommits: ['s1'] }),
      started(4, { ...plain, root: '/w/shed', gitDir: '1:7', rootCommits: ['s1', 's2'] }),
      started(5, renamed),
      started(6, { ...renamed, gitDir: '1:8' }),
      started(7, { cwd: '/w/shed', missing: true }),
    ]);
    expect(new Set(sessions.map((each) => each.project)).size).toBe(1);
  });

  test('a place whose fingerprints disagree founds one unconfirmed project, and later sessions stay in it', () => {
    const other = place('/w/bakery', { gitDir: '1:9', rootCommits: ['x'], origin: 'example.org/leo/bakery' });
    const { state, sessions } = foldAll([started(1, bakery), started(2, other), started(3, other)]);
    expect(state.projects.map((project) => project.unconfirmed)).toEqual([false, true]);
    expect(sessions[2]?.project).toBe(sessions[1]?.project);
  });

  test('a session that moves on is linked to the project it touches', () => {
    const { state, sessions } = foldAll([
      started(1, bakery),
      event('session.linked', sessionStreamOf(1), { where: garden }),
    ]);
    expect(sessions[1]).toEqual({ session: '0000000000000001', project: ids(state)[1], linked: true });
  });

  test('a snapshot adds fingerprints that later places match by', () => {
    const { sessions } = foldAll([
      started(1, place('/w/bakery')),
      event('snapshot.taken', sessionStreamOf(1), { where: bakery, occasion: 'stop' }),
      started(2, { ...bakery, ...place('/elsewhere') }),
    ]);
    expect(sessions[2]?.project).toBe(sessions[0]?.project);
  });

  test('a known folder that is gone adds no place and keeps what was seen of it', () => {
    const { state } = foldAll([started(1, bakery), started(2, { cwd: '/w/bakery', missing: true })]);
    expect(state.projects).toMatchObject([{ places: [bakery] }]);
    expect(state.projects[0]?.places[0]).not.toHaveProperty('missing');
  });

  test('a folder that comes back is no longer missing', () => {
    const { state } = foldAll([started(1, { cwd: '/w/bakery', missing: true }), started(2, place('/w/bakery'))]);
    expect(state.projects.map((project) => project.places)).toEqual([[place('/w/bakery')]]);
  });

  test('an event in another order gives the same partition of sessions', () => {
    const { sessions } = foldAll([started(2, garden), started(1, bakery), started(3, bakery)]);
    expect(sessions[1]?.project).toBe(sessions[2]?.project);
    expect(sessions[0]?.project).not.toBe(sessions[1]?.project);
  });
});

describe('erasure', () => {
  test('erased facts of sessions and projects say nothing of any place', () => {
    const start = started(1, bakery);
    const id = projectIdOf(STORE, start.id, sha256);
    const identified = event('project.identified', `project/${id}`, { project: id, where: bakery, name: 'bakery' });
    const erased = [start, identified].map((one) => ({ ...one, data: { erased: true } }) as unknown as typeof start);
    expect(foldAll(erased).state.projects).toEqual([]);
  });
});

describe('freezing', () => {
  test('an unfrozen project is offered for freezing once, with its newest place', () => {
    const state = projectsOf([bakery]);
    const offered = unfrozenProjects(state);
    expect(offered).toEqual([{ project: ids(state)[0], where: bakery, name: 'bakery' }]);
    const frozen = foldAll(
      offered.map((data) => event('project.identified', `project/${data.project}`, data)),
      state,
    ).state;
    expect(unfrozenProjects(frozen)).toEqual([]);
    expect(frozen.projects).toHaveLength(1);
  });

  test('a frozen id survives the erasure of the session that founded the project', () => {
    const before = projectsOf([bakery]);
    const [id] = ids(before);
    const identified = event('project.identified', `project/${id}`, {
      project: id as ProjectId,
      where: bakery,
      name: 'bakery',
    });
    const { state, sessions } = foldAll([started(8, bakery), identified, started(9, bakery)]);
    expect(resolveProject(state, sessions[0]?.project as ProjectId)).toBe(id);
    expect(sessions[1]?.project).toBe(id);
  });
});

test('two frozen projects of one place stay apart until a person merges them', () => {
  const [id, other] = ['0000000000000001', '0000000000000002'] as ProjectId[];
  const identify = (project: ProjectId) =>
    event('project.identified', `project/${project}`, { project, where: bakery, name: 'bakery' });
  const { state } = foldAll([identify(id as ProjectId), identify(other as ProjectId)]);
  expect(state.projects.map((project) => project.mergedInto)).toEqual([null, null]);
});

describe('merging', () => {
  test('sessions of both projects answer with the one that stays, and new ones go there', () => {
    const { state } = foldAll([started(1, bakery), started(2, garden)]);
    const [first, second] = twoIds(state);
    const after = foldAll([merged(first, second), started(3, garden)], state);
    expect(resolveProject(after.state, second)).toBe(first);
    expect(after.sessions[0]?.project).toBe(first);
  });

  test('merging twice, into itself, or in a circle changes nothing more', () => {
    const { state } = foldAll([started(1, bakery), started(2, garden)]);
    const [first, second] = twoIds(state);
    const after = foldAll(
      [merged(first, second), merged(first, second), merged(second, first), merged(first, first)],
      state,
    ).state;
    expect(resolveProject(after, first)).toBe(first);
    expect(resolveProject(after, second)).toBe(first);
  });

  test('taking a merge back separates the projects again', () => {
    const { state } = foldAll([started(1, bakery), started(2, garden)]);
    const [first, second] = twoIds(state);
    const merge = merged(first, second);
    const undo = event('project.merged', `project/${first}`, { from: second, undoes: merge.id });
    const after = foldAll([merge, undo, started(3, garden)], state);
    expect(resolveProject(after.state, second)).toBe(second);
    expect(after.sessions[0]?.project).toBe(second);
  });
});

describe('linking', () => {
  const old = place('/w/notes');
  const moved = place('/w/archive/notes');

  test('a project that was nothing but the linked place becomes part of the other', () => {
    const { state } = foldAll([started(1, old), started(2, moved)]);
    const [first, second] = twoIds(state);
    const after = foldAll([event('project.linked', `project/${first}`, { where: moved }), started(3, moved)], state);
    expect(resolveProject(after.state, second)).toBe(first);
    expect(after.sessions[0]?.project).toBe(first);
    expect(projectPath(after.state, first)).toBe('/w/archive/notes');
  });

  test('a link outranks fingerprints, but not for another repository at its path', () => {
    const { state } = foldAll([started(1, bakery), started(2, old)]);
    const [shop, notes] = twoIds(state);
    const copy = { ...bakery, ...place('/w/copy'), root: '/w/copy' };
    const linked = foldAll([event('project.linked', `project/${notes}`, { where: copy })], state).state;
    expect(matchPlace(linked, copy)).toEqual({ kind: 'match', project: notes });
    const stranger = place('/w/copy', { gitDir: '5:5', rootCommits: ['z'], origin: 'example.org/z/z' });
    expect(matchPlace(linked, stranger).kind).toBe('ambiguous');
    expect(matchPlace(linked, bakery)).toEqual({ kind: 'match', project: shop });
  });

  test('taking a link back restores what was before', () => {
    const { state } = foldAll([started(1, old), started(2, moved)]);
    const [first, second] = twoIds(state);
    const link = event('project.linked', `project/${first}`, { where: moved });
    const undo = event('project.linked', `project/${first}`, { where: moved, undoes: link.id });
    const after = foldAll([link, undo], state).state;
    expect(resolveProject(after, second)).toBe(second);
    expect(matchPlace(after, moved)).toEqual({ kind: 'match', project: second });
    expect(projectPath(after, first)).toBe('/w/notes');
  });

  test('a person’s link confirms an unconfirmed project', () => {
    const other = place('/w/bakery', { gitDir: '1:9', rootCommits: ['x'] });
    const { state } = foldAll([started(1, bakery), started(2, other)]);
    const [, second] = twoIds(state);
    const after = foldAll([event('project.linked', `project/${second}`, { where: other })], state).state;
    expect(after.projects[1]?.unconfirmed).toBe(false);
  });
});

describe('the path to show', () => {
  test('the newest checkout that was there wins over worktrees and missing folders', () => {
    const worktree = { ...bakery, ...place('/w/rye'), worktree: 'rye', mainRoot: '/w/bakery' };
    const renamed = { ...bakery, ...place('/w/bread') };
    const { state } = foldAll([
      started(1, bakery),
      started(2, { ...renamed, root: '/w/bread' }),
      started(3, { ...worktree, root: '/w/rye' }),
      started(4, { cwd: '/w/bakery', missing: true }),
    ]);
    expect(projectPath(state, ids(state)[0] as ProjectId)).toBe('/w/bread');
  });

  test('a project known by a worktree alone shows and is named after its main checkout', () => {
    const state = projectsOf([{ ...place('/w/rye', { gitDir: '1:1' }), worktree: 'rye', mainRoot: '/w/bakery' }]);
    expect(projectPath(state, ids(state)[0] as ProjectId)).toBe('/w/bakery');
    expect(state.projects[0]?.name).toBe('bakery');
  });
});

describe('the state', () => {
  test('is plain JSON: a fold continues equally from a parsed copy', () => {
    const { state } = foldAll([started(1, bakery), started(2, garden)]);
    const parsed = JSON.parse(JSON.stringify(state)) as ProjectsState;
    expect(parsed).toEqual(state);
    const next = [started(3, bakery), merged(...twoIds(state)), started(4, garden)];
    const direct = foldAll(next, state);
    const revived = foldAll(next, parsed);
    expect(revived).toEqual(direct);
  });

  test('that came from elsewhere is never changed by the fold', () => {
    const parsed = JSON.parse(JSON.stringify(projectsOf([bakery]))) as ProjectsState;
    const before = structuredClone(parsed);
    foldProjects(parsed, started(7, garden), { sha256 });
    expect(parsed).toEqual(before);
  });
});
