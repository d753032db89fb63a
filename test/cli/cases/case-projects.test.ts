/** Showing, listing, linking and merging projects. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answer, importClaude, listIn, refused, succeed } from '../support/case-answers.ts';
import { journalBytes } from '../support/case-files.ts';
import { loom, openSandbox, type Sandbox } from '../support/case-sandbox.ts';
import { nativeId, writeSession } from '../support/claude-fixture.ts';

function twoProjects(): { box: Sandbox; east: string; west: string; ids: [string, string] } {
  const box = openSandbox();
  const [east, west] = [join(box.work, 'east'), join(box.work, 'west')];
  for (const place of [east, west]) mkdirSync(place);
  const source = join(box.root, 'source');
  for (const n of [1, 2, 3]) writeSession(source, { sessionId: nativeId(n), cwd: east, pairs: 1 });
  writeSession(source, { sessionId: nativeId(4), cwd: west, pairs: 1 });
  importClaude(box, source);
  const ids = [east, west].map((place) => listIn(box, place)[0]?.project?.id ?? '') as [string, string];
  return { box, east, west, ids };
}

test('project list names every project once, with its id and place', () => {
  const { box, east, west, ids } = twoProjects();
  const projects = answer<{ id: string; name: string; path: string }[]>(box, ['project', 'list']);
  expect(projects.map((project) => project.id).sort()).toEqual([...ids].sort());
  expect(projects.map((project) => project.path).sort()).toEqual([east, west].sort());
});

test('project show tells the project of the folder', () => {
  const { box, west, ids } = twoProjects();
  expect(answer(box, ['project', 'show'], { cwd: west })).toMatchObject({ id: ids[1], name: 'west' });
});

test('project show in an unknown folder is not found', () => {
  const { box } = twoProjects();
  const lone = join(box.work, 'lone');
  mkdirSync(lone);
  refused(loom(box, ['project', 'show', '--json'], { cwd: lone }), 4);
});

test('merged projects list together, also without the index, and merging again changes nothing', () => {
  const { box, east, west, ids } = twoProjects();
  succeed(box, ['project', 'merge', ids[1], ids[0], '--yes']);
  for (const place of [east, west]) expect(listIn(box, place), place).toHaveLength(4);
  succeed(box, ['index', 'drop']);
  rmSync(join(box.store, 'index'), { recursive: true, force: true });
  for (const place of [east, west]) expect(listIn(box, place), place).toHaveLength(4);
  const before = [...journalBytes(box.store).values()].map(String);
  const again = loom(box, ['project', 'merge', ids[1], ids[0], '--yes']);
  expect([0, 6]).toContain(again.code);
  expect([...journalBytes(box.store).values()].map(String)).toEqual(before);
  expect(answer<unknown[]>(box, ['project', 'list'])).toHaveLength(1);
});

test('merging a project with itself or with nothing is refused and changes nothing', () => {
  const { box, ids } = twoProjects();
  const before = [...journalBytes(box.store).values()].map(String);
  expect(loom(box, ['project', 'merge', ids[0], ids[0], '--yes', '--json']).code).not.toBe(1);
  refused(loom(box, ['project', 'merge', 'zzzzzzzzzzzzzzzz', ids[0], '--yes', '--json']), 4);
  expect([...journalBytes(box.store).values()].map(String)).toEqual(before);
});

test('a linked folder lists the sessions of its project', () => {
  const { box, ids } = twoProjects();
  const annex = join(box.work, 'annex');
  mkdirSync(annex);
  expect(listIn(box, annex)).toEqual([]);
  succeed(box, ['project', 'link', ids[0]], { cwd: annex });
  expect(listIn(box, annex)).toHaveLength(3);
});

test('a scope can be named by project id, name or path', () => {
  const { box, west, ids } = twoProjects();
  for (const name of [ids[1], 'west', west]) {
    expect(answer<unknown[]>(box, ['sessions', 'list', '--project', name]), name).toHaveLength(1);
  }
});
