import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, readFileSync } from 'node:fs';
import { formatInstant } from '../kernel/instant.ts';
import { LoomError } from '../kernel/loom-error.ts';
import type { Clock, MintEventId, Randomness } from '../kernel/sources.ts';
import { firstLineOf, holdsHistory } from './journal-start.ts';
import { refuseNetworkFs } from './network-fs.ts';
import { checkFolder, ensureFolder, openSafely, replaceFile, storageFault, syncFolder } from './safe-fs.ts';
import type { StoreLayout } from './store-layout.ts';
import { storeFolders } from './store-layout.ts';
import { acquireWriterLock } from './writer-lock.ts';

/** The layout of files that this loom reads and writes. */
const STORE_FORMAT = 1;

const KEY_BYTES = 32;
const FORMAT_TEXT_LIMIT = 4096;
/** Stand for a store that shows neither; never written. */
const UNKNOWN_ID = '0'.repeat(26);
const UNKNOWN_TIME = '1970-01-01T00:00:00.000Z';

/** What is wrong with a file that says which store this is. */
export interface IdentityFault {
  readonly file: 'store.json' | 'key';
  readonly fault: 'missing' | 'damaged';
}

/** What `store.json` says. */
export interface StoreFile {
  readonly format: number;
  readonly id: string;
  readonly createdAt: string;
}

export interface OpenedStore extends StoreFile {
  /** 32 random bytes for keyed digests; never printed or exported. A throw-away one when the store's own cannot be read. */
  readonly key: Uint8Array;
  /** Whether this call made the store. */
  readonly created: boolean;
  /** What the store lacked when it was opened; its history is in the journal all the same. */
  readonly faults: readonly IdentityFault[];
}

export interface OpenStore {
  /** `LOOM_ALLOW_NETWORK_FS=1`: a person vouches for the locks and syncs of this file system. */
  readonly allowNetworkFs?: boolean;
}

export interface CreateStore extends OpenStore {
  readonly layout: StoreLayout;
  readonly clock: Clock;
  readonly randomness: Randomness;
  readonly mintEventId: MintEventId;
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
  const store = parseStoreFile(text);
  if (store === undefined) throw damagedIdentity(layout, 'store.json');
  if (options.allowNewer !== true) refuseNewer(layout, store);
  return store;
}

function refuseNewer(layout: StoreLayout, { format }: StoreFile): void {
  if (format <= STORE_FORMAT) return;
  const message = `the store at ${layout.home} has format ${format}; this loom knows ${STORE_FORMAT}`;
  throw new LoomError({ kind: 'newer-format', code: 'newer-store', message, hints: ['update loom'] });
}

interface Identity {
  readonly text: Buffer | undefined;
  readonly store: StoreFile | undefined;
  readonly key: Buffer | undefined;
  readonly faults: readonly IdentityFault[];
}

function readIdentity(layout: StoreLayout): Identity {
  const text = readSmallFile(layout.storeFile);
  const store = text === undefined ? undefined : parseStoreFile(text);
  const bytes = readSmallFile(layout.keyFile);
  const key = bytes?.length === KEY_BYTES ? bytes : undefined;
  return { text, store, key, faults: [...faultOf('store.json', text, store), ...faultOf('key', bytes, key)] };
}

function faultOf(file: IdentityFault['file'], bytes: unknown, whole: unknown): readonly IdentityFault[] {
  if (whole !== undefined) return [];
  return [{ file, fault: bytes === undefined ? 'missing' : 'damaged' }];
}

/**
 * What is wrong with the two files that say which store this is; nothing where there is no store, nor for one of a newer
 * format. Throws `unsafe` for a link or another kind of file.
 */
export function identityFaults(layout: StoreLayout): readonly IdentityFault[] {
  const { text, faults } = readIdentity(layout);
  return text === undefined && !holdsHistory(layout) ? [] : faults;
}

/**
 * Opens a store that exists; `undefined` when there is none. Writes nothing. A store that lost `store.json` or its key is
 * opened for reading all the same: the journal is the truth. Its id then is the one that `store.json` still shows, else the
 * id of the journal's first line, so that every process names the same.
 */
export function openStore(layout: StoreLayout, options: OpenStore = {}): OpenedStore | undefined {
  const { text, store: said, key, faults } = readIdentity(layout);
  if (said !== undefined) refuseNewer(layout, said);
  const store = said ?? recalledStore(layout, text);
  if (store === undefined) return undefined;
  refuseNetworkFs(layout.home, options.allowNetworkFs === true);
  return { ...store, key: key ?? randomBytes(KEY_BYTES), created: false, faults };
}

function recalledStore(layout: StoreLayout, text: Buffer | undefined): StoreFile | undefined {
  if (text === undefined && !holdsHistory(layout)) return undefined;
  const first = firstLineOf(layout);
  const shown = /"id":"([0-9A-HJKMNP-TV-Z]{26})"/.exec(text?.toString('utf8') ?? '')?.[1];
  return { format: STORE_FORMAT, id: shown ?? first?.id ?? UNKNOWN_ID, createdAt: first?.recorded ?? UNKNOWN_TIME };
}

/** Opens the store, and makes it, or what it lacks, under the lock. Processes that do so at once agree on one. */
export async function openOrCreateStore(request: CreateStore): Promise<OpenedStore> {
  const { layout } = request;
  const existing = openStore(layout, request);
  // Before anything is made that goes beside the journal: what one user leaves there another cannot use.
  if (existing !== undefined) checkFolder(layout.home);
  if (existing !== undefined && isComplete(layout, existing)) return existing;
  refuseDamaged(layout, existing);
  ensureFolder(layout.home);
  refuseNetworkFs(layout.home, request.allowNetworkFs === true);
  const lock = await acquireWriterLock({ lockFile: layout.lockFile, wait: 10_000, progress: () => 0 });
  try {
    const found = openStore(layout, request);
    if (found !== undefined && isComplete(layout, found)) return found;
    refuseDamaged(layout, found);
    return completeStore(request, found);
  } finally {
    lock.release();
  }
}

function isComplete(layout: StoreLayout, { faults }: OpenedStore): boolean {
  return faults.length === 0 && existsSync(layout.journalDir);
}

/** What is damaged is set aside by a repair that somebody asked for, never overwritten in passing. */
function refuseDamaged(layout: StoreLayout, store: OpenedStore | undefined): void {
  const damaged = store?.faults.find(({ fault }) => fault === 'damaged');
  if (damaged !== undefined) throw damagedIdentity(layout, damaged.file);
}

function damagedIdentity(layout: StoreLayout, file: IdentityFault['file']): LoomError {
  const [path, code, what] =
    file === 'key'
      ? ([layout.keyFile, 'store-key-damaged', `is not a key of ${KEY_BYTES} bytes`] as const)
      : ([layout.storeFile, 'store-file-damaged', 'does not say what it holds'] as const);
  return new LoomError({
    kind: 'problem',
    code,
    message: `${path} ${what}`,
    hints: ['loom journal repair'],
    details: { path },
  });
}

/** Under the lock: makes what is missing. `store.json` comes last: where it is, everything is. */
export function completeStore(request: CreateStore, found: OpenedStore | undefined): OpenedStore {
  const { layout } = request;
  const lacks = (file: IdentityFault['file']) => found === undefined || found.faults.some((each) => each.file === file);
  for (const folder of storeFolders(layout)) ensureFolder(folder);
  if (lacks('key') && !existsSync(layout.keyFile)) replaceFile(layout.keyFile, [request.randomness(KEY_BYTES)]);
  const store = lacks('store.json') ? writeStoreFile(request, found) : found;
  syncFolder(layout.home);
  checkFolder(layout.home);
  const key = readSmallFile(layout.keyFile);
  if (store === undefined || key?.length !== KEY_BYTES) throw damagedIdentity(layout, 'key');
  return { ...store, key, created: found === undefined, faults: found?.faults ?? [] };
}

function writeStoreFile({ layout, clock, mintEventId }: CreateStore, found: StoreFile | undefined): StoreFile {
  const store: StoreFile = {
    format: STORE_FORMAT,
    id: found === undefined || found.id === UNKNOWN_ID ? mintEventId() : found.id,
    createdAt: found === undefined || found.createdAt === UNKNOWN_TIME ? formatInstant(clock()) : found.createdAt,
  };
  replaceFile(layout.storeFile, [Buffer.from(`${JSON.stringify(store)}\n`)]);
  return store;
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

function parseStoreFile(text: Buffer): StoreFile | undefined {
  if (text.length > FORMAT_TEXT_LIMIT) return undefined;
  try {
    const value: unknown = JSON.parse(text.toString('utf8'));
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
