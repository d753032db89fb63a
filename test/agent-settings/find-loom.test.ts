import { chmodSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findLoom } from '../../src/agent-settings/find-loom.ts';
import { hookCommand, isOwnCommand, programOf } from '../../src/agent-settings/own-command.ts';
import { removeFolder } from '../support/remove-folder.ts';

function openPlace() {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'loom-find-')));
  onTestFinished(() => removeFolder(base));
  const program = (name: string): string => {
    const path = join(base, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '#!/bin/sh\n');
    chmodSync(path, 0o755);
    return path;
  };
  const facts = (path: readonly string[], script = join(base, 'gone', 'run.js')) => ({
    env: { PATH: path.map((folder) => join(base, folder)).join(delimiter) },
    platform: 'linux' as const,
    root: join(base, 'harbour'),
    script,
  });
  mkdirSync(join(base, 'harbour'));
  return { base, program, facts };
}

const REFUSED = expect.objectContaining({ code: 'loom-not-installed' });

describe('the program that agents run', () => {
  it('is the first loom of PATH: its place for the user, its name for a project', () => {
    const { program, facts } = openPlace();
    const found = program('usr bin/loom');
    program('other/loom');
    expect(findLoom(facts(['none', 'usr bin', 'other']), 'user')).toBe(found);
    expect(findLoom(facts(['usr bin']), 'project')).toBe('loom');
  });

  it.each([
    'home/.npm/_npx/5f1a/node_modules/.bin',
    'cache/dlx-4711/bin',
    'tmp/xfs-1a2b/bin',
    'tmp/bunx-0-loom/bin',
    'harbour/node_modules/.bin',
  ])('is never one that goes away: %s', (folder) => {
    const { program, facts } = openPlace();
    const script = program(`${folder}/loom`);
    expect(() => findLoom(facts([folder], script), 'user')).toThrow(REFUSED);
    const lasting = program('usr/loom');
    expect(findLoom(facts([folder, 'usr'], script), 'user')).toBe(lasting);
  });

  it('is not named by a link into such a cache', () => {
    const { base, program, facts } = openPlace();
    const cached = program('home/.npm/_npx/5f1a/loom');
    mkdirSync(join(base, 'usr'));
    symlinkSync(cached, join(base, 'usr', 'loom'));
    expect(() => findLoom(facts(['usr']), 'user')).toThrow(REFUSED);
  });

  it('is named by its lasting folder where that of PATH is of one shell', () => {
    const { base, program, facts } = openPlace();
    const found = program('node-versions/v20/bin/loom');
    mkdirSync(join(base, 'fnm_multishells'), { recursive: true });
    symlinkSync(join(base, 'node-versions/v20'), join(base, 'fnm_multishells/4711'));
    expect(findLoom(facts(['fnm_multishells/4711/bin']), 'user')).toBe(found);
  });

  it('is the script that runs where PATH has none', () => {
    const { program, facts } = openPlace();
    const script = program('checkout/bin/run.js');
    expect(findLoom(facts([], script), 'project')).toBe(script);
  });
});

describe('the command line of a hook', () => {
  it.each([
    'loom',
    '/opt/loom',
    '/opt/my tools/loom',
    "/home/o'neil/bin/loom",
    '/opt/潮/loom',
    '/opt/checkout/bin/run.js',
  ])('is known as of loom again: %s', (program) => {
    const command = hookCommand(program, 'claude-code');
    expect(isOwnCommand(command)).toBe(true);
    expect(programOf(command)).toBe(program);
  });

  it.each([
    'bin/run.js hook codex',
    'loom hook codex; ring',
    'loom-x hook codex',
    '/opt/run.js hook codex',
    'loom mcp',
    '/x/bin/run.js hook $(ring)',
  ])('is not: %s', (command) => {
    expect(isOwnCommand(command)).toBe(false);
  });
});
