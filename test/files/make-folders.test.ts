import { mkdtempSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { makeFolders } from '../../src/files/make-folders.ts';
import { removeFolder } from '../support/remove-folder.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'loom-folders-'));
  onTestFinished(() => removeFolder(root));
});

describe('making folders', () => {
  it('makes what is missing, for their owner alone, and leaves what is there', () => {
    const path = join(root, 'quay', 'north', 'berth');
    makeFolders(path);
    makeFolders(path);
    expect(statSync(path).isDirectory()).toBe(true);
    if (process.platform !== 'win32') expect(statSync(join(root, 'quay')).mode & 0o777).toBe(0o700);
  });

  it('throws the error of the level that cannot be made', () => {
    writeFileSync(join(root, 'buoy'), '');
    expect(() => makeFolders(join(root, 'buoy', 'a', 'b'))).toThrow(/ENOTDIR/);
    symlinkSync(join(root, 'gone'), join(root, 'link'));
    expect(() => makeFolders(join(root, 'link', 'a'))).toThrow(/EEXIST|ENOENT/);
  });

  it.skipIf(process.platform !== 'linux')('throws below a folder that is there and makes none', () => {
    expect(() => makeFolders('/proc/loom/a/b')).toThrow(/ENOENT/);
  });
});
