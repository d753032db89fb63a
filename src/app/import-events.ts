import { placeKey } from '../domain/place-key.ts';
import type { SessionState } from '../domain/session-state.ts';
import { isPlausible } from '../domain/session-times.ts';
import type { EventDraft } from '../events/envelope.ts';
import type { ImportTally, SessionStarted, SnapshotTaken, SourceMark, Where } from '../events/session-data.ts';
import { type IsoTime, type SessionId, sessionStream } from '../kernel/ids.ts';
import { formatInstant, instantMillis } from '../kernel/instant.ts';
import { baseTranscript } from './base-transcript.ts';
import type { AppContext } from './context.ts';
import type { Lineage } from './import-lineage.ts';
import { addCounts } from './import-report.ts';
import type { Importer, SourceIdentity } from './ports/importer.ts';
import type { SourceLook } from './ports/source-reader.ts';
import type { KeepReport } from './ports/transcripts.ts';
import { observePlace } from './project-observation.ts';
import type { SourcePass } from './read-source.ts';

/** Silence after which an imported session counts as ended. */
const SILENCE = 30 * 60_000;
/** Folders of one sync that are looked at; a session that visits more is linked to the first ones. */
const MOST_PLACES = 64;

/** What was observed of each folder in this run, by its path: most sessions share a few folders. */
export type SeenPlaces = Map<string, Where>;

interface ImportFacts {
  readonly app: AppContext;
  readonly places: SeenPlaces;
  readonly importer: Importer;
  readonly keeping: {
    readonly state?: SessionState;
    readonly session: SessionId;
    readonly pass: Pick<SourcePass, 'offset' | 'line' | 'lastAt'>;
    readonly identity: SourceIdentity | undefined;
    readonly rewrite?: unknown;
  };
  readonly lineage: Lineage | undefined;
  readonly report: KeepReport;
  readonly snapshot: SnapshotTaken | undefined;
  readonly tally: ImportTally;
  readonly source: SourceLook;
  readonly path: string;
}

/** Whether a stream does not say how its session started: such a session is never listed. A purge erases that too. */
export function lacksStart(state: SessionState | undefined): boolean {
  return state === undefined || state.nativeId === '';
}

/** The events of one import: start (where none is told), places, snapshot, sync, and an inferred end after silence. */
export function draftImportEvents(facts: ImportFacts): readonly EventDraft[] {
  const { state, identity } = facts.keeping;
  const drafts: EventDraft[] = [];
  if (identity !== undefined && lacksStart(state)) drafts.push(draftStarted(facts, identity));
  if (state !== undefined && (state.deleted !== null || state.purged)) drafts.push(draftRevived(facts, state));
  if (identity !== undefined) drafts.push(...draftLinks(facts, identity));
  if (facts.snapshot !== undefined) drafts.push(draftSnapshot(facts, facts.snapshot));
  drafts.push(draftSynced(facts));
  const closed = draftClosed(facts);
  if (closed !== undefined) drafts.push(closed);
  return drafts;
}

/** What bears no time of its own is no later than what is known of the session: reading it is no sign of life. */
function common(facts: ImportFacts, at: IsoTime | null) {
  const { state } = facts.keeping;
  const known = state === undefined || lacksStart(state) ? null : state.lastAt;
  return {
    id: facts.app.mintEventId(),
    stream: sessionStream(facts.keeping.session),
    at: at ?? known ?? formatInstant(facts.app.clock()),
    by: { kind: 'import', agent: facts.importer.agent },
    trust: 'untrusted',
  } as const;
}

function whereOf({ app, places }: ImportFacts, cwd: string): Where {
  const where = places.get(cwd) ?? observePlace(app, cwd, { rootCommits: true, briefly: true });
  places.set(cwd, where);
  return where;
}

/**
 * The place where a session began. What its record says of the repository outweighs what is there now: that is of another
 * day. Its origin counts where nothing can be seen any more.
 */
function startedWhere(facts: ImportFacts, cwd: string, { repository }: SourceIdentity): Where {
  const seen = whereOf(facts, cwd);
  if (repository === undefined) return seen;
  const { origin, ...then } = repository;
  const { head: _head, branch: _branch, ...place } = seen;
  const isGone = seen.root === undefined && origin !== undefined;
  return { ...place, ...then, ...(isGone ? { origin } : {}) };
}

/** The first of the source's own times that can be true, else when its file was last changed. */
function plausibleStart({ app, source }: ImportFacts, identity: SourceIdentity): IsoTime {
  const now = formatInstant(app.clock());
  const told = [identity.startedAt, identity.updatedAt].find((at) => at !== null && isPlausible(at, now));
  return told ?? formatInstant(Number(source.mtimeNs.slice(0, -6) || '0'));
}

function draftStarted(facts: ImportFacts, identity: SourceIdentity): EventDraft {
  const { app, importer, lineage } = facts;
  const base = common(facts, plausibleStart(facts, identity));
  const data: SessionStarted = {
    agent: importer.agent,
    nativeId: identity.nativeId,
    ...(identity.cwd === null ? {} : { where: startedWhere(facts, identity.cwd, identity) }),
    ...(lineage?.parent === undefined ? {} : { parent: lineage.parent }),
    ...(identity.headless ? { headless: true } : {}),
    ...(lineage?.firstRecord === undefined ? {} : { firstRecord: lineage.firstRecord }),
  };
  const { nativeId } = identity;
  const id = app.factId({
    agent: importer.agent,
    nativeId,
    key: nativeId,
    type: 'session.started',
    millis: instantMillis(base.at),
  });
  return { ...base, id, type: 'session.started', data };
}

function draftRevived(facts: ImportFacts, state: SessionState): EventDraft {
  const undoes = state.deleted === null ? {} : { undoes: state.deleted.event };
  return { ...common(facts, null), type: 'session.restored', data: { reason: 'import --revive', ...undoes } };
}

/** One link for each further place; a folder inside a place already named adds nothing. */
function draftLinks(facts: ImportFacts, identity: SourceIdentity): readonly EventDraft[] {
  const known = new Set<string>([...(facts.keeping.state?.places ?? [])]);
  if (lacksStart(facts.keeping.state) && identity.cwd !== null) known.add(placeKey(whereOf(facts, identity.cwd)));
  const drafts: EventDraft[] = [];
  for (const cwd of identity.cwds.slice(0, MOST_PLACES)) {
    const where = whereOf(facts, cwd);
    const key = placeKey(where);
    if (known.has(key)) continue;
    known.add(key);
    drafts.push({ ...common(facts, identity.updatedAt), type: 'session.linked', data: { where } });
  }
  return drafts;
}

function mergeRedactions(before: ImportTally, now: ImportTally): Record<string, number> {
  const redactions: Record<string, number> = {};
  addCounts(redactions, before.redactions ?? {});
  addCounts(redactions, now.redactions ?? {});
  return redactions;
}

function mergeTally(before: ImportTally, now: ImportTally): ImportTally {
  const skippedTypes: Record<string, number> = {};
  addCounts(skippedTypes, before.skippedTypes ?? {});
  addCounts(skippedTypes, now.skippedTypes ?? {});
  const malformedLines = [...(before.malformedLines ?? []), ...(now.malformedLines ?? [])].slice(0, 20);
  return {
    read: before.read + now.read,
    kept: before.kept + now.kept,
    skipped: before.skipped + now.skipped,
    malformed: before.malformed + now.malformed,
    recovered: before.recovered + now.recovered,
    unknown: before.unknown + now.unknown,
    redactions: mergeRedactions(before, now),
    ...(malformedLines.length > 0 ? { malformedLines } : {}),
    ...(Object.keys(skippedTypes).length > 0 ? { skippedTypes } : {}),
  };
}

function markOf({ source, path, keeping }: ImportFacts): SourceMark {
  return {
    path,
    offset: keeping.pass.offset,
    line: keeping.pass.line,
    size: source.size,
    mtimeNs: source.mtimeNs,
    ctimeNs: source.ctimeNs,
    inode: source.inode,
    prefixDigest: source.prefixDigest(keeping.pass.offset),
  };
}

/** A commit that a source names is that of its beginning; each touched file has its own time. */
function draftSnapshot(facts: ImportFacts, data: SnapshotTaken): EventDraft {
  const { identity } = facts.keeping;
  const at = data.where.head === undefined ? identity?.updatedAt : identity?.startedAt;
  return { ...common(facts, at ?? null), type: 'snapshot.taken', data };
}

/** Of a source that was rewritten all records count anew, but those that were kept before, as they were redacted then, stay kept. */
function tallyAfter(before: ImportTally | undefined, { keeping, tally }: ImportFacts): ImportTally {
  if (before === undefined) return tally;
  if (keeping.rewrite === undefined) return mergeTally(before, tally);
  return { ...tally, redactions: mergeRedactions(before, tally) };
}

function draftSynced(facts: ImportFacts): EventDraft {
  const { keeping, report, lineage } = facts;
  const before = baseTranscript(keeping.state);
  const inherited = lineage?.inherited ?? before?.inherited ?? undefined;
  return {
    ...common(facts, keeping.identity?.updatedAt ?? null),
    type: 'transcript.synced',
    data: {
      source: markOf(facts),
      keptLength: report.keptLength,
      lines: report.lines,
      generation: before === null ? 1 : before.generation + (keeping.rewrite === undefined ? 0 : 1),
      tally: tallyAfter(before?.tally, facts),
      ...(inherited === undefined ? {} : { inherited }),
    },
  };
}

function draftClosed(facts: ImportFacts): EventDraft | undefined {
  const now = formatInstant(facts.app.clock());
  // What is new of a source may not say whose it is, and still says when.
  const told = [facts.keeping.identity?.updatedAt ?? null, facts.keeping.pass.lastAt];
  const last = told.find((at) => at !== null && isPlausible(at, now)) ?? null;
  if (last === null || facts.app.clock() - instantMillis(last) < SILENCE) return undefined;
  return { ...common(facts, last), type: 'session.closed', data: { reason: 'silence', inferred: true } };
}
