import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { draftName, sweepParts } from '../../src/transcripts/abandoned-parts.ts';
import { removeFolder } from '../support/remove-folder.ts';

const SESSION = '7k3m9q2x4v8t1c5b';
const [, SCOPE] = draftName().split('-');
const UNIQUE = '0123456789ab';

/** A process that is gone. */
function endedPid(): number {
  return spawnSync(process.execPath, ['--version']).pid;
}

/** Files left after a sweep. */
function swept(names: readonly string[], ageMillis = 0): string[] {
  const root = mkdtempSync(join(tmpdir(), 'loom-parts-'));
  onTestFinished(() => removeFolder(root));
  const folder = join(root, '7k');
  mkdirSync(folder);
  for (const name of names) writeFileSync(join(folder, name), '');
  for (const name of names)
    utimesSync(join(folder, name), new Date(Date.now() - ageMillis), new Date(Date.now() - ageMillis));
  sweepParts([root, join(root, 'nowhere')]);
  return readdirSync(folder);
}

describe('parts of writers', () => {
  it('that were killed are removed', () => {
    expect(swept([`${SESSION}.${endedPid()}-${SCOPE}-${UNIQUE}.part`])).toEqual([]);
    expect(swept([`${'a'.repeat(64)}.${endedPid()}-${SCOPE}-${UNIQUE}.part`])).toEqual([]);
  });

  it('that run stay, however old', () => {
    const own = `${SESSION}.${draftName()}.part`;
    const parent = `${SESSION}.${process.ppid}-${SCOPE}-${UNIQUE}.part`;
    expect(swept([own, parent], 7_200_000).sort()).toEqual([own, parent].sort());
  });

  it('of another boot or container stay for an hour', () => {
    const names = [`${SESSION}.${endedPid()}-00000000-${UNIQUE}.part`, `${SESSION}.${endedPid()}-${UNIQUE}.part`];
    expect(swept(names)).toHaveLength(2);
    vi.useFakeTimers({ now: Date.now() + 7_200_000, toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    expect(swept(names, 7_200_001)).toHaveLength(0);
  });

  it('are told by their names: nothing else is touched', () => {
    const names = [`${SESSION}.jsonl`, `${SESSION}.part`, 'notes.part', `${SESSION}.17-${SCOPE}-${UNIQUE}.jsonl`];
    expect(swept(names, 7_200_000).sort()).toEqual([...names].sort());
  });
});
