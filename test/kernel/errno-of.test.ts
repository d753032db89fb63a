import { describe, expect, it } from 'vitest';
import { errnoOf, sayErrno, saysAbsent } from '../../src/kernel/errno-of.ts';
import { LoomError } from '../../src/kernel/loom-error.ts';

const failed = (code: string) => Object.assign(new Error(code), { code });
const fault = (details: Record<string, unknown>) =>
  new LoomError({ kind: 'storage', code: 'storage-failed', message: 'no', details });

describe('the number of a system error', () => {
  it('is read from the error, or from the fault that tells of it', () => {
    expect([errnoOf(failed('EIO')), errnoOf(fault({ errno: 'EROFS' }))]).toEqual(['EIO', 'EROFS']);
  });

  it('is none of anything else, for which there are words', () => {
    for (const error of [fault({}), new Error('x'), 'EIO', undefined, null]) {
      expect([errnoOf(error), sayErrno(error)]).toEqual(['', 'unknown error']);
    }
  });

  it('says that nothing is there only where a name leads nowhere', () => {
    const absent = ['ENOENT', 'ENOTDIR', 'EACCES', 'EIO', 'ELOOP', 'EPERM'].filter((code) => saysAbsent(failed(code)));
    expect(absent).toEqual(['ENOENT', 'ENOTDIR']);
  });
});
