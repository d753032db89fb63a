import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { readForeignPath, removeForeignFile, replaceForeignFile } from '../../src/files/foreign-file.ts';
import { removeFolder } from '../support/remove-folder.ts';

const MOST = 1024 * 1024;
let root: string;
let garden: string;
let elsewhere: string;
let file: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'loom-foreign-')));
  onTestFinished(() => removeFolder(root));
  garden = join(root, 'garden');
  elsewhere = join(root, 'elsewhere');
  for (const folder of [garden, elsewhere]) mkdirSync(folder);
  file = join(garden, 'beds.md');
  writeFileSync(file, 'beans\n');
});

const changed = expect.objectContaining({ kind: 'busy', code: 'file-changed' });
const refused = (code: string) => expect.objectContaining({ kind: 'refused', code });
/** Puts a link to the other folder in the place of the garden, which goes on under another name. */
function swapFolder(): void {
  renameSync(garden, join(root, 'moved'));
  symlinkSync(elsewhere, garden);
}

describe('a file of others that is replaced', () => {
  it('has its new text, its mode, and no company', () => {
    chmodSync(file, 0o640);
    replaceForeignFile(readForeignPath(file, MOST), 'peas\n');
    expect(readFileSync(file, 'utf8')).toBe('peas\n');
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect(readdirSync(garden)).toEqual(['beds.md']);
  });

  it('is made with the folders that it lacks', () => {
    const path = join(garden, 'north', 'wall', 'beds.md');
    replaceForeignFile(readForeignPath(path, MOST), 'peas\n', { file: 0o600 });
    expect(readFileSync(path, 'utf8')).toBe('peas\n');
    expect([path, join(garden, 'north')].map((each) => statSync(each).mode & 0o777)).toEqual([0o600, 0o700]);
  });

  it.each<readonly [string, () => void]>([
    ['a link', () => symlinkSync(join(elsewhere, 'victim'), file)],
    ['a link that leads nowhere', () => symlinkSync(join(elsewhere, 'none'), file)],
    ['a second name of a file', () => linkSync(join(elsewhere, 'victim'), file)],
    ['a pipe', () => execFileSync('mkfifo', [file])],
    ['a folder', () => mkdirSync(file)],
  ])('is not read, nor waited for, where %s is in its place', (_, put) => {
    writeFileSync(join(elsewhere, 'victim'), 'roses\n');
    rmSync(file);
    put();
    expect(() => readForeignPath(file, MOST)).toThrow(refused('not-a-regular-file'));
  });

  it('is not read where it is too large or read-only', () => {
    expect(() => readForeignPath(file, 3)).toThrow(refused('file-too-large'));
    chmodSync(file, 0o444);
    expect(() => readForeignPath(file, MOST)).toThrow(refused('read-only'));
  });

  it.each<readonly [string, () => void]>([
    ['other text', () => writeFileSync(file, 'leeks\n')],
    [
      'another file with the same text',
      () => {
        writeFileSync(join(garden, 'new'), 'beans\n');
        renameSync(join(garden, 'new'), file);
      },
    ],
    [
      'a link to a file with the same text',
      () => {
        writeFileSync(join(elsewhere, 'victim'), 'beans\n');
        rmSync(file);
        symlinkSync(join(elsewhere, 'victim'), file);
      },
    ],
    ['nothing', () => rmSync(file)],
  ])('stays as it is where %s came into its place meanwhile', (_, put) => {
    const read = readForeignPath(file, MOST);
    put();
    const before = readdirSync(garden);
    expect(() => replaceForeignFile(read, 'peas\n')).toThrow(changed);
    expect(() => removeForeignFile(read)).toThrow(changed);
    expect(readdirSync(garden)).toEqual(before);
    for (const name of readdirSync(elsewhere)) expect(readFileSync(join(elsewhere, name), 'utf8')).toBe('beans\n');
  });

  it('is not written where a file appeared that was not there', () => {
    const read = readForeignPath(join(garden, 'new.md'), MOST);
    writeFileSync(join(garden, 'new.md'), 'mine\n');
    expect(() => replaceForeignFile(read, 'peas\n')).toThrow(changed);
    expect(readFileSync(join(garden, 'new.md'), 'utf8')).toBe('mine\n');
  });

  it('is not written in a folder that a link leads to by now, nor is one made there', () => {
    const there = readForeignPath(file, MOST);
    const missing = readForeignPath(join(garden, 'north', 'beds.md'), MOST);
    swapFolder();
    writeFileSync(join(elsewhere, 'beds.md'), 'beans\n');
    expect(() => replaceForeignFile(there, 'peas\n')).toThrow(changed);
    expect(() => replaceForeignFile(missing, 'peas\n')).toThrow(changed);
    expect(() => removeForeignFile(there)).toThrow(changed);
    expect(readdirSync(elsewhere)).toEqual(['beds.md']);
    expect(readFileSync(join(elsewhere, 'beds.md'), 'utf8')).toBe('beans\n');
  });
});
