import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { LoomError } from '../kernel/loom-error.ts';

interface Addon {
  /** Throws with code `EAGAIN` when another holder has the lock. */
  tryLock(fd: number, offset: number, length: number, exclusive: boolean): void;
}

interface Wrapper {
  tryLock(fd: number): boolean;
}

const PACKAGE = 'fs-native-extensions';

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
  // In a CommonJS bundle there is no import.meta; the packages lie beside the bundle's own folder either way.
  const anchor = typeof __filename === 'string' ? __filename : import.meta.url;
  const load = createRequire(anchor);
  return loadPrebuilt(load) ?? loadWrapper(load);
}

/** The package's own JavaScript costs many times the addon, so the prebuilt file is loaded directly where there is one. */
function loadPrebuilt(load: NodeJS.Require): ((fd: number) => boolean) | undefined {
  let addon: Addon;
  try {
    const root = dirname(load.resolve(`${PACKAGE}/package.json`));
    addon = load(join(root, 'prebuilds', `${process.platform}-${process.arch}`, `${PACKAGE}.node`)) as Addon;
  } catch {
    return undefined;
  }
  return (fd) => {
    try {
      addon.tryLock(fd, 0, 0, true);
      return true;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === 'EAGAIN' || code === 'EACCES' || code === 'EBUSY') return false;
      throw error;
    }
  };
}

function loadWrapper(load: NodeJS.Require): (fd: number) => boolean {
  try {
    const wrapper = load(PACKAGE) as Wrapper;
    return (fd) => wrapper.tryLock(fd);
  } catch (error) {
    throw new LoomError({
      kind: 'storage',
      code: 'lock-unavailable',
      message: `no file lock for ${process.platform}-${process.arch}: the package ${PACKAGE} could not be loaded`,
      cause: error,
    });
  }
}
