import type { Importer } from '../app/ports/importer.ts';
import type { Journal, JournalCursor } from '../app/ports/journal.ts';
import type { Transcripts } from '../app/ports/transcripts.ts';
import type { ConversationSummary } from '../domain/conversation.ts';
import { projectPath } from '../domain/project-fold.ts';
import { findProject, resolveProject } from '../domain/project-index.ts';
import type { ProjectsState } from '../domain/project-state.ts';
import type { SessionState } from '../domain/session-state.ts';
import type { AgentName } from '../events/agents.ts';
import type { EventId, SessionId } from '../kernel/ids.ts';
import { LoomError } from '../kernel/loom-error.ts';
import type { Sha256 } from '../kernel/sources.ts';
import { type FoldedTail, type FoldOptions, foldTail } from './fold-tail.ts';
import { readCursor, readNormalizers, readUnsummarized } from './index-meta.ts';
import {
  type IndexStore,
  IndexVoid,
  type ListedRow,
  type StoredProject,
  type StoredSession,
  type StoredSummary,
} from './index-store.ts';
import { descendantsOf, renderRow, SHORTEST_ID, shortIdOf } from './session-rows.ts';

/** What folding needs from the rest of loom. */
export interface FoldDeps {
  readonly storeId: string;
  readonly journal: Pick<Journal, 'read' | 'head' | 'holds' | 'distance' | 'look' | 'recall'>;
  readonly transcripts: Pick<Transcripts, 'records'>;
  readonly importerFor: (agent: AgentName) => Importer | undefined;
  readonly sha256: Sha256;
}

/** A summary computed elsewhere; `event`: the only sync that it may stand for, where that is known. */
export interface SummaryOffer extends StoredSummary {
  readonly event?: EventId;
}

/** Summaries computed elsewhere, by session. */
export type SummaryOffers = Map<SessionId, SummaryOffer>;

export interface CatchUpOptions {
  readonly offers: SummaryOffers;
  /** The journal's head when the index was begun; null for one that is caught up. */
  readonly begunAt: JournalCursor | null;
}

/** Keeps the time short for which a file that others wait for is locked. */
const MOST_SYNCED_AT_ONCE = 50;

/**
 * Folds what the journal holds after the store's cursor. A file that others use is changed in several steps, each of them
 * whole. Returns whether there was anything. Throws IndexVoid when the store does not continue to the journal that is
 * there.
 */
export function catchUpStore(store: IndexStore, deps: FoldDeps, options: CatchUpOptions): boolean {
  checkFit(store, deps);
  if (deps.journal.distance(readCursor(store)) === 0 && readUnsummarized(store).length === 0) return false;
  const shared = store.kind === 'file' && options.begunAt === null;
  const mostSynced = shared ? MOST_SYNCED_AT_ONCE : null;
  for (let more = true; more; ) {
    store.write(() => {
      more = foldOnce(store, deps, { ...options, mostSynced });
    });
  }
  return true;
}

/** Another process may have folded on while this one waited for its turn, so the cursor is read inside. */
function foldOnce(
  store: IndexStore,
  deps: FoldDeps,
  options: CatchUpOptions & Pick<FoldOptions, 'mostSynced'>,
): boolean {
  const from = readCursor(store);
  // Before anything is read: what is written later makes the journal look otherwise.
  const look = deps.journal.look();
  if (!deps.journal.holds(from)) throw new IndexVoid('cursor');
  const retries = readUnsummarized(store);
  const tail = foldTail(store, deps.journal.read(from), {
    storeId: deps.storeId,
    sha256: deps.sha256,
    begunAt: options.begunAt,
    mostSynced: options.mostSynced,
    isSummarized: (session) => options.offers.has(session),
    summaryOf: (state) => offeredSummary(state, deps, options.offers.get(state.id)),
  });
  const unsummarized = renderChanged(store, deps, { tail, retries, offers: options.offers });
  writeMeta(store, deps, { tail, from, unsummarized });
  noteLook(store, deps, tail.more ? null : look);
  return tail.more;
}

/** Notes how the journal looked when its head was folded, so that the next reading need not read its last line again. */
function noteLook(store: IndexStore, deps: FoldDeps, look: string | null): void {
  const isHead = look !== null && deps.journal.distance(readCursor(store)) === 0;
  store.setMeta('look', isHead ? look : '');
}

/** Throws IndexVoid unless store, journal and normalizers are still those the index was made from. */
function checkFit(store: IndexStore, deps: FoldDeps): void {
  const owner = store.meta('store');
  if (owner !== undefined && owner !== deps.storeId) throw new IndexVoid('store');
  const look = store.meta('look') ?? '';
  if (look !== '') deps.journal.recall(readCursor(store), look);
  if (!deps.journal.holds(readCursor(store))) throw new IndexVoid('cursor');
  for (const [agent, version] of Object.entries(readNormalizers(store))) {
    const importer = deps.importerFor(agent as AgentName);
    if (importer !== undefined && importer.normalizerVersion !== version) throw new IndexVoid('normalizer');
  }
}

interface Changes {
  readonly tail: FoldedTail;
  readonly retries: readonly SessionId[];
  readonly offers: SummaryOffers;
}

/**
 * Brings summaries and rows of all changed sessions up to date, each session once, since rows depend on the states of
 * others but not on their summaries. Returns the sessions whose transcript cannot be read.
 */
function renderChanged(store: IndexStore, deps: FoldDeps, { tail, retries, offers }: Changes): readonly SessionId[] {
  const failed: SessionId[] = [];
  const resync = new Set([...tail.synced, ...retries].filter((id) => !tail.summarized.has(id)));
  // Neighbours are added while this runs, and visited in the same loop.
  const ids = rowsToRender(store, tail, retries);
  for (const id of ids) {
    const stored = store.session(id);
    if (stored === undefined) continue;
    const session = resync.has(id) ? resummarized(store, deps, { state: stored.state, offers }) : stored;
    if (session.summary !== null && session.summary.summary === null) failed.push(id);
    const shortId = shortIdOf(store, id);
    for (const other of crowdedBy(store, id, { shortId, tail })) ids.add(other);
    const row = renderRow(store, session, shortId);
    if (namesWorktree(row)) store.setMeta('worktrees', 'some');
    store.putRow(row);
  }
  return failed.sort();
}

/** Whether a rendered session ran in a worktree. No text can hold these characters: a quote inside one is escaped. */
function namesWorktree({ tail, head }: ListedRow): boolean {
  return tail.includes('"worktree":"') || head.includes('"worktree":"');
}

/** Neighbours whose short id may have to grow because this session is new. */
function crowdedBy(
  store: IndexStore,
  id: SessionId,
  { shortId, tail }: { readonly shortId: string; readonly tail: FoldedTail },
): readonly SessionId[] {
  return shortId.length > SHORTEST_ID && tail.family.has(id) ? store.neighbours(id) : [];
}

function resummarized(
  store: IndexStore,
  deps: FoldDeps,
  { state, offers }: { readonly state: SessionState; readonly offers: SummaryOffers },
): StoredSession {
  const session = { state, summary: summaryOf(state, deps, offers.get(state.id)) };
  store.putSession(session);
  return session;
}

function summaryOf(state: SessionState, deps: FoldDeps, offer: SummaryOffer | undefined): StoredSummary | null {
  const importer = deps.importerFor(state.agent);
  const { transcript } = state;
  if (importer === undefined || transcript === null) return null;
  const { normalizerVersion } = importer;
  const { keptLength } = transcript;
  const offered = offeredSummary(state, deps, offer);
  return offered ?? { keptLength, normalizerVersion, summary: readSummary(importer, state, deps.transcripts) };
}

/** A summary computed elsewhere, where it stands for the transcript that a session has. */
function offeredSummary(
  { agent, transcript }: SessionState,
  deps: FoldDeps,
  offer: SummaryOffer | undefined,
): StoredSummary | undefined {
  if (offer === undefined || transcript === null) return undefined;
  const { keptLength, normalizerVersion, summary } = offer;
  const isOfIt = keptLength === transcript.keptLength && (offer.event ?? transcript.event) === transcript.event;
  const isOfThisLoom = normalizerVersion === deps.importerFor(agent)?.normalizerVersion;
  return isOfIt && isOfThisLoom ? { keptLength, normalizerVersion, summary } : undefined;
}

/** A transcript that cannot be read leaves the session listed, without counts, until it can. */
function readSummary(
  importer: Importer,
  { id, transcript }: SessionState,
  transcripts: FoldDeps['transcripts'],
): ConversationSummary | null {
  if (transcript === null) return null;
  try {
    const records = transcripts.records(id, transcript.keptLength);
    const inheritedRecords = transcript.inherited?.records;
    const { recorded: asOf } = transcript;
    return importer.summarize(records, inheritedRecords === undefined ? { asOf } : { asOf, inheritedRecords });
  } catch (error) {
    if (error instanceof LoomError) return null;
    throw error;
  }
}

/** Changed sessions, and the families that show them. */
function rowsToRender(store: IndexStore, tail: FoldedTail, retries: readonly SessionId[]): Set<SessionId> {
  const ids = new Set<SessionId>([...tail.changed, ...retries]);
  for (const [id, parent] of tail.family) {
    ids.add(id);
    if (parent !== null) ids.add(parent);
    for (const descendant of descendantsOf(store, id)) ids.add(descendant);
  }
  return ids;
}

function writeMeta(
  store: IndexStore,
  deps: FoldDeps,
  { tail, from, unsummarized }: { tail: FoldedTail; from: JournalCursor; unsummarized: readonly SessionId[] },
): void {
  const normalizers = { ...readNormalizers(store) };
  for (const id of tail.synced) {
    const agent = store.session(id)?.state.agent;
    const version = agent === undefined ? undefined : deps.importerFor(agent)?.normalizerVersion;
    if (agent !== undefined && version !== undefined) normalizers[agent] = version;
  }
  const projects = JSON.stringify(tail.projects);
  if (projects !== store.meta('projects')) {
    store.putProjects(storedProjects(tail.projects));
    store.setMeta('projects', projects);
  }
  store.setMeta('store', deps.storeId);
  store.setMeta('normalizers', JSON.stringify(normalizers));
  store.setMeta('skipped', JSON.stringify(tail.skipped));
  store.setMeta('unsummarized', JSON.stringify(unsummarized));
  store.setMeta('sessions', String(store.sessionCount()));
  store.setMeta('stretches', String(store.stretchCount()));
  store.setMeta('cursor', JSON.stringify(tail.cursor ?? from));
}

function storedProjects(state: ProjectsState): readonly StoredProject[] {
  return state.projects.map(({ id }) => {
    const resolved = resolveProject(state, id);
    const name = findProject(state, resolved)?.name ?? '';
    return { id, resolved, json: JSON.stringify({ id: resolved, name, path: projectPath(state, resolved) }) };
  });
}

/** More summaries than this are not worth their memory. */
const MOST_HARVESTED = 20_000;

/**
 * Takes over the summaries of a store that is given up, so that no transcript is read again. Each stands for one sync of
 * one session: after an erasure or in another journal it is of no use, and never taken.
 */
export function harvestSummaries(store: IndexStore, offers: SummaryOffers): void {
  for (const { state, summary } of store.sessions()) {
    if (offers.size >= MOST_HARVESTED) return;
    if (summary?.summary == null || state.transcript === null || offers.has(state.id)) continue;
    offers.set(state.id, { ...summary, event: state.transcript.event });
  }
}
