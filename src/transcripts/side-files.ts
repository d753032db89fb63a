import { chmod, constants, fchmod, mkdir, open, write } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { ensureFolder, hasErrno, refuseOther, storageFault, takesOwnRights } from './durable-file.ts';

const makeFolder = promisify(mkdir);
const changeFolder = promisify(chmod);
const changeFile = promisify(fchmod);
const openPath = promisify(open);
const writeSome = promisify(write);

async function guarded<T>(operation: string, path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw storageFault(operation, path, error);
  }
}

/** Creates a folder in `root`, 0700, whose name needs a sync of `root`; beside whatever else the process does. */
export async function makeNamedFolder(path: string): Promise<void> {
  await guarded('create', path, async () => {
    try {
      await makeFolder(path, { mode: 0o700 });
    } catch (error) {
      if (!hasErrno(error, 'EEXIST', 'ENOENT')) throw error;
      if (hasErrno(error, 'EEXIST')) return refuseOther(path);
      ensureFolder(dirname(path));
      return makeNamedFolder(path);
    }
    if (takesOwnRights()) await changeFolder(path, 0o700);
  });
}

/** Creates a file that must not exist, 0600: so it is regular, with one link, and no link itself. */
export async function openNewFile(path: string): Promise<number> {
  return guarded('open', path, async () => {
    const flags = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
    const fd = await openPath(path, flags, 0o600);
    if (takesOwnRights()) await changeFile(fd, 0o600);
    return fd;
  });
}

/** Writes all bytes at a place of a file, however many calls it takes. */
export async function writeBytes(file: { readonly fd: number; readonly path: string }, bytes: Uint8Array, at: number) {
  await guarded('write', file.path, async () => {
    let done = 0;
    while (done < bytes.length) {
      const { bytesWritten } = await writeSome(file.fd, bytes, done, bytes.length - done, at + done);
      done += bytesWritten;
    }
  });
}
