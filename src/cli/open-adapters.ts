import { createHmac } from 'node:crypto';
import { isatty } from 'node:tty';
import type { AppContext } from '../app/context.ts';
import type { Journal } from '../app/ports/journal.ts';
import type { SearchIndex } from '../app/ports/search.ts';
import type { SessionId } from '../kernel/ids.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { makeOnce } from '../kernel/make-once.ts';
import type { Randomness } from '../kernel/sources.ts';
import type { SecretRedactor } from '../redaction/redactor.ts';
import type { SearchIndexOptions } from '../search-index/open-search-index.ts';
import type { OpenAppOptions } from './composition.ts';
import { type IdentityFault, identityWarnings } from './identity-warnings.ts';
import { writeNotice } from './output.ts';
import { readOutputMode } from './output-mode.ts';
import { mintWith, sha256, systemClock, systemRandomness } from './system-sources.ts';

/** The parts of the context that are adapters. */
export type Adapters = Pick<
  AppContext,
  | 'storeId'
  | 'journal'
  | 'transcripts'
  | 'readModel'
  | 'openSearch'
  | 'pages'
  | 'redactor'
  | 'importers'
  | 'importerFor'
  | 'sources'
  | 'probe'
  | 'snapshots'
  | 'processes'
  | 'keyedDigest'
>;

interface StoreIdentity {
  readonly id: string;
  readonly key: Uint8Array;
  /** There is a store on disk; without one a reading command works on an empty store in memory. */
  readonly present: boolean;
}

const hmac = (key: Uint8Array, text: string): Uint8Array => createHmac('sha256', key).update(text).digest();

function tellFaults(faults: readonly IdentityFault[], done: 'read' | 'made'): void {
  for (const words of identityWarnings(faults, done)) writeNotice(`Warning: ${words}\n`);
}

/** An empty store in memory; its key is drawn when something is to be redacted. */
function noStore(randomness: Randomness): StoreIdentity {
  const key = makeOnce(() => randomness(32));
  return {
    id: 'none',
    get key() {
      return key();
    },
    present: false,
  };
}

async function openIdentity(options: OpenAppOptions, randomness: Randomness): Promise<StoreIdentity> {
  const { openOrCreateStore, openStore } = await import('../journal/store-file.ts');
  const { storeLayout } = await import('../journal/store-layout.ts');
  const { pathFault } = await import('../journal/file-access.ts');
  const layout = storeLayout(options.paths.store);
  const allowNetworkFs = options.env['LOOM_ALLOW_NETWORK_FS'] === '1';
  if (options.write === true) {
    const mintEventId = mintWith(systemClock, randomness);
    const store = await openOrCreateStore({ layout, clock: systemClock, randomness, mintEventId, allowNetworkFs });
    tellFaults(store.faults, 'made');
    return { ...store, present: true };
  }
  const fault = pathFault(layout.home);
  if (fault !== undefined)
    writeNotice(`Warning: the store ${fault.reason}; nothing is written to it until that is mended: loom doctor\n`);
  const store = openStore(layout, { allowNetworkFs });
  if (store === undefined) return noStore(randomness);
  tellFaults(store.faults, 'read');
  return { ...store, present: true };
}

async function openJournal(
  options: OpenAppOptions,
  identity: StoreIdentity,
  unlinkErased: (sessions: readonly SessionId[]) => void,
): Promise<Journal> {
  const mintEventId = mintWith(systemClock, systemRandomness());
  if (!identity.present) {
    const { createMemoryJournal } = await import('../journal/memory-journal.ts');
    return createMemoryJournal({ sha256, clock: systemClock, mintEventId });
  }
  const { openFileJournal } = await import('../journal/file-journal.ts');
  const { storeLayout } = await import('../journal/store-layout.ts');
  return openFileJournal({
    layout: storeLayout(options.paths.store),
    sha256,
    clock: systemClock,
    mintEventId,
    unlinkErased,
  });
}

/** Progress for people: a pipe or a log needs none. */
function tellSlowIndex(work: 'building' | 'updating'): void {
  if (!isatty(2) || readOutputMode(process.argv.slice(2)).quiet) return;
  writeNotice(`${work === 'building' ? 'Building' : 'Updating'} the index…\n`);
}

/** LOOM_DISABLED: what writes is refused, what reads says so. */
function heedDisabled({ env, write }: OpenAppOptions): void {
  const value = env['LOOM_DISABLED'];
  if (value === undefined || value === '' || value === '0') return;
  if (write === true) {
    throw new LoomError({
      kind: 'refused',
      code: 'loom-disabled',
      message: 'LOOM_DISABLED is set: loom keeps nothing',
      hints: ['unset LOOM_DISABLED'],
    });
  }
  writeNotice('Warning: LOOM_DISABLED is set: loom keeps nothing\n');
}

type StoreAdapters = Pick<Adapters, 'journal' | 'transcripts' | 'readModel' | 'openSearch' | 'pages' | 'importerFor'>;

interface StoreParts {
  readonly identity: StoreIdentity;
  readonly randomness: Randomness;
  readonly redactor: SecretRedactor;
}

/** Journal, transcripts and read model; an erasure reaches all three. */
async function openStoreAdapters(options: OpenAppOptions, parts: StoreParts): Promise<StoreAdapters> {
  const { identity, randomness, redactor } = parts;
  const { openTranscripts } = await import('../transcripts/kept-transcripts.ts');
  const { openReadModel } = await import('../search-index/open-read-model.ts');
  const { importerFor } = await import('../importers/registry.ts');
  const { storeLayout } = await import('../journal/store-layout.ts');
  const { isMaskingUnfinished } = await import('../journal/mask-intent.ts');
  const layout = storeLayout(options.paths.store);
  const { transcriptsDir, blobsDir } = layout;
  // No index is kept of what is masked in part.
  const indexDir = identity.present && !isMaskingUnfinished(layout) ? layout.indexDir : null;
  const transcripts = openTranscripts({ transcriptsDir, blobsDir, redactor, sha256 });
  const late: { dropIndex: () => void } = { dropIndex: () => undefined };
  const journal = await openJournal(options, identity, (sessions) => {
    for (const session of sessions) transcripts.erase(session);
    late.dropIndex();
  });
  const readModel = openReadModel({
    journal,
    transcripts,
    importerFor,
    folder: indexDir,
    storeId: identity.id,
    sha256,
    mint: mintWith(systemClock, randomness),
    now: systemClock,
    onNotice: (message) => writeNotice(`Warning: ${message}\n`),
    onSlow: tellSlowIndex,
    ...(options.busyMillis === undefined ? {} : { busyMillis: options.busyMillis }),
  });
  late.dropIndex = () => readModel.drop();
  const openSearch = searchOpener({
    folder: indexDir,
    mint: mintWith(systemClock, randomness),
  });
  const pages = await openPages(options, identity);
  return { journal, transcripts, readModel, openSearch, pages, importerFor };
}

async function openPages(options: OpenAppOptions, { present }: StoreIdentity): Promise<AppContext['pages']> {
  const { storeLayout } = await import('../journal/store-layout.ts');
  if (present)
    return (await import('../journal/digest-pages.ts')).openDigestPages(storeLayout(options.paths.store).projectsDir);
  return (await import('../journal/memory-digest-pages.ts')).createMemoryPages();
}

/** One search index for the invocation, loaded at the first search. */
function searchOpener(parts: Pick<SearchIndexOptions, 'folder' | 'mint'>): AppContext['openSearch'] {
  let opened: Promise<SearchIndex> | undefined;
  const open = async (): Promise<SearchIndex> => {
    const { openSearchIndex } = await import('../search-index/open-search-index.ts');
    const onNotice = (message: string): void => writeNotice(`Warning: ${message}\n`);
    return openSearchIndex({ ...parts, now: systemClock, onNotice, onSlow: tellSlowIndex });
  };
  return () => {
    opened ??= open();
    return opened;
  };
}

/** Opens every adapter of the store; a command that writes makes the store when there is none. */
export async function openAdapters(options: OpenAppOptions): Promise<Adapters> {
  heedDisabled(options);
  const randomness = systemRandomness();
  const identity = await openIdentity(options, randomness);
  const { openRedactor } = await import('./open-redactor.ts');
  const { allImporters } = await import('../importers/registry.ts');
  const { createSourceReader } = await import('../importers/source-reader.ts');
  const { OpenDatabases } = await import('../sqlite/foreign-database-file.ts');
  const { createPlaceProbe } = await import('../project/probe-place.ts');
  const { createSnapshots } = await import('../project/snapshots.ts');
  const { createProcesses } = await import('../project/processes.ts');
  const redactor = await openRedactor({
    get key() {
      return identity.key;
    },
    env: options.env,
    paths: options.paths,
  });
  const probe = createPlaceProbe({ env: options.env, cwd: options.cwd });
  const keyedDigest = (text: string): string => {
    const digest = Buffer.from(hmac(identity.key, `digest\0${text}`));
    return digest.subarray(0, 16).toString('base64url');
  };
  const { env, cwd } = options;
  return {
    storeId: identity.id,
    ...(await openStoreAdapters(options, { identity, randomness, redactor })),
    redactor,
    get importers() {
      return allImporters();
    },
    sources: createSourceReader(new OpenDatabases()),
    probe,
    snapshots: createSnapshots({ env, cwd, clock: systemClock, probe, redactor, keyedDigest }),
    processes: createProcesses(),
    keyedDigest,
  };
}
