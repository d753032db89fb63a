import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { networkFsOf, refuseNetworkFs } from '../../src/journal/network-fs.ts';
import { syncFolder } from '../../src/journal/safe-fs.ts';

/** What the next calls of the system come to; none of these file systems can be mounted in a test. */
const asked: { type?: number; fault?: string } = {};

function failIfAsked(): void {
  if (asked.fault !== undefined) throw Object.assign(new Error(asked.fault), { code: asked.fault });
}

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  return {
    ...fs,
    statfsSync: (path: string) => {
      failIfAsked();
      return asked.type === undefined ? fs.statfsSync(path) : { type: asked.type };
    },
    fsyncSync: (fd: number) => {
      failIfAsked();
      fs.fsyncSync(fd);
    },
  };
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loom-odd-'));
});
afterEach(() => {
  delete asked.type;
  delete asked.fault;
  rmSync(folder, { recursive: true });
});

describe.skipIf(process.platform !== 'linux')('a store on a file system of another machine', () => {
  it.each([
    ['NFS', 0x6969],
    ['SMB2', 0xfe534d42],
    ['9p', 0x01021997],
    ['FUSE', 0x65735546],
  ])('%s is refused, unless a person takes the risk', (name, type) => {
    asked.type = type;
    expect(() => refuseNetworkFs(folder, false)).toThrow(
      expect.objectContaining({ kind: 'unsafe', message: expect.stringContaining(`(${name})`) }),
    );
    expect(() => refuseNetworkFs(folder, true)).not.toThrow();
  });

  it('is told from a local one, and from a system that does not say', () => {
    asked.type = 0xef53;
    expect(networkFsOf(folder)).toBeUndefined();
    delete asked.type;
    asked.fault = 'ENOSYS';
    expect(networkFsOf(folder)).toBeUndefined();
    asked.fault = 'EIO';
    expect(() => networkFsOf(folder)).toThrow(expect.objectContaining({ kind: 'storage' }));
  });
});

describe.skipIf(process.platform === 'win32')('a file system that cannot sync folders', () => {
  it.each(['EINVAL', 'ENOTSUP'])('is written to all the same (%s)', (errno) => {
    asked.fault = errno;
    expect(() => syncFolder(folder)).not.toThrow();
  });

  it('is not taken for one whose sync failed', () => {
    asked.fault = 'EIO';
    expect(() => syncFolder(folder)).toThrow(expect.objectContaining({ kind: 'storage' }));
  });
});
