import { join } from 'node:path';
import { isatty } from 'node:tty';
import type { AppContext } from '../app/context.ts';
import type { Journal } from '../app/ports/journal.ts';
import type { SessionId } from '../kernel/ids.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { makeOnce } from '../kernel/make-once.ts';
import type { Randomness } from '../kernel/sources.ts';
import type { SecretRedactor } from '../redaction/redactor.ts';
import type { OpenAppOptions } from './composition.ts';
import { type IdentityFault, identityWarnings } from './identity-warnings.ts';
import { keyedDigestWith } from './keyed-digest.ts';
import {
  createPlaceProbe,
  createProcesses,
  createRedactor,
  createSnapshots,
  createSourceReader,
  openDatabases,
  openDigestPages,
  openListFile,
  openTranscripts,
  secretValuesOf,
} from './late-adapters.ts';
import { searchOpener } from './open-search.ts';
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
  | 'openAhead'
>;

interface StoreIdentity {
  readonly id: string;
  readonly key: Uint8Array;
  /** There is a store on disk; without one a reading command works on an empty store in memory. */
  readonly present: boolean;
  /** It may have an index: nothing is written into a store that is somebody else's, or that others may write to. */
  readonly hasIndex: boolean;
}

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
    hasIndex: false,
  };
}

async function openIdentity(options: OpenAppOptions, randomness: Randomness): Promise<StoreIdentity> {
  const { openOrCreateStore, openStore } = await import('../journal/store-file.ts');
  const { storeLayout } = await import('../journal/store-layout.ts');
  const { pathFault } = await import('../journal/file-access.ts');
  const { unsafePath } = await import('../journal/safe-fs.ts');
  const layout = storeLayout(options.paths.store);
  const allowNetworkFs = options.env['LOOM_ALLOW_NETWORK_FS'] === '1';
  if (options.write === true) {
    const mintEventId = mintWith(systemClock, randomness);
    const store = await openOrCreateStore({ layout, clock: systemClock, randomness, mintEventId, allowNetworkFs });
    tellFaults(store.faults, 'made');
    return { ...store, present: true, hasIndex: true };
  }
  const fault = pathFault(layout.home);
  if (fault !== undefined && options.changesIndex === true) throw unsafePath(layout.home, fault.reason, [fault.fix]);
  if (fault !== undefined)
    writeNotice(`Warning: the store ${fault.reason}; nothing is written to it until that is mended: loom doctor\n`);
  const store = openStore(layout, { allowNetworkFs });
  if (store === undefined) return noStore(randomness);
  tellFaults(store.faults, 'read');
  return { ...store, present: true, hasIndex: fault === undefined };
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
  readonly redactor: () => SecretRedactor;
}

/** Journal, transcripts and read model; an erasure reaches all three. */
async function openStoreAdapters(options: OpenAppOptions, parts: StoreParts): Promise<StoreAdapters> {
  const { identity, randomness } = parts;
  const { openReadModel } = await import('../search-index/open-read-model.ts');
  const { importerFor } = await import('../importers/registry.ts');
  const { storeLayout } = await import('../journal/store-layout.ts');
  const { isMaskingUnfinished } = await import('../journal/mask-intent.ts');
  const layout = storeLayout(options.paths.store);
  const { transcriptsDir, blobsDir } = layout;
  // No index is kept of what is masked in part.
  const indexDir = identity.hasIndex && !isMaskingUnfinished(layout) ? layout.indexDir : null;
  const transcripts = makeOnce(() => openTranscripts({ transcriptsDir, blobsDir, redactor: parts.redactor(), sha256 }));
  const late: { dropIndex: () => void } = { dropIndex: () => undefined };
  const journal = await openJournal(options, identity, (sessions) => {
    for (const session of sessions) transcripts().erase(session);
    late.dropIndex();
  });
  const readModel = openReadModel({
    journal,
    transcripts: { records: (...asked) => transcripts().records(...asked) },
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
  const search = { folder: indexDir, mint: mintWith(systemClock, randomness), onSlow: tellSlowIndex };
  const openSearch = searchOpener(search, { transcriptsDir, blobsDir });
  const pages = await pagesOpener(options, identity);
  return {
    journal,
    get transcripts() {
      return transcripts();
    },
    readModel,
    openSearch,
    get pages() {
      return pages();
    },
    importerFor,
  };
}

async function pagesOpener(options: OpenAppOptions, { present }: StoreIdentity): Promise<() => AppContext['pages']> {
  const { storeLayout } = await import('../journal/store-layout.ts');
  if (present) return makeOnce(() => openDigestPages(storeLayout(options.paths.store).projectsDir));
  const { createMemoryPages } = await import('../journal/memory-digest-pages.ts');
  return makeOnce(createMemoryPages);
}

/** What looks at this machine, each made when it is first asked for. */
type OutsideAdapters = Pick<
  Adapters,
  'importers' | 'sources' | 'probe' | 'snapshots' | 'processes' | 'keyedDigest' | 'openAhead'
>;

async function openOutside(options: OpenAppOptions, { identity, redactor }: StoreParts): Promise<OutsideAdapters> {
  const { allImporters } = await import('../importers/registry.ts');
  const { storeLayout } = await import('../journal/store-layout.ts');
  const { env, cwd } = options;
  const keyedDigest = keyedDigestWith(() => identity.key);
  const isPlain = (text: string) => redactor().redact(text).text === text;
  const lists = identity.hasIndex
    ? openListFile({ path: join(storeLayout(options.paths.store).indexDir, 'lists.json'), isPlain })
    : undefined;
  const sources = makeOnce(() => createSourceReader(openDatabases(), lists));
  const probe = makeOnce(() => createPlaceProbe({ env, cwd }));
  const snapshots = makeOnce(() =>
    createSnapshots({ env, cwd, clock: systemClock, probe: probe(), redactor: redactor(), keyedDigest }),
  );
  const processes = makeOnce(() => createProcesses());
  return {
    get importers() {
      return allImporters();
    },
    get sources() {
      return sources();
    },
    get probe() {
      return probe();
    },
    get snapshots() {
      return snapshots();
    },
    get processes() {
      return processes();
    },
    keyedDigest,
    openAhead: async () => {
      const { AheadThread } = await import('./ahead-thread.ts');
      const { transcriptsDir, blobsDir } = storeLayout(options.paths.store);
      return AheadThread.start({ key: identity.key, configFile: options.paths.configFile, transcriptsDir, blobsDir });
    },
  };
}

/** Opens every adapter of the store; a command that writes makes the store when there is none. */
export async function openAdapters(options: OpenAppOptions): Promise<Adapters> {
  heedDisabled(options);
  const randomness = systemRandomness();
  const identity = await openIdentity(options, randomness);
  const { makeRedactor } = await import('./open-redactor.ts');
  const { env, paths } = options;
  const wish = {
    get key() {
      return identity.key;
    },
    env,
    paths,
  };
  const redactor = makeOnce(() => makeRedactor(wish, { createRedactor, secretValuesOf }));
  const parts: StoreParts = { identity, randomness, redactor };
  const own = {
    storeId: identity.id,
    get redactor() {
      return redactor();
    },
  };
  // Joined by their descriptions: what is late stays so.
  return withMembers(own, await openStoreAdapters(options, parts), await openOutside(options, parts));
}

/** The first object with the members of the others, getters included. */
function withMembers<A extends object, B extends object, C extends object>(
  own: A,
  ...others: readonly [B, C]
): A & B & C {
  for (const other of others) Object.defineProperties(own, Object.getOwnPropertyDescriptors(other));
  return own as A & B & C;
}
