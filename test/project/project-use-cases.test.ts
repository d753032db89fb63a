import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { AppContext } from '../../src/app/context.ts';
import { freezeProjects, linkProject, mergeProjects, undoProjectEvent } from '../../src/app/project-change.ts';
import { currentProject, showProject } from '../../src/app/project-current.ts';
import { listProjects } from '../../src/app/project-view.ts';
import { LoomError } from '../../src/kernel/loom-error.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { eventCount, openTestApp, seenFrom, startSession } from './app-fixture.ts';
import { git, makeRepository, makeTempFolder } from './git-fixture.ts';

const scratch = makeTempFolder();
afterAll(() => removeFolder(scratch));

let rooms = 0;

function room(): string {
  rooms += 1;
  const path = join(scratch, `room-${rooms}`);
  mkdirSync(path);
  return path;
}

function plain(parent: string, name: string): string {
  const path = join(parent, name);
  mkdirSync(path, { recursive: true });
  return path;
}

async function twoNotes() {
  const here = room();
  const app = openTestApp(here);
  const old = await startSession(app, plain(here, 'notes'));
  const moved = await startSession(app, plain(here, 'archive/notes'));
  return { here, app, old, moved };
}

function failure(action: () => unknown): LoomError {
  try {
    action();
  } catch (error) {
    if (error instanceof LoomError) return error;
    throw error;
  }
  throw new Error('a fault was expected');
}

describe('the current project', () => {
  test('is found from a subfolder of the repository, and from a worktree', async () => {
    const here = room();
    const root = makeRepository(join(here, 'orchard'));
    git(root, 'worktree', 'add', '-q', '../orchard-pear');
    const app = openTestApp(here);
    const project = await startSession(app, root);
    expect(currentProject(seenFrom(app, plain(root, 'trees/old')))).toBe(project);
    expect(currentProject(seenFrom(app, join(here, 'orchard-pear')))).toBe(project);
  });

  test('stays the same when the repository is renamed', async () => {
    const here = room();
    const root = makeRepository(join(here, 'before'));
    const app = openTestApp(here);
    const project = await startSession(app, root);
    renameSync(root, join(here, 'after'));
    expect(currentProject(seenFrom(app, join(here, 'after')))).toBe(project);
  });

  test('stays the same over git init, first commit and orphan branch', async () => {
    const here = room();
    const folder = plain(here, 'shed');
    const app = openTestApp(folder);
    const project = await startSession(app, folder);
    const steps = [
      ['init', '-q'],
      ['commit', '-q', '--allow-empty', '-m', 'a'],
      ['checkout', '-q', '--orphan', 'x'],
    ];
    for (const step of [...steps, ['commit', '-q', '--allow-empty', '-m', 'b']]) {
      git(folder, ...step);
      expect(currentProject(app)).toBe(project);
      expect(await startSession(app, folder)).toBe(project);
    }
  });

  test('is none in a folder that no session was seen in', () => {
    const app = openTestApp(room());
    expect(currentProject(app)).toBeNull();
    expect(failure(() => showProject(app))).toMatchObject({ kind: 'not-found', code: 'project-not-found' });
  });

  test('follows a link that was moved along with its folder', async () => {
    const here = room();
    plain(here, 'real');
    symlinkSync('real', join(here, 'ln'));
    const app = openTestApp(here);
    const project = await startSession(app, join(here, 'ln'));
    renameSync(join(here, 'real'), join(here, 'new'));
    rmSync(join(here, 'ln'));
    symlinkSync('new', join(here, 'ln'));
    expect(currentProject(app, join(here, 'ln'))).toBe(project);
  });
});

describe('naming a project', () => {
  test('works by id, prefix, name, path and relative path', async () => {
    const { here, app, old } = await twoNotes();
    const api = await startSession(app, plain(here, 'api'));
    for (const name of [api, api.slice(0, 8), 'api', './api', `${here}/api/`, 'archive/../api']) {
      expect(currentProject(app, name), name).toBe(api);
    }
    expect(currentProject(app, './notes')).toBe(old);
  });

  test('by a name that two projects share lists both', async () => {
    const { app, old, moved } = await twoNotes();
    const fault = failure(() => currentProject(app, 'notes'));
    expect(fault).toMatchObject({ kind: 'not-found', code: 'project-ambiguous' });
    const candidates = fault.details['candidates'] as readonly { id: string }[];
    expect(candidates.map(({ id }) => id).sort()).toEqual([old, moved].sort());
  });

  test('by an unknown word, a missing folder or a loop of links is not found', async () => {
    const { here, app } = await twoNotes();
    symlinkSync('loop', join(here, 'loop'));
    for (const [name, code] of [
      ['zzzzzzzz', 'project-not-found'],
      ['./gone', 'project-not-found'],
      ['./loop', 'folder-unreadable'],
    ] as const) {
      expect(failure(() => currentProject(app, name))).toMatchObject({ kind: 'not-found', code });
    }
  });

  test('by a folder that is gone finds the project that was there', async () => {
    const { here, app, old } = await twoNotes();
    rmSync(join(here, 'notes'), { recursive: true });
    expect(currentProject(app, './notes')).toBe(old);
  });
});

describe('listing and showing', () => {
  test('names each project once, newest first, with sessions and folder', async () => {
    const { here, app, old, moved } = await twoNotes();
    await startSession(app, join(here, 'notes'));
    expect(listProjects(app)).toMatchObject([
      { id: old, name: 'notes', path: join(here, 'notes'), sessions: 2, places: 1, unconfirmed: false, maybe: [] },
      { id: moved, name: 'notes', path: join(here, 'archive/notes'), sessions: 1 },
    ]);
  });

  test('asks which one when the current folder fits several', async () => {
    const here = makeRepository(join(room(), 'twin'));
    const app = openTestApp(here);
    const seen = app.probe.probe(here, { rootCommits: true });
    const place = (cwd: string, facts: object) => ({ cwd, realCwd: cwd, root: cwd, ...facts });
    const known = await startSession(app, place('/w/first', { rootCommits: seen.rootCommits }));
    expect(currentProject(app)).toBeNull();
    const fault = failure(() => showProject(app));
    expect(fault).toMatchObject({ code: 'project-ambiguous', details: { candidates: [{ id: known }] } });
  });

  test('shows what a doubtful project may be', async () => {
    const here = room();
    const app = openTestApp(here);
    const first = await startSession(app, { cwd: '/w/x', realCwd: '/w/x', root: '/w/x', rootCommits: ['a'] });
    const second = await startSession(app, { cwd: '/w/x', realCwd: '/w/x', root: '/w/x', rootCommits: ['b'] });
    expect(showProject(app, second)).toMatchObject({ id: second, unconfirmed: true, maybe: [{ id: first }] });
  });
});

describe('merging', () => {
  async function merged(): Promise<{
    app: AppContext;
    old: string;
    moved: string;
    event: Parameters<typeof undoProjectEvent>[1];
  }> {
    const { app, old, moved } = await twoNotes();
    const change = await mergeProjects(app, { from: moved, into: old });
    if (change.kind !== 'changed' || change.event === null) throw new Error(change.kind);
    return { app, old, moved, event: change.event };
  }

  test('joins the sessions, freezes both ids and names the command that undoes it', async () => {
    const { here, app, old, moved } = await twoNotes();
    const change = await mergeProjects(app, { from: moved, into: old });
    const joined = { id: moved, path: join(here, 'archive/notes') };
    expect(change).toMatchObject({ kind: 'changed', project: { id: old, path: join(here, 'notes') }, joined });
    expect(change).toMatchObject({ undo: expect.stringMatching(/^loom undo 0/) });
    expect(showProject(app, old).merged).toMatchObject([joined]);
    expect(listProjects(app)).toMatchObject([{ id: old, sessions: 2, places: 2 }]);
    expect(app.readModel.projects().projects.every((project) => project.frozen)).toBe(true);
    expect(currentProject(app, moved)).toBe(old);
  });

  test('twice appends nothing; the other way round is refused', async () => {
    const { app, old, moved } = await merged();
    const before = eventCount(app);
    expect(await mergeProjects(app, { from: moved, into: old })).toMatchObject({
      kind: 'nothing',
      because: 'already-merged',
    });
    expect(await mergeProjects(app, { from: old, into: moved })).toMatchObject({
      kind: 'refused',
      refusal: { code: 'merge-circle' },
    });
    expect(await mergeProjects(app, { from: old, into: old })).toMatchObject({
      kind: 'refused',
      refusal: { code: 'same-project' },
    });
    expect(eventCount(app)).toBe(before);
  });

  test('is taken back by its event, once', async () => {
    const { app, event } = await merged();
    expect(await undoProjectEvent(app, event)).toMatchObject({ kind: 'changed' });
    expect(listProjects(app).map(({ sessions }) => sessions)).toEqual([1, 1]);
    expect(await undoProjectEvent(app, event)).toMatchObject({ kind: 'nothing', because: 'already-undone' });
  });

  test('as a dry run tells and appends nothing', async () => {
    const { app, old, moved } = await twoNotes();
    const before = eventCount(app);
    expect(await mergeProjects(app, { from: moved, into: old, dryRun: true })).toMatchObject({
      kind: 'changed',
      undo: null,
    });
    expect(eventCount(app)).toBe(before);
    expect(listProjects(app)).toHaveLength(2);
  });
});

describe('a project whose stream cannot be trusted', () => {
  function withEntry(app: AppContext, entry: object): AppContext {
    const { journal, readModel } = app;
    const read = function* (after?: Parameters<typeof journal.read>[0]) {
      yield* journal.read(after);
      yield entry as never;
    };
    const skipped = { unknown: 1, newer: 0, damaged: 0 };
    return {
      ...app,
      journal: { read, commit: journal.commit.bind(journal) } as never,
      readModel: {
        catchUp: () => readModel.catchUp(),
        projects: () => readModel.projects(),
        status: () => ({ ...readModel.status(), skipped }),
      } as never,
    };
  }

  test('is not decided about, and says why', async () => {
    const { app, old, moved } = await twoNotes();
    const before = eventCount(app);
    const unknown = withEntry(app, { kind: 'unknown', newer: false, event: { stream: `project/${old}` } });
    const damaged = withEntry(app, { kind: 'damage', streams: [`project/${moved}`] });
    const wish = { from: moved, into: old };
    expect(await mergeProjects(unknown, wish)).toMatchObject({
      refusal: { code: 'project-blocked', project: old, because: 'unknown-event' },
    });
    expect(await mergeProjects(damaged, wish)).toMatchObject({
      refusal: { code: 'project-blocked', project: moved, because: 'damaged' },
    });
    expect(eventCount(app)).toBe(before);
  });

  test('of another project is no hindrance', async () => {
    const { app, old, moved } = await twoNotes();
    const elsewhere = withEntry(app, { kind: 'unknown', newer: false, event: { stream: 'project/zzzzzzzzzzzzzzzz' } });
    expect(await mergeProjects(elsewhere, { from: moved, into: old })).toMatchObject({ kind: 'changed' });
  });
});

describe('what other processes appended meanwhile', () => {
  test('is seen by the decision: a merge that is already there appends nothing', async () => {
    const { app, old, moved } = await twoNotes();
    const stale = {
      ...app.readModel,
      catchUp: () => since,
      projects: () => known,
      status: () => app.readModel.status(),
    };
    const since = app.readModel.catchUp();
    const known = structuredClone(app.readModel.projects());
    await mergeProjects(app, { from: moved, into: old });
    const before = eventCount(app);
    const late = { ...app, readModel: stale } as unknown as AppContext;
    expect(await mergeProjects(late, { from: moved, into: old })).toMatchObject({ kind: 'nothing' });
    expect(eventCount(app)).toBe(before);
  });
});

describe('linking', () => {
  test('gives the current folder to a project; a project that was only this folder goes along', async () => {
    const { here, app, old, moved } = await twoNotes();
    const annex = plain(here, 'annex');
    expect(await linkProject(seenFrom(app, annex), { project: old })).toMatchObject({ kind: 'changed', joined: null });
    expect(currentProject(seenFrom(app, annex))).toBe(old);
    const second = await linkProject(app, { project: old, folder: 'archive/notes' });
    expect(second).toMatchObject({ kind: 'changed', joined: { id: moved } });
    expect(listProjects(app)).toMatchObject([{ id: old, sessions: 2, places: 3 }]);
    expect(await linkProject(app, { project: old, folder: 'annex' })).toMatchObject({
      kind: 'nothing',
      because: 'already-there',
    });
  });

  test('a folder that is gone is linked by its path', async () => {
    const { here, app, old } = await twoNotes();
    await linkProject(app, { project: old, folder: 'long/gone' });
    expect(await startSession(app, join(here, 'long/gone'))).toBe(old);
  });
});

describe('freezing', () => {
  test('records every id once', async () => {
    const { app } = await twoNotes();
    expect(await freezeProjects(app)).toBe(2);
    expect(await freezeProjects(app)).toBe(0);
  });

  test('keeps ids over a rebuild after the founding sessions were erased', async () => {
    const { here, app, old } = await twoNotes();
    await freezeProjects(app);
    await startSession(app, join(here, 'notes'));
    const sessions = app.readModel.list({ project: old }).map(({ id }) => id);
    const first = sessions.at(-1);
    const intent = { stream: 'store', type: 'purge.intended', data: { sessions: [first] } };
    const draft = {
      id: app.mintEventId(),
      at: '2026-09-21T00:00:00.000Z',
      by: { kind: 'person' },
      trust: 'person',
      ...intent,
    };
    await app.journal.erase({
      sessions: first === undefined ? [] : [first],
      intent: draft as never,
      done: [],
      unlink: () => {},
    });
    app.readModel.rebuild();
    expect(currentProject(app, './notes')).toBe(old);
  });
});
