import { chmodSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSourceReader } from '../../src/importers/source-reader.ts';
import { removeFolder } from '../support/remove-folder.ts';

const sources = createSourceReader({
  open: (path) => ({ path, code: 'unreadable', message: 'is no database' }),
  stampOf: () => '',
  isSettled: () => false,
  release: () => undefined,
});

function openFolder(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'loom-look-')));
  onTestFinished(() => removeFolder(root));
  return root;
}

describe('what is at a path', () => {
  it('is a file, a folder, or a link that leads to one', () => {
    const root = openFolder();
    writeFileSync(join(root, 'file'), '');
    symlinkSync('file', join(root, 'link'));
    expect([root, join(root, 'file'), join(root, 'link')].map((path) => sources.look(path))).toEqual(
      Array(3).fill('there'),
    );
  });

  it('is nothing only where the system says so', () => {
    const root = openFolder();
    writeFileSync(join(root, 'file'), '');
    for (const path of [join(root, 'nowhere'), join(root, 'file', 'below')])
      expect([sources.look(path), sources.exists(path)]).toEqual(['absent', false]);
  });

  it('is told where it is a link in a circle, or one that leads nowhere', () => {
    const root = openFolder();
    symlinkSync('circle', join(root, 'circle'));
    symlinkSync('unplugged', join(root, 'disk'));
    for (const name of ['circle', 'disk']) {
      const path = join(root, name);
      expect(sources.look(path)).toMatchObject({ path, code: 'broken-link' });
      expect(sources.exists(path)).toBe(true);
    }
  });

  it('is told where a folder on its way is a link that leads nowhere, such as to a disk that is unplugged', () => {
    const root = openFolder();
    mkdirSync(join(root, 'plugged'));
    symlinkSync('unplugged', join(root, 'disk'));
    symlinkSync('plugged', join(root, 'other'));
    const path = join(root, 'disk', 'agent', 'sessions');
    expect(sources.look(path)).toMatchObject({ path, code: 'broken-link' });
    expect(sources.exists(path)).toBe(true);
    expect(sources.look(join(root, 'other', 'agent', 'sessions'))).toBe('absent');
  });

  it('is told where the system does not let anybody look', () => {
    const path = join(openFolder(), 'x'.repeat(300));
    expect(sources.look(path)).toMatchObject({
      path,
      code: 'unreadable',
      message: 'cannot be looked at (ENAMETOOLONG)',
    });
  });

  it.skipIf(process.getuid?.() === 0)('is told where the folder around it is closed (root may look everywhere)', () => {
    const root = openFolder();
    mkdirSync(join(root, 'closed'));
    chmodSync(join(root, 'closed'), 0);
    const path = join(root, 'closed', 'sessions');
    expect(sources.look(path)).toMatchObject({ path, code: 'unreadable', message: 'cannot be looked at (EACCES)' });
    expect(sources.exists(path)).toBe(true);
    chmodSync(join(root, 'closed'), 0o700);
  });
});
