import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { makeOnce } from '../kernel/make-once.ts';

/** Of the package whose lock and attributes loom uses, what its prebuilt file gives. */
export interface NativeAddon {
  /** Throws with code `EAGAIN` when another holder has the lock. */
  tryLock(fd: number, offset: number, length: number, exclusive: boolean): void;
  /** `null` for an attribute that is not there; throws where the file system has none. */
  getAttrSync(fd: number, name: string): ArrayBuffer | null;
}

export const ADDON_PACKAGE = 'fs-native-extensions';

/** The `require` of this program: in a CommonJS bundle there is no import.meta; the packages lie beside the bundle's folder. */
export function requirePackage(): NodeJS.Require {
  return typeof require === 'function' ? require : createRequire(import.meta.url);
}

/** The package's own JavaScript costs many times the addon, so the prebuilt file is loaded; `undefined` where there is none. */
export const prebuiltAddon = makeOnce((): NativeAddon | undefined => {
  try {
    const load = requirePackage();
    const root = dirname(load.resolve(`${ADDON_PACKAGE}/package.json`));
    const file = join(root, 'prebuilds', `${process.platform}-${process.arch}`, `${ADDON_PACKAGE}.node`);
    return load(file) as NativeAddon;
  } catch {
    return undefined;
  }
});
