import { execFileSync } from 'node:child_process';
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { linkProject } from '../../src/app/project-change.ts';
import type { Verdict } from '../../src/events/resume-data.ts';
import type { SessionId } from '../../src/kernel/ids.ts';
import { git, gitEnv, makeRepository } from '../project/git-fixture.ts';
import {
  appIn,
  close,
  codesOf,
  commit,
  edit,
  examine,
  type Lab,
  openLab,
  read,
  shell,
  start,
  write,
} from './resume-lab.ts';

const SPRING = 'export const gauge = 2;\n';

interface Case {
  readonly name: string;
  /** What the session does, between start and end. */
  readonly session?: (lab: Lab, session: SessionId) => Promise<unknown>;
  readonly killed?: true;
  readonly before?: (lab: Lab) => unknown;
  /** What happens after it ended. */
  readonly since?: (lab: Lab, session: SessionId) => unknown;
  readonly verdict: Verdict;
  readonly codes: readonly string[];
}

async function readsGauge(lab: Lab, session: SessionId): Promise<void> {
  await read(lab, session, 'src/gauge.ts');
}

async function readsAndRuns(lab: Lab, session: SessionId): Promise<void> {
  await readsGauge(lab, session);
  await shell(lab, session);
}

const CASES: readonly Case[] = [
  { name: 'nothing changed', session: readsAndRuns, verdict: 'ready', codes: [] },
  {
    name: 'a commit on a file that it read',
    session: readsGauge,
    since: (lab) => {
      write(lab, 'src/gauge.ts', SPRING);
      commit(lab, 'spring tide');
    },
    verdict: 'ready-with-stale-context',
    codes: ['path-changed', 'head-moved'],
  },
  {
    name: 'a commit elsewhere, with a shell in the session',
    session: readsAndRuns,
    since: (lab) => {
      write(lab, 'src/pier.ts', SPRING);
      commit(lab, 'pier');
    },
    verdict: 'ready-with-stale-context',
    codes: ['changed-elsewhere', 'head-moved'],
  },
  {
    name: 'a commit elsewhere, without a shell in the session',
    session: readsGauge,
    since: (lab) => {
      write(lab, 'src/pier.ts', SPRING);
      commit(lab, 'pier');
    },
    verdict: 'ready',
    codes: ['changed-elsewhere-untouched'],
  },
  {
    name: 'an uncommitted change of a file that it edited',
    session: (lab, session) => edit(lab, session, 'src/gauge.ts', SPRING),
    since: (lab) => write(lab, 'src/gauge.ts', 'export const gauge = 3;\n'),
    verdict: 'ready-with-stale-context',
    codes: ['path-changed'],
  },
  {
    name: 'an uncommitted change elsewhere, with a shell in the session',
    session: readsAndRuns,
    since: (lab) => write(lab, 'notes.md', 'new\n'),
    verdict: 'ready-with-stale-context',
    codes: ['changed-elsewhere'],
  },
  {
    name: 'an uncommitted change elsewhere, without a shell in the session',
    session: readsGauge,
    since: (lab) => write(lab, 'notes.md', 'new\n'),
    verdict: 'ready',
    codes: ['changed-elsewhere-untouched'],
  },
  {
    name: 'its own edit, closed',
    session: (lab, session) => edit(lab, session, 'src/gauge.ts', SPRING),
    verdict: 'ready',
    codes: [],
  },
  {
    name: 'its own edit, killed',
    session: (lab, session) => edit(lab, session, 'src/gauge.ts', SPRING),
    killed: true,
    verdict: 'ready',
    codes: ['own-changes'],
  },
  {
    name: 'its own edit, committed by a person afterwards',
    session: (lab, session) => edit(lab, session, 'src/gauge.ts', SPRING),
    since: (lab) => commit(lab, 'spring tide'),
    verdict: 'ready',
    codes: ['committed-since'],
  },
  {
    name: 'its own edit, staged by a person afterwards',
    session: (lab, session) => edit(lab, session, 'src/gauge.ts', SPRING),
    since: (lab) => git(lab.repo, 'add', '-A'),
    verdict: 'ready',
    codes: [],
  },
  {
    name: 'a rebase in progress',
    session: readsGauge,
    since: (lab) => {
      git(lab.repo, 'checkout', '-q', '-b', 'side');
      write(lab, 'src/gauge.ts', SPRING);
      commit(lab, 'side');
      git(lab.repo, 'checkout', '-q', 'main');
      write(lab, 'src/gauge.ts', 'export const gauge = 9;\n');
      commit(lab, 'main');
      expect(() => git(lab.repo, 'rebase', 'side')).toThrow();
    },
    verdict: 'blocked-by-conflict',
    codes: expect.arrayContaining(['operation-in-progress', 'unmerged-paths']) as never,
  },
  {
    name: 'a merge conflict',
    session: readsGauge,
    since: (lab) => {
      git(lab.repo, 'checkout', '-q', '-b', 'side');
      write(lab, 'src/gauge.ts', SPRING);
      commit(lab, 'side');
      git(lab.repo, 'checkout', '-q', 'main');
      write(lab, 'src/gauge.ts', 'export const gauge = 9;\n');
      commit(lab, 'main');
      expect(() => git(lab.repo, 'merge', 'side')).toThrow();
    },
    verdict: 'blocked-by-conflict',
    codes: expect.arrayContaining(['operation-in-progress', 'unmerged-paths']) as never,
  },
  {
    name: 'a cherry-pick in progress',
    session: readsGauge,
    since: (lab) => {
      git(lab.repo, 'checkout', '-q', '-b', 'side');
      write(lab, 'src/gauge.ts', SPRING);
      const id = commit(lab, 'side');
      git(lab.repo, 'checkout', '-q', 'main');
      write(lab, 'src/gauge.ts', 'export const gauge = 9;\n');
      commit(lab, 'main');
      expect(() => git(lab.repo, 'cherry-pick', id)).toThrow();
    },
    verdict: 'blocked-by-conflict',
    codes: expect.arrayContaining(['operation-in-progress', 'unmerged-paths']) as never,
  },
  {
    name: 'another branch with the same files',
    session: readsGauge,
    since: (lab) => git(lab.repo, 'checkout', '-q', '-b', 'harbour'),
    verdict: 'ready-with-stale-context',
    codes: ['branch-changed'],
  },
  {
    name: 'a detached HEAD',
    session: readsGauge,
    since: (lab) => git(lab.repo, 'checkout', '-q', '--detach'),
    verdict: 'ready-with-stale-context',
    codes: ['branch-changed'],
  },
  {
    name: 'a file changed and changed back',
    session: readsAndRuns,
    since: (lab) => {
      write(lab, 'src/gauge.ts', SPRING);
      write(lab, 'src/gauge.ts', 'export const gauge = 1;\n');
    },
    verdict: 'ready',
    codes: [],
  },
  {
    name: 'a commit and its revert',
    session: readsAndRuns,
    since: (lab) => {
      write(lab, 'src/gauge.ts', SPRING);
      commit(lab, 'spring tide');
      git(lab.repo, 'revert', '--no-edit', 'HEAD');
    },
    verdict: 'ready',
    codes: ['committed-since'],
  },
  {
    name: 'a file that it read is gone',
    session: readsGauge,
    since: (lab) => rmSync(join(lab.repo, 'src/gauge.ts')),
    verdict: 'ready-with-stale-context',
    codes: ['path-deleted'],
  },
  {
    name: 'a file that it read has another name',
    session: readsGauge,
    since: (lab) => {
      git(lab.repo, 'mv', 'src/gauge.ts', 'src/tide-gauge.ts');
      commit(lab, 'a better name');
    },
    verdict: 'ready-with-stale-context',
    codes: expect.arrayContaining(['path-renamed']) as never,
  },
  {
    name: 'an amended commit that changes no file',
    session: readsAndRuns,
    since: (lab) => git(lab.repo, 'commit', '-q', '--amend', '-m', 'first tables, better told'),
    verdict: 'ready',
    codes: ['committed-since'],
  },
  {
    name: 'an amended commit that changes a file it read',
    session: readsAndRuns,
    since: (lab) => {
      write(lab, 'src/gauge.ts', SPRING);
      git(lab.repo, 'commit', '-q', '-a', '--amend', '-m', 'first tables, corrected');
    },
    verdict: 'ready-with-stale-context',
    codes: ['path-changed', 'history-rewritten'],
  },
  {
    name: 'history that was pushed with force and taken over',
    before: (lab) => git(lab.repo, 'clone', '-q', '--bare', lab.repo, join(lab.root, 'origin.git')),
    session: readsGauge,
    since: (lab) => {
      const other = join(lab.root, 'other');
      git(lab.root, 'clone', '-q', join(lab.root, 'origin.git'), other);
      git(other, 'checkout', '-q', '--orphan', 'anew');
      git(other, 'commit', '-q', '--allow-empty', '-m', 'anew');
      git(other, 'push', '-q', '--force', 'origin', 'anew:main');
      git(lab.repo, 'fetch', '-q', join(lab.root, 'origin.git'), 'main');
      write(lab, 'src/pier.ts', SPRING);
      git(lab.repo, 'reset', '-q', '--soft', 'FETCH_HEAD');
    },
    verdict: 'ready-with-stale-context',
    codes: ['history-rewritten', 'changed-elsewhere-untouched'],
  },
  {
    name: 'HEAD set back below a file that it read',
    before: (lab) => {
      write(lab, 'src/gauge.ts', SPRING);
      commit(lab, 'spring tide');
    },
    session: readsGauge,
    since: (lab) => git(lab.repo, 'reset', '-q', '--hard', 'HEAD~1'),
    verdict: 'ready-with-stale-context',
    codes: ['path-changed', 'head-moved'],
  },
];

test.each(CASES)('$name: $verdict', async ({ session: acts, killed, before, since, verdict, codes }) => {
  const lab = openLab();
  await before?.(lab);
  const session = await start(lab);
  await acts?.(lab, session);
  if (killed !== true) await close(lab, session);
  await since?.(lab, session);
  const examined = await examine(lab, session);
  expect({ verdict: examined.judgement.verdict, codes: codesOf(examined) }).toEqual({ verdict, codes });
  for (const { evidence } of examined.judgement.findings) {
    // Whoever wants to check a finding pastes its evidence into a shell.
    if (evidence.startsWith('git ')) execFileSync('sh', ['-c', evidence], { env: gitEnv(lab.home), stdio: 'pipe' });
  }
});

test('a folder that is gone and has no sibling is no place to go on in', async () => {
  const lab = openLab();
  const session = await start(lab);
  await close(lab, session);
  rmSync(lab.repo, { recursive: true });
  lab.app = appIn(lab, lab.root, lab.app);
  const examined = await examine(lab, session);
  expect([examined.judgement.verdict, codesOf(examined)]).toEqual(['project-identity-mismatch', ['project-missing']]);
});

test('another project is told apart from the one of the session', async () => {
  const lab = openLab();
  const session = await start(lab);
  await close(lab, session);
  const other = makeRepository(join(lab.root, 'lighthouse'));
  lab.app = appIn(lab, other, lab.app);
  const examined = await examine(lab, session);
  expect([examined.judgement.verdict, codesOf(examined)]).toEqual(['project-identity-mismatch', ['other-project']]);
  const named = await examine(lab, session, { scope: { all: true } });
  expect(named.judgement.verdict).toBe('ready');
});

test('a folder that holds another repository now is another project', async () => {
  const lab = openLab();
  git(lab.repo, 'remote', 'add', 'origin', 'https://example.org/tides.git');
  const session = await start(lab);
  await close(lab, session);
  rmSync(lab.repo, { recursive: true });
  makeRepository(lab.repo, { origin: 'https://example.org/other.git', commits: 0 });
  commit(lab, 'another beginning');
  const examined = await examine(lab, session);
  expect(examined.judgement.verdict).toBe('project-identity-mismatch');
});

test('another clone of the project stands for a folder that is gone', async () => {
  const lab = openLab();
  git(lab.repo, 'remote', 'add', 'origin', 'https://example.org/tides.git');
  const session = await start(lab);
  await read(lab, session, 'src/gauge.ts');
  await close(lab, session);
  const clone = join(lab.root, 'clone');
  git(lab.root, 'clone', '-q', lab.repo, clone);
  git(clone, 'remote', 'set-url', 'origin', 'https://example.org/tides.git');
  rmSync(lab.repo, { recursive: true });
  lab.app = appIn(lab, clone, lab.app);
  const examined = await examine(lab, session);
  expect([examined.judgement.verdict, codesOf(examined)]).toEqual(['ready-with-stale-context', ['cwd-substituted']]);
  expect(examined.facts.place.chosen).toBe(clone);
});

test('a folder that a person linked to the project stands for one that is gone, wherever it is asked from', async () => {
  const lab = openLab();
  const session = await start(lab);
  await close(lab, session);
  const became = join(lab.root, 'tides-anew');
  renameSync(lab.repo, became);
  rmSync(join(became, '.git'), { recursive: true });
  lab.app = appIn(lab, lab.root, lab.app);
  expect((await examine(lab, session, { scope: { all: true } })).judgement.verdict).toBe('project-identity-mismatch');
  const { project } = (await examine(lab, session)).facts.place;
  await linkProject(lab.app, { project: project?.id ?? '', folder: became });
  lab.app.readModel.catchUp();
  const linked = await examine(lab, session, { scope: { all: true } });
  expect(linked.facts.place.chosen).toBe(became);
  expect(codesOf(linked)).toContain('cwd-substituted');
});

test('the main checkout stands for a worktree that was removed', async () => {
  const lab = openLab();
  const tree = join(lab.root, 'wt-lilac');
  git(lab.repo, 'worktree', 'add', '-q', tree, '-b', 'lilac');
  lab.app = appIn(lab, tree, lab.app);
  const session = await start(lab);
  await close(lab, session);
  git(lab.repo, 'worktree', 'remove', '--force', tree);
  lab.app = appIn(lab, lab.repo, lab.app);
  const examined = await examine(lab, session);
  expect(examined.judgement.verdict).toBe('ready-with-stale-context');
  expect(codesOf(examined)).toContain('cwd-substituted');
  expect(examined.facts.place.chosen).toBe(lab.repo);
});

test('neither the clock nor the language of the machine changes what is found', async () => {
  const lab = openLab();
  const session = await start(lab);
  await read(lab, session, 'src/gauge.ts');
  await shell(lab, session);
  await close(lab, session);
  write(lab, 'src/gauge.ts', SPRING);
  write(lab, 'ılıca/İskele.md', 'quay\n');
  commit(lab, 'spring tide');
  const { judgement } = await examine(lab, session);
  const { clock, env } = lab.app;
  const other = { ...env, LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8', TZ: 'Pacific/Kiritimati' };
  for (const years of [-20, 20]) {
    const shifted = { ...lab.app, env: other, clock: () => clock() + years * 31_557_600_000 };
    expect((await examine({ ...lab, app: shifted }, session)).judgement).toEqual(judgement);
  }
});
