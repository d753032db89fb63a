import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, lstatSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { opensToOthers } from '../../src/journal/access-list.ts';
import { pathFault } from '../../src/journal/file-access.ts';
import { openSafely } from '../../src/journal/safe-fs.ts';
import { verifyStore } from '../../src/journal/verify.ts';
import { append, renamed } from '../contract/journal-contract.ts';
import { openJournal, sha256, temporaryFolder, temporaryStore } from './journal-fixture.ts';

/** A list as Linux stores it: version 2, then `tag:permissions` pairs. */
function list(...entries: readonly (readonly [number, number])[]): Uint8Array {
  const bytes = Buffer.alloc(4 + entries.length * 8);
  bytes.writeUInt32LE(2, 0);
  for (const [index, [tag, permissions]] of entries.entries()) {
    bytes.writeUInt16LE(tag, 4 + index * 8);
    bytes.writeUInt16LE(permissions, 6 + index * 8);
  }
  return bytes;
}

const [OWNER, USER, OWN_GROUP, GROUP, MASK, OTHERS] = [0x01, 0x02, 0x04, 0x08, 0x10, 0x20] as const;

describe('an access control list', () => {
  it('opens a file when it names somebody and its mask lets any of that through', () => {
    expect(opensToOthers(list([OWNER, 6], [USER, 4], [OWN_GROUP, 0], [MASK, 4], [OTHERS, 0]))).toBe(true);
    expect(opensToOthers(list([OWNER, 7], [OWN_GROUP, 0], [GROUP, 5], [MASK, 7], [OTHERS, 0]))).toBe(true);
  });

  it('opens nothing by a mask of nothing, by entries without permissions, or without names', () => {
    expect(opensToOthers(list([OWNER, 6], [USER, 7], [OWN_GROUP, 0], [MASK, 0], [OTHERS, 0]))).toBe(false);
    expect(opensToOthers(list([OWNER, 6], [USER, 0], [OWN_GROUP, 4], [MASK, 4], [OTHERS, 0]))).toBe(false);
    expect(opensToOthers(list([OWNER, 6], [OWN_GROUP, 4], [OTHERS, 4]))).toBe(false);
    expect(opensToOthers(new Uint8Array())).toBe(false);
  });
});

const probing = probe();
const hasLists = setList(probing, '-m', 'u:54321:r');
rmSync(dirname(probing), { recursive: true });
if (!hasLists) process.stderr.write('skipped: setfacl is missing, or this file system has no access control lists\n');

function probe(): string {
  const path = join(mkdtempSync(join(tmpdir(), 'loom-acl-')), 'probe');
  writeFileSync(path, '');
  return path;
}

function setList(path: string, ...args: readonly string[]): boolean {
  return spawnSync('setfacl', [...args, path]).status === 0;
}

describe.skipIf(!hasLists)('a store that a list opens to another user', () => {
  it.each([
    ['the folder', '' as const, 'u:54321:rx'],
    ['the journal', 'journal' as const, 'g:54321:x'],
    ['a segment', 'journal/000001.jsonl' as const, 'u:54321:r'],
  ])('is not written to (%s), and told what mends it', async (_, name, entry) => {
    const layout = await temporaryStore();
    const path = join(layout.home, name);
    const write = () => append(openJournal(layout), renamed('heath'));
    await write();
    setList(path, '-m', entry);
    await expect(write()).rejects.toMatchObject({
      kind: 'unsafe',
      message: `${path} is opened to other users by an access control list`,
      hints: [`setfacl -b ${path}`],
    });
    const { findings } = await verifyStore({ layout, sha256 });
    expect(findings).toEqual([
      expect.objectContaining({ code: 'unsafe-owner-or-mode', fix: `setfacl -b ${path}`, severity: 'error' }),
    ]);
    setList(path, '-b');
    await write();
  });

  it('is written to once its mask is taken away: then the list gives nothing', async () => {
    const layout = await temporaryStore();
    setList(layout.home, '-m', 'u:54321:rwx');
    chmodSync(layout.home, 0o700);
    expect(await append(openJournal(layout), renamed('heath'))).toHaveLength(1);
  });

  it('gives nothing to new files below a folder whose list is inherited', () => {
    const folder = temporaryFolder();
    setList(folder, '-d', '-m', 'u:54321:rwx');
    const path = join(folder, 'segment');
    openSafely(path, 'create');
    expect(lstatSync(path).mode & 0o777).toBe(0o600);
    expect(pathFault(path)).toBeUndefined();
  });
});

describe('owner and mode', () => {
  it.skipIf(process.getuid?.() !== 0)(
    'of another user come before anything else, with the command that gives it back',
    () => {
      const path = temporaryFolder();
      chmodSync(path, 0o777);
      chownSync(path, 54_321, 54_321);
      expect(pathFault(path)).toEqual({
        code: 'foreign-owner',
        reason: 'belongs to another user',
        fix: `sudo chown "$(id -u)" ${path}`,
      });
    },
  );

  it('of a path that is not there say nothing', () => {
    expect(pathFault(join(temporaryFolder(), 'nowhere'))).toBeUndefined();
  });

  it('of a pipe others may write to are told without opening it', () => {
    const path = join(temporaryFolder(), 'pipe');
    if (spawnSync('mkfifo', ['-m', '666', path]).status !== 0) return;
    chmodSync(path, 0o666);
    expect(pathFault(path)).toMatchObject({ code: 'unsafe-mode', fix: `chmod go-w ${path}` });
  });
});
