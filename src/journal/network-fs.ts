import { statfsSync } from 'node:fs';
import { errnoOf } from '../kernel/errno-of.ts';
import { storageFault, unsafePath } from './safe-fs.ts';

/** `f_type` of file systems whose locks or syncs are somebody else's promise. */
const NETWORK_TYPES: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xfe534d42, 'SMB2'],
  [0xff534d42, 'CIFS'],
  [0x01021997, '9p'],
  [0x65735546, 'FUSE'],
  [0x5346414f, 'AFS'],
  [0x73757245, 'Coda'],
  [0x00c36400, 'Ceph'],
  [0x0bd00bd0, 'Lustre'],
  [0x786f4256, 'vboxsf'],
]);

/** Name of the network file system that a folder lies on; `undefined` for a local one, or when the OS does not tell. */
export function networkFsOf(folder: string): string | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    return NETWORK_TYPES.get(statfsSync(folder).type);
  } catch (error) {
    if (errnoOf(error) === 'ENOSYS') return undefined;
    throw storageFault({ operation: 'statfs', path: folder, cause: error });
  }
}

/** Throws `unsafe` for a store on a network file system, unless a person vouches for it. */
export function refuseNetworkFs(home: string, allowed: boolean): void {
  const name = allowed ? undefined : networkFsOf(home);
  if (name === undefined) return;
  throw unsafePath(home, `lies on a network file system (${name}), where locks and syncs cannot be relied on`, [
    'keep the store on a local disk: set LOOM_HOME',
    'LOOM_ALLOW_NETWORK_FS=1 takes the risk',
  ]);
}
