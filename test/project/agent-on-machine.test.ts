import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeGarden, openSnapshots, writeAt, writeProgram } from './snapshot-fixture.ts';

describe('an agent on this machine', () => {
  it('is the first program of its name on PATH that can be run', () => {
    const { base, home } = makeGarden();
    const [first, second] = [join(base, 'first'), join(base, 'second')];
    chmodSync(writeProgram(join(first, 'claude'), ''), 0o644);
    const program = writeProgram(join(second, 'claude'), '');
    mkdirSync(join(first, 'codex'));
    const snapshots = openSnapshots(home, { env: { PATH: `${first}:${second}` } });
    expect(snapshots.agent('claude-code')).toEqual({ program });
    expect(snapshots.agent('codex')).toEqual({ program: null });
    expect(snapshots.agent('specstory')).toEqual({ program: null });
  });

  it('is never one that only the current folder brings', () => {
    const { home } = makeGarden();
    writeProgram(join(home, 'claude'), '');
    expect(openSnapshots(home, { env: { PATH: `.:${home}:` } }).agent('claude-code')).toEqual({ program: null });
  });

  it('allows the models that the settings of its user name, or any', () => {
    const { home } = makeGarden();
    const snapshots = openSnapshots(home, { env: { PATH: '' } });
    writeAt(home, '.claude/settings.json', '{"availableModels":["tulip","rose-5", 7]}');
    expect(snapshots.agent('claude-code')).toEqual({ program: null, models: ['tulip', 'rose-5'] });
    writeAt(home, '.claude/settings.json', 'not json');
    expect(snapshots.agent('claude-code')).toEqual({ program: null });
  });
});
