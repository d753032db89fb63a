import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { IsoTime } from '../../src/kernel/ids.ts';
import { gitEnv } from './git-fixture.ts';
import { type Garden, makeGarden } from './snapshot-fixture.ts';

function at(hour: number): IsoTime {
  return `2026-03-02T${String(hour).padStart(2, '0')}:00:00.000Z` as IsoTime;
}

/** Runs git at an hour of the day, by the clock of the reflog. */
function gitAt(garden: Garden, hour: number, ...args: readonly string[]): string {
  const date = `2026-03-02T${String(hour).padStart(2, '0')}:00:00Z`;
  const env = { ...gitEnv(garden.home), GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: date };
  execFileSync('git', [...args], { cwd: garden.root, env, stdio: 'pipe' });
  return garden.git('rev-parse', 'HEAD');
}

function commitAt(garden: Garden, hour: number): string {
  return gitAt(garden, hour, 'commit', '-q', '--allow-empty', '-m', `hour ${hour}`);
}

describe('HEAD at a moment', () => {
  it('is what the reflog says that it was, with the line to check', async () => {
    const garden = makeGarden({ commits: 0 });
    const [eight, ten] = [commitAt(garden, 8), commitAt(garden, 10)];
    expect(await garden.snapshots.inferHead(garden.root, { at: at(9), branch: 'main' })).toEqual({
      head: eight,
      branch: 'main',
      evidence: expect.stringContaining(eight.slice(0, 12)),
    });
    expect(await garden.snapshots.inferHead(garden.root, { at: at(10) })).toMatchObject({ head: ten });
    expect(await garden.snapshots.inferHead(garden.root, { at: at(7), branch: 'main' })).toBeNull();
  });

  it('follows switches of branches, and asks the branch that the session names', async () => {
    const garden = makeGarden({ commits: 0 });
    const eight = commitAt(garden, 8);
    gitAt(garden, 9, 'checkout', '-q', '-b', 'side');
    const ten = commitAt(garden, 10);
    expect(await garden.snapshots.inferHead(garden.root, { at: at(11) })).toMatchObject({ head: ten, branch: 'side' });
    expect(await garden.snapshots.inferHead(garden.root, { at: at(11), branch: 'main' })).toMatchObject({
      head: eight,
      branch: 'main',
    });
  });

  it('knows commits that were amended away', async () => {
    const garden = makeGarden({ commits: 0 });
    commitAt(garden, 8);
    const nine = commitAt(garden, 9);
    gitAt(garden, 10, 'commit', '-q', '--amend', '--allow-empty', '-m', 'amended');
    expect(await garden.snapshots.inferHead(garden.root, { at: at(9) })).toMatchObject({ head: nine });
  });

  it('falls back to the dates of commits where there is no reflog, and says so', async () => {
    const garden = makeGarden({ commits: 0 });
    const [eight] = [commitAt(garden, 8), commitAt(garden, 10)];
    rmSync(join(garden.root, '.git/logs'), { recursive: true });
    expect(await garden.snapshots.inferHead(garden.root, { at: at(9), branch: 'main' })).toEqual({
      head: eight,
      branch: 'main',
      evidence: expect.stringContaining('git rev-list -1 --before='),
    });
  });

  it('is not known outside git, nor for a branch that leads out of its folder', async () => {
    const garden = makeGarden({ commits: 0 });
    commitAt(garden, 8);
    expect(await garden.snapshots.inferHead(garden.base, { at: at(9) })).toBeNull();
    expect(await garden.snapshots.inferHead(garden.root, { at: at(7), branch: '../../config' })).toBeNull();
  });
});
