import {
  closeSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { HeldFolder, inFolder } from '../../src/files/held-folder.ts';
import { removeFolder } from '../support/remove-folder.ts';

let root: string;
let garden: string;
let elsewhere: string;
const NEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'loom-held-')));
  onTestFinished(() => removeFolder(root));
  garden = join(root, 'garden');
  elsewhere = join(root, 'elsewhere');
  for (const folder of [garden, elsewhere]) mkdirSync(folder);
});

describe.skipIf(process.platform !== 'linux')('a folder that is held open', () => {
  it('is the one that was opened, whatever its name leads to by now', () => {
    inFolder(HeldFolder.open(garden), (folder) => {
      renameSync(garden, join(root, 'moved'));
      symlinkSync(elsewhere, garden);
      closeSync(folder.open('beds', NEW));
      folder.rename('beds', 'rows');
      folder.renameToNew('rows', 'paths');
      folder.sync();
    });
    expect(readdirSync(join(root, 'moved'))).toEqual(['paths']);
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it('says its own path when something fails in it', () => {
    inFolder(HeldFolder.open(garden), (folder) => {
      expect(() => folder.remove('beds')).toThrow(
        expect.objectContaining({
          code: 'ENOENT',
          path: join(garden, 'beds'),
          message: expect.stringContaining(join(garden, 'beds')),
        }),
      );
    });
  });

  it('gives no name that is taken, not even one that a link has', () => {
    inFolder(HeldFolder.open(garden), (folder) => {
      closeSync(folder.open('beds', NEW));
      symlinkSync(join(elsewhere, 'none'), join(garden, 'taken'));
      expect(() => folder.renameToNew('beds', 'taken')).toThrow(expect.objectContaining({ code: 'EEXIST' }));
    });
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it('is opened through links, but not where none is expected', () => {
    symlinkSync(garden, join(root, 'link'));
    inFolder(HeldFolder.open(join(root, 'link')), ({ path }) => expect(path).toBe(garden));
    expect(() => HeldFolder.openAsFound(join(root, 'link'))).toThrow(expect.objectContaining({ code: 'file-changed' }));
    writeFileSync(join(root, 'note'), '');
    expect(() => HeldFolder.open(join(root, 'note'))).toThrow(expect.objectContaining({ code: 'ENOTDIR' }));
  });
});
