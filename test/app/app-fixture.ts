import { createHash, createHmac } from 'node:crypto';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { AppContext } from '../../src/app/context.ts';
import { exportStore } from '../../src/app/export-store.ts';
import { findSources } from '../../src/app/find-sources.ts';
import type { ImportReport } from '../../src/app/import-report.ts';
import { type ImportRequest, importSessions } from '../../src/app/import-sessions.ts';
import { importStore } from '../../src/app/import-store.ts';
import type { Importer } from '../../src/app/ports/importer.ts';
import type { Journal } from '../../src/app/ports/journal.ts';
import type { EventDraft, LoomEvent } from '../../src/events/envelope.ts';
import { factEventId } from '../../src/events/event-id.ts';
import { EVENT_SCHEMAS } from '../../src/events/event-schemas.ts';
import type { Where } from '../../src/events/session-data.ts';
import { deriveSessionId } from '../../src/events/session-id.ts';
import { claudeCodeImporter } from '../../src/importers/claude-code/claude-code-importer.ts';
import { createSourceReader } from '../../src/importers/source-reader.ts';
import { createMemoryPages } from '../../src/journal/memory-digest-pages.ts';
import { createMemoryJournal } from '../../src/journal/memory-journal.ts';
import type { SessionId } from '../../src/kernel/ids.ts';
import { makeEventId } from '../../src/kernel/ulid.ts';
import { createRedactor } from '../../src/redaction/redactor.ts';
import { openReadModel } from '../../src/search-index/open-read-model.ts';
import { openSearchIndex } from '../../src/search-index/open-search-index.ts';
import { openDatabases } from '../../src/sqlite/foreign-database-file.ts';
import { MemoryTranscripts } from '../../src/transcripts/memory-transcripts.ts';
import type { Fields } from '../importers/support/claude-records.ts';
import { SESSION } from '../importers/support/claude-records.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { fakeProcesses, fakeSnapshots } from './fake-snapshots.ts';

export const sha256 = (content: string | Uint8Array): Uint8Array => createHash('sha256').update(content).digest();
const hmac = (key: Uint8Array, text: string): Uint8Array => createHmac('sha256', key).update(text).digest();

/** Noon of the day after the invented records were written. */
const NOW = Date.UTC(2026, 2, 2, 12);

export interface TestApp extends AppContext {
  /** Where the agent's files lie; gone after the test. */
  readonly folder: string;
  /** Moves the clock. */
  readonly pass: (millis: number) => void;
  /** Runs once, right before the next commit takes the lock: what another process does meanwhile. */
  readonly meanwhile: (action: () => Promise<void>) => void;
  /** Sizes of the commits so far. */
  readonly commits: readonly (readonly EventDraft[])[];
}

function fakeProbe(cwd: string): Where {
  return { cwd, realCwd: cwd };
}

interface Wrapped {
  readonly journal: Journal;
  readonly commits: (readonly EventDraft[])[];
  readonly meanwhile: (action: () => Promise<void>) => void;
}

function wrapJournal(journal: Journal): Wrapped {
  const commits: (readonly EventDraft[])[] = [];
  const actions: (() => Promise<void>)[] = [];
  const commit: Journal['commit'] = async (request) => {
    await actions.shift()?.();
    return journal.commit({
      ...request,
      decide: (tail) => {
        const decision = request.decide(tail);
        if (decision.kind === 'append') commits.push(decision.drafts);
        return decision;
      },
    });
  };
  const wrapped: Journal = {
    read: (after) => journal.read(after),
    readStretches: (stretches) => journal.readStretches(stretches),
    head: () => journal.head(),
    holds: (cursor) => journal.holds(cursor),
    distance: (cursor) => journal.distance(cursor),
    isEmpty: () => journal.isEmpty(),
    look: () => journal.look(),
    recall: (cursor, look) => journal.recall(cursor, look),
    drainSpool: () => journal.drainSpool(),
    erase: (request) => journal.erase(request),
    commit,
  };
  return { journal: wrapped, commits, meanwhile: (action) => void actions.push(action) };
}

let stores = 0;

/** What a test may choose of its store. */
interface AppWish {
  readonly key?: number;
  readonly storeId?: string;
  /** What the store's ids are made of: two stores of one seed mint the same. */
  readonly seed?: string;
  /** Claude Code's alone by default. */
  readonly importers?: readonly Importer[];
}

/** A store in memory, with the real importer and a folder of its own for the agent's files. */
export function openApp(given: AppWish = {}): TestApp {
  const folder = mkdtempSync(join(tmpdir(), 'loom-app-'));
  onTestFinished(() => removeFolder(folder));
  let now = NOW;
  let minted = 0;
  const clock = () => now;
  stores += 1;
  const seed = given.seed ?? `store ${stores}`;
  const storeId = given.storeId ?? makeEventId(NOW, sha256(seed));
  const mintEventId = () => {
    minted += 1;
    return makeEventId(now, sha256(`${seed} ${minted}`));
  };
  const key = new Uint8Array(32).fill(given.key ?? 7);
  const redactor = createRedactor({ key, hmac });
  const { journal, commits, meanwhile } = wrapJournal(createMemoryJournal({ sha256, clock, mintEventId }));
  const transcripts = new MemoryTranscripts({ redactor, sha256 });
  const importers = given.importers ?? [claudeCodeImporter];
  const importerFor: AppContext['importerFor'] = (name) => importers.find(({ agent }) => agent === name);
  const model = { storeId, journal, transcripts, importerFor, sha256, folder: null, mint: mintEventId, now: clock };
  const search = openSearchIndex({ folder: null, mint: mintEventId, now: clock });
  return {
    folder,
    pass: (millis) => {
      now += millis;
    },
    meanwhile,
    commits,
    storeId,
    journal,
    transcripts,
    readModel: openReadModel(model),
    openSearch: async () => search,
    pages: createMemoryPages(),
    redactor,
    importers,
    importerFor,
    sources: createSourceReader(openDatabases()),
    openAhead: () => Promise.reject(new Error('no second reader here')),
    probe: { probe: fakeProbe, missingCommits: () => [] },
    snapshots: fakeSnapshots,
    processes: fakeProcesses,
    clock,
    sha256,
    mintEventId,
    factId: (fact) => factEventId(fact, sha256),
    keyedDigest: (text) => Buffer.from(hmac(key, text)).subarray(0, 16).toString('base64url'),
    decodeText: (bytes) => new TextDecoder().decode(bytes),
    actor: { kind: 'person' },
    cwd: '/home/ada/seed-shop',
    env: { HOME: folder },
  };
}

/** One line per record. */
export function linesOf(records: readonly Fields[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

/** Writes a file of the agent: records, or text as it is. Returns its path. */
export function writeSource(
  app: TestApp,
  content: readonly Fields[] | string | Buffer,
  name = `${SESSION}.jsonl`,
): string {
  const path = join(app.folder, 'projects', name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === 'string' || Buffer.isBuffer(content) ? content : linesOf(content));
  return path;
}

/** Imports files or folders, by default all that the agent has. */
export async function runImport(
  app: TestApp,
  wish: { readonly paths?: readonly string[] } & Partial<ImportRequest> = {},
): Promise<ImportReport> {
  const { paths = [join(app.folder, 'projects')], ...rest } = wish;
  const { files } = findSources(app, claudeCodeImporter, { paths });
  const report = await importSessions(app, {
    importer: claudeCodeImporter,
    files,
    dryRun: false,
    revive: false,
    ...rest,
  });
  app.readModel.catchUp();
  return report;
}

/** Another invocation on the same store, as another process would be: its own read model. */
export function secondProcess(app: TestApp): TestApp {
  const { storeId, journal, transcripts, importerFor, clock, mintEventId } = app;
  const model = { storeId, journal, transcripts, importerFor, sha256, folder: null, mint: mintEventId, now: clock };
  const search = openSearchIndex({ folder: null, mint: mintEventId, now: clock });
  return { ...app, readModel: openReadModel(model), openSearch: async () => search };
}

/** Id of a session by its native id. */
export function idOf(nativeId: string = SESSION): SessionId {
  return deriveSessionId('claude-code', nativeId, sha256);
}

/** All events of the journal, or those of one type. */
export function eventsOf(app: AppContext, type?: string): readonly LoomEvent[] {
  const events = [...app.journal.read()].flatMap((entry) => (entry.kind === 'event' ? [entry.event] : []));
  return type === undefined ? events : events.filter((event) => event.type === type);
}

/** Everything that the store holds, as text. */
export function storeText(app: AppContext): string {
  const sessions = app.readModel.list({ everything: true, includeSubagents: true });
  const kept = sessions.flatMap((view) => {
    const length = app.transcripts.size(view.id).transcript;
    const blobs = app.transcripts.blobs(view.id).map(({ sha256: name }) => app.transcripts.blob(view.id, name));
    return [...app.transcripts.bytes(view.id, length), ...blobs].map((bytes) => Buffer.from(bytes ?? []).toString());
  });
  return [JSON.stringify(eventsOf(app)), ...kept].join('\n');
}

/** Records that are current, without what tells where they were kept. */
export function currentRecords(app: AppContext, session: SessionId = idOf()): readonly unknown[] {
  const transcript = app.readModel.state(session)?.transcript;
  const items = [...app.transcripts.records(session, transcript?.keptLength ?? 0)];
  return items.flatMap((item) => ('damage' in item || !item.current ? [] : [item.record]));
}

export const EXPORT_TOOLS = { toBase64: (bytes: Uint8Array) => Buffer.from(bytes).toString('base64') };

const IMPORT_TOOLS = {
  fromBase64: (text: string): Uint8Array => Buffer.from(text, 'base64'),
  fits: (type: string, data: unknown) =>
    EVENT_SCHEMAS[type as keyof typeof EVENT_SCHEMAS]?.safeParse(data).success ?? false,
};

/** The lines of `export --all`. */
export function exportAll(app: AppContext): string[] {
  return [...exportStore(app, EXPORT_TOOLS)];
}

/** Reads the lines of an export. */
export async function importExport(
  app: AppContext,
  lines: readonly string[],
  wish: { readonly revive?: boolean } = {},
): Promise<ImportReport> {
  const report = await importStore(app, { lines, revive: wish.revive ?? false, tools: IMPORT_TOOLS });
  app.readModel.catchUp();
  return report;
}
