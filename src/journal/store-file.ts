import { closeSync, existsSync, readFileSync, statfsSync } from 'node:fs';
import { formatInstant } from '../kernel/instant.ts';
import { LoomError } from '../kernel/loom-error.ts';
import type { Clock, MintEventId, Randomness } from '../kernel/sources.ts';
import {
  checkFolder,
  ensureFolder,
  errnoOf,
  openSafely,
  replaceFile,
  storageFault,
  syncFolder,
  unsafePath,
} from './safe-fs.ts';
import type { StoreLayout } from './store-layout.ts';
import { storeFolders } from './store-layout.ts';
import { acquireWriterLock } from './writer-lock.ts';

/** The layout of files that this loom reads and writes. */
const STORE_FORMAT = 1;

const KEY_BYTES = 32;
const FORMAT_TEXT_LIMIT = 4096;

/** What `store.json` says. */
export interface StoreFile {
  readonly format: number;
  readonly id: string;
  readonly createdAt: string;
}

export interface OpenedStore extends StoreFile {
  /** 32 random bytes for keyed digests; never printed or exported. */
  readonly key: Uint8Array;
  /** Whether this call made the store. */
  readonly created: boolean;
}

export interface CreateStore {
  readonly layout: StoreLayout;
  readonly clock: Clock;
  readonly randomness: Randomness;
  readonly mintEventId: MintEventId;
  /** `LOOM_ALLOW_NETWORK_FS=1`: a person vouches for the locks and syncs of this file system. */
  readonly allowNetworkFs?: boolean;
}

/**
 * Reads `store.json`; `undefined` when there is no store. Throws `newer-format` for a format this loom does not know, unless
 * asked to tell it, and `problem` when the file says nothing readable.
 */
export function readStoreFile(
  layout: StoreLayout,
  options: { readonly allowNewer?: boolean } = {},
): StoreFile | undefined {
  const text = readSmallFile(layout.storeFile);
  if (text === undefined) return undefined;
  const store = parseStoreFile(text.toString('utf8'));
  if (store === undefined) {
    const message = `${layout.storeFile} does not say what it holds`;
    throw new LoomError({ kind: 'problem', code: 'store-file-damaged', message, details: { path: layout.storeFile } });
  }
  if (store.format > STORE_FORMAT && options.allowNewer !== true) {
    const message = `the store at ${layout.home} has format ${store.format}; this loom knows ${STORE_FORMAT}`;
    throw new LoomError({ kind: 'newer-format', code: 'newer-store', message, hints: ['update loom'] });
  }
  return store;
}

/** Reads the store's key; throws `problem` when it is missing or cut. */
function readStoreKey(layout: StoreLayout): Uint8Array {
  const key = readSmallFile(layout.keyFile);
  if (key?.length === KEY_BYTES) return key;
  const message = `${layout.keyFile} is not a key of ${KEY_BYTES} bytes`;
  throw new LoomError({ kind: 'problem', code: 'store-key-damaged', message, details: { path: layout.keyFile } });
}

/** Opens a store that exists; `undefined` when there is none. Writes nothing. */
export function openStore(
  layout: StoreLayout,
  options: { readonly allowNetworkFs?: boolean } = {},
): OpenedStore | undefined {
  const store = readStoreFile(layout);
  if (store === undefined) return undefined;
  refuseNetworkFs(layout.home, options.allowNetworkFs === true);
  return { ...store, key: readStoreKey(layout), created: false };
}

/** Opens the store, and makes it under the lock when there is none. Processes that do so at once agree on one. */
export async function openOrCreateStore(request: CreateStore): Promise<OpenedStore> {
  const { layout } = request;
  const existing = openStore(layout, request);
  if (existing !== undefined) return existing;
  ensureFolder(layout.home);
  refuseNetworkFs(layout.home, request.allowNetworkFs === true);
  const lock = await acquireWriterLock({ lockFile: layout.lockFile, wait: 10_000, progress: () => 0 });
  try {
    return openStore(layout, request) ?? createStore(request);
  } finally {
    lock.release();
  }
}

/** Under the lock. `store.json` comes last: where it is, everything is. */
function createStore(request: CreateStore): OpenedStore {
  const { layout } = request;
  for (const folder of storeFolders(layout)) ensureFolder(folder);
  if (!existsSync(layout.keyFile)) replaceFile(layout.keyFile, [request.randomness(KEY_BYTES)]);
  const store: StoreFile = {
    format: STORE_FORMAT,
    id: request.mintEventId(),
    createdAt: formatInstant(request.clock()),
  };
  replaceFile(layout.storeFile, [Buffer.from(`${JSON.stringify(store)}\n`)]);
  syncFolder(layout.home);
  checkFolder(layout.home);
  return { ...store, key: readStoreKey(layout), created: true };
}

function readSmallFile(path: string): Buffer | undefined {
  let fd: number;
  try {
    fd = openSafely(path, 'read');
  } catch (error) {
    if (error instanceof LoomError && error.details['errno'] === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return readFileSync(fd);
  } catch (error) {
    throw storageFault({ operation: 'read', path, cause: error });
  } finally {
    closeSync(fd);
  }
}

function parseStoreFile(text: string): StoreFile | undefined {
  if (text.length > FORMAT_TEXT_LIMIT) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return undefined;
    const { format, id, createdAt } = value as Record<string, unknown>;
    if (!Number.isInteger(format) || (format as number) < 1) return undefined;
    // A newer format may say the rest in other words.
    if ((format as number) <= STORE_FORMAT && (typeof id !== 'string' || typeof createdAt !== 'string'))
      return undefined;
    return { format: format as number, id: String(id), createdAt: String(createdAt) };
  } catch {
    return undefined;
  }
}

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

function refuseNetworkFs(home: string, allowed: boolean): void {
  const name = allowed ? undefined : networkFsOf(home);
  if (name === undefined) return;
  throw unsafePath(home, `lies on a network file system (${name}), where locks and syncs cannot be relied on`, [
    'keep the store on a local disk: set LOOM_HOME',
    'LOOM_ALLOW_NETWORK_FS=1 takes the risk',
  ]);
}
