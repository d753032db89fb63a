import { LoomError } from '../kernel/loom-error.ts';
import { ADDON_PACKAGE, type NativeAddon, prebuiltAddon, requirePackage } from './native-addon.ts';

interface Wrapper {
  tryLock(fd: number): boolean;
}

let loaded: ((fd: number) => boolean) | undefined;

/**
 * Tries to take the kernel's exclusive lock on an open file, without waiting. The lock belongs to the open file: closing it,
 * also by dying, releases it, and a second open of the same process is refused like any other.
 */
export function tryFileLock(fd: number): boolean {
  loaded ??= loadLock();
  return loaded(fd);
}

function loadLock(): (fd: number) => boolean {
  const addon = prebuiltAddon();
  return addon === undefined ? loadWrapper() : (fd) => lockWith(addon, fd);
}

function lockWith(addon: NativeAddon, fd: number): boolean {
  try {
    addon.tryLock(fd, 0, 0, true);
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EAGAIN' || code === 'EACCES' || code === 'EBUSY') return false;
    throw error;
  }
}

function loadWrapper(): (fd: number) => boolean {
  try {
    const wrapper = requirePackage()(ADDON_PACKAGE) as Wrapper;
    return (fd) => wrapper.tryLock(fd);
  } catch (error) {
    throw new LoomError({
      kind: 'storage',
      code: 'lock-unavailable',
      message: `no file lock for ${process.platform}-${process.arch}: the package ${ADDON_PACKAGE} could not be loaded`,
      cause: error,
    });
  }
}
