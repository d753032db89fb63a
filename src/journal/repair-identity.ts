import { renameSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Randomness } from '../kernel/sources.ts';
import { ensureFolder, storageFault, syncFolder } from './safe-fs.ts';
import type { AppendContext } from './segment-writer.ts';
import { completeStore, type IdentityFault, openStore } from './store-file.ts';
import type { StoreLayout } from './store-layout.ts';
import { acquireWriterLock } from './writer-lock.ts';

export interface IdentityRepair {
  /** What was damaged or missing, and is made anew. */
  readonly files: readonly IdentityFault[];
  /** Folder under quarantine/ with the damaged files as they were; `null` when nothing was set aside. */
  readonly quarantine: string | null;
}

export type IdentityContext = Pick<AppendContext, 'layout' | 'clock' | 'mintEventId'> & {
  readonly randomness: Randomness;
};

/**
 * Makes `store.json` and the key anew where they are damaged or missing; a damaged one is set aside first. Killed in between,
 * it leaves a store that lacks the file, which the next writer completes. Changes nothing in a whole store.
 */
export async function repairIdentity(context: IdentityContext): Promise<IdentityRepair> {
  const { layout } = context;
  const lock = await acquireWriterLock({ lockFile: layout.lockFile, wait: 10_000, progress: () => 0 });
  try {
    const found = openStore(layout, { allowNetworkFs: true });
    const files = found?.faults ?? [];
    if (found === undefined || files.length === 0) return { files: [], quarantine: null };
    const damaged = files.filter(({ fault }) => fault === 'damaged');
    const quarantine = damaged.length === 0 ? null : setAside(context, damaged);
    completeStore(context, found);
    return { files, quarantine };
  } finally {
    lock.release();
  }
}

function setAside({ layout, mintEventId }: IdentityContext, damaged: readonly IdentityFault[]): string {
  ensureFolder(layout.quarantineDir);
  const folder = join(layout.quarantineDir, mintEventId().toLowerCase());
  ensureFolder(folder);
  for (const { file } of damaged) moveFile(identityPath(layout, file), join(folder, file));
  for (const each of [folder, layout.quarantineDir, layout.home]) syncFolder(each);
  return relative(layout.home, folder);
}

function moveFile(path: string, to: string): void {
  try {
    renameSync(path, to);
  } catch (cause) {
    throw storageFault({ operation: 'rename', path, cause });
  }
}

/** Path of one of the files that say which store this is. */
export function identityPath(layout: StoreLayout, file: IdentityFault['file']): string {
  return file === 'key' ? layout.keyFile : layout.storeFile;
}
