/** Files that the session touched and of which git cannot tell whether they changed. */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SessionId } from '../../src/kernel/ids.ts';
import { git, makeRepository } from '../project/git-fixture.ts';
import {
  close,
  codesOf,
  commit,
  edit,
  examine,
  type Lab,
  openLab,
  read,
  record,
  shell,
  start,
  write,
} from './resume-lab.ts';

const SPRING = 'export const gauge = 2;\n';

/** Files beyond the reach of `git status`, with content of the first moment. */
const UNSEEN: readonly { readonly name: string; readonly path: string; readonly make: (lab: Lab) => unknown }[] = [
  {
    name: 'that git ignores',
    path: 'charts/pier.svg',
    make: (lab) => {
      write(lab, '.gitignore', 'charts/\n');
      commit(lab, 'charts are drawn anew');
      write(lab, 'charts/pier.svg', '<svg/>\n');
    },
  },
  {
    name: 'that git was told to take as unchanged',
    path: 'src/gauge.ts',
    make: (lab) => git(lab.repo, 'update-index', '--assume-unchanged', 'src/gauge.ts'),
  },
  {
    name: 'of a submodule',
    path: 'moon/README.md',
    make: (lab) => {
      const moon = makeRepository(join(lab.root, 'moon-phases'));
      write(lab, join(moon, 'README.md'), '# Moon phases\n');
      git(moon, 'add', '-A');
      git(moon, 'commit', '-q', '-m', 'phases');
      git(lab.repo, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', moon, 'moon');
      commit(lab, 'moon phases');
    },
  },
  {
    name: 'behind a link to a folder',
    path: 'code/gauge.ts',
    make: (lab) => {
      symlinkSync('src', join(lab.repo, 'code'));
      commit(lab, 'a shorter way');
    },
  },
];

async function began(make: (lab: Lab) => unknown): Promise<{ readonly lab: Lab; readonly session: SessionId }> {
  const lab = openLab();
  make(lab);
  return { lab, session: await start(lab) };
}

test.each(UNSEEN)(
  'a touched file $name that changed after the end is told, whatever the shell did',
  async ({ path, make }) => {
    const { lab, session } = await began(make);
    await read(lab, session, path);
    await shell(lab, session);
    await close(lab, session);
    expect((await examine(lab, session)).judgement.verdict).toBe('ready');
    write(lab, path, SPRING);
    const examined = await examine(lab, session);
    expect(codesOf(examined)).toContain('path-changed');
    expect(codesOf(examined)).not.toContain('changed-within-session-by-tool');
  },
);

test.each(UNSEEN)('of a file $name that nobody digested, a snapshot says nothing', async ({ path, make }) => {
  const { lab, session } = await began(make);
  await record(lab, session, 'tool.requested', { callId: 'call_unseen', name: 'Read', paths: [path], access: 'read' });
  await close(lab, session);
  write(lab, path, SPRING);
  const { judgement } = await examine(lab, session);
  expect(judgement.verdict).toBe('ready-with-stale-context');
});

test('a file that nobody digested is known by the commit that holds it', async () => {
  const { lab, session } = await began(() => undefined);
  await record(lab, session, 'tool.requested', {
    callId: 'call_seen',
    name: 'Read',
    paths: ['src/gauge.ts'],
    access: 'read',
  });
  await close(lab, session);
  expect((await examine(lab, session)).judgement.verdict).toBe('ready');
});

test('a link stands for what it leads to, within the project and outside of it', async () => {
  const { lab, session } = await began((made) => {
    const outside = write(made, join(made.root, 'almanac.txt'), 'high water at six\n');
    symlinkSync('src/gauge.ts', join(made.repo, 'gauge.ts'));
    symlinkSync(outside, join(made.repo, 'almanac.txt'));
    commit(made, 'two links');
  });
  await read(lab, session, 'gauge.ts');
  await read(lab, session, 'almanac.txt');
  await close(lab, session);
  expect((await examine(lab, session)).judgement.verdict).toBe('ready');
  write(lab, 'src/gauge.ts', SPRING);
  write(lab, join(lab.root, 'almanac.txt'), 'high water at seven\n');
  const { judgement } = await examine(lab, session);
  const told = judgement.findings.filter(({ code }) => code === 'path-changed');
  expect(told.flatMap(({ paths }) => paths ?? [])).toEqual(['almanac.txt', 'gauge.ts']);
});

test('a session that had a subagent, told by no call, may have touched anything', async () => {
  const { lab, session } = await began(() => undefined);
  await record(lab, session, 'subagent.started', { subagent: 'pilot', kind: 'explorer' });
  await close(lab, session);
  write(lab, 'src/pier.ts', 'export const pier = 2;\n');
  const examined = await examine(lab, session);
  expect(examined.judgement.verdict).toBe('ready-with-stale-context');
  expect(codesOf(examined)).toContain('changed-elsewhere');
});

test('the model that a live session changed to is its model', async () => {
  const { lab, session } = await began(() => undefined);
  await edit(lab, session, 'src/gauge.ts', SPRING);
  await record(lab, session, 'model.changed', { to: 'claude-harbour-1' });
  await close(lab, session);
  expect(codesOf(await examine(lab, session, { model: 'claude-harbour-1' }))).not.toContain('model-substituted');
  expect(codesOf(await examine(lab, session, { model: 'claude-harbour-2' }))).toContain('model-substituted');
});
