import { chmodSync, chownSync, existsSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkFolder, ensureFolder, storageFault, syncFolder } from '../../src/journal/safe-fs.ts';
import { errnoOf } from '../../src/kernel/errno-of.ts';
import { temporaryFolder } from './journal-fixture.ts';

describe('making a folder', () => {
  it('makes every missing level, private', () => {
    const root = temporaryFolder();
    ensureFolder(join(root, 'moor', 'heath', 'store'));
    for (const path of ['moor', 'moor/heath', 'moor/heath/store']) {
      expect(statSync(join(root, path)).mode & 0o777).toBe(0o700);
    }
  });

  it('goes through a link above it', () => {
    const root = temporaryFolder();
    ensureFolder(join(root, 'moor'));
    symlinkSync(join(root, 'moor'), join(root, 'link'));
    ensureFolder(join(root, 'link', 'store'));
    expect(readdirSync(join(root, 'moor'))).toEqual(['store']);
  });

  it.skipIf(!existsSync('/proc/self'))('ends with a fault where none can be made', () => {
    expect(() => ensureFolder('/proc/loom-moor/store')).toThrow(
      expect.objectContaining({ kind: 'storage', details: expect.objectContaining({ path: '/proc/loom-moor/store' }) }),
    );
  });

  it('refuses a file in the place of a level', () => {
    const root = temporaryFolder();
    writeFileSync(join(root, 'moor'), '');
    expect(() => ensureFolder(join(root, 'moor'))).toThrow(expect.objectContaining({ kind: 'unsafe' }));
    expect(() => ensureFolder(join(root, 'moor', 'store'))).toThrow(expect.objectContaining({ kind: 'unsafe' }));
  });
});

describe('a folder', () => {
  it('that cannot be synced is a storage fault with its errno', () => {
    const path = join(temporaryFolder(), 'nowhere');
    expect(() => syncFolder(path)).toThrow(
      expect.objectContaining({ kind: 'storage', details: { operation: 'sync', path, errno: 'ENOENT' } }),
    );
  });

  it('of another user is to be given to us', () => {
    const own = temporaryFolder();
    // Only root can give a folder away; for everyone else there is one that is not theirs.
    const foreign = process.getuid?.() === 0 ? own : '/';
    if (foreign === own) chownSync(own, 54_321, 54_321);
    expect(() => checkFolder(foreign)).toThrow(
      expect.objectContaining({ kind: 'unsafe', hints: [`sudo chown "$(id -u)" ${foreign}`] }),
    );
  });

  it('that others can write to is to be closed to them', () => {
    const path = join(temporaryFolder(), "the moor's");
    ensureFolder(path);
    chmodSync(path, 0o777);
    expect(() => checkFolder(path)).toThrow(
      expect.objectContaining({ hints: [`chmod go-w '${path.replace("'", "'\\''")}'`] }),
    );
  });
});

describe('a fault', () => {
  it('that is the cause of another one hands on its errno', () => {
    const cause = storageFault({
      operation: 'sync',
      path: '/moor',
      cause: Object.assign(new Error(), { code: 'EIO' }),
    });
    expect(errnoOf(cause)).toBe('EIO');
    expect(storageFault({ operation: 'append', path: '/moor/1', cause }).details['errno']).toBe('EIO');
  });
});
