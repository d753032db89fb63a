import { existsSync, rmSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { namesIn, replaceFile, storageFault, syncFolder } from './safe-fs.ts';
import type { StoreLayout } from './store-layout.ts';

/** Whether masking was begun and not finished: what is there is masked in part, and no index of it may be kept. */
export function isMaskingUnfinished(layout: StoreLayout): boolean {
  return existsSync(layout.maskIntentFile);
}

/** Makes durable that masking begins; only under the lock, before anything changes. */
export function beginMasking(layout: StoreLayout): void {
  replaceFile(layout.maskIntentFile, [Buffer.from('{"v":1}\n')]);
}

/** Removes every index and says that everything is masked; only under the lock, last of all. */
export function endMasking(layout: StoreLayout): void {
  try {
    // A process that only finishes what another began keeps no index, and so drops none.
    for (const name of namesIn(layout.indexDir)) rmSync(join(layout.indexDir, name), { recursive: true, force: true });
    unlinkSync(layout.maskIntentFile);
    syncFolder(layout.home);
  } catch (error) {
    throw storageFault({ operation: 'unlink', path: layout.maskIntentFile, cause: error });
  }
}
