import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findClaudeFiles } from '../../src/importers/claude-code/find.ts';

let root: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'loom-find-')));
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function write(path: string, content = '{}\n'): string {
  const full = join(root, path);
  mkdirSync(join(full, '..'), { recursive: true });
  writeFileSync(full, content);
  return full;
}

function look(path: string): string[] {
  return [...findClaudeFiles(path)]
    .map((found) => `${'code' in found ? `${found.code} ` : ''}${relative(root, found.path)}`)
    .sort();
}

describe('looking for session files', () => {
  it('finds sessions and subagents in a folder, and passes other files by', () => {
    write('a/one.jsonl');
    write('a/one/subagents/agent-7.jsonl');
    write('a/sessions-index.json');
    write('a/one/tool-results/out.txt');
    expect(look(root)).toEqual(['a/one.jsonl', 'a/one/subagents/agent-7.jsonl']);
  });

  it('keeps to the sessions when it is given the whole folder of Claude Code', () => {
    write('history.jsonl');
    write('projects/a/one.jsonl');
    write('statsig/cache.jsonl');
    expect(look(root)).toEqual(['projects/a/one.jsonl']);
  });

  it('takes a file that is named itself, whatever it is called', () => {
    expect(look(write('saved-session.txt'))).toEqual(['saved-session.txt']);
  });

  it('reports what it cannot take: empty files, FIFOs, nothing there', () => {
    write('empty.jsonl', '');
    execFileSync('mkfifo', [join(root, 'pipe.jsonl')]);
    expect(look(root)).toEqual(['empty empty.jsonl', 'not-a-regular-file pipe.jsonl']);
    expect(look(join(root, 'nowhere'))).toEqual(['missing nowhere']);
  });

  it('searches a folder once, however many links lead to it', () => {
    write('a/one.jsonl');
    symlinkSync(root, join(root, 'a', 'loop'));
    expect(look(root)).toEqual(['a/one.jsonl', 'link-loop a/loop']);
  });

  it('does not follow links out of the folder, and names the file behind a link inside it', () => {
    const outside = mkdtempSync(join(tmpdir(), 'loom-outside-'));
    writeFileSync(join(outside, 'far.jsonl'), '{}\n');
    write('real/one.jsonl');
    symlinkSync(outside, join(root, 'away'));
    symlinkSync(join(root, 'gone'), join(root, 'broken.jsonl'));
    expect(look(root)).toEqual(['broken-link broken.jsonl', 'link-outside away', 'real/one.jsonl']);
    rmSync(outside, { recursive: true });
  });

  it('stops at a depth no agent uses', () => {
    write(`${'d/'.repeat(40)}deep.jsonl`);
    expect(look(root)).toEqual([`too-deep ${'d/'.repeat(25).slice(0, -1)}`]);
  });
});
