import type { SessionState } from '../domain/session-state.ts';
import type { EventDraft } from '../events/envelope.ts';
import type { ImportTally } from '../events/session-data.ts';
import { deriveSessionId } from '../events/session-id.ts';
import type { EventId, SessionId } from '../kernel/ids.ts';
import { baseTranscript } from './base-transcript.ts';
import type { AppContext } from './context.ts';
import { createCountingDraft } from './counting-draft.ts';
import { draftImportEvents, lacksStart, type SeenPlaces } from './import-events.ts';
import { noteBeginning, type PendingBeginnings } from './import-lineage.ts';
import type { SourceOutcome } from './import-report.ts';
import { compareRewrite } from './import-rewrite.ts';
import { draftImportSnapshot } from './import-snapshot.ts';
import { type KeptAsRead, keptAsRead } from './offer-summary.ts';
import type { ContentGatherer, Importer, SourceFile, SourceIdentity } from './ports/importer.ts';
import type { OpenSource } from './ports/source-reader.ts';
import type { TranscriptDraft } from './ports/transcripts.ts';
import { type HeldRecord, readSource, type SourcePass } from './read-source.ts';
import { redactIdentity } from './redact-identity.ts';
import { sourceExists } from './source-name.ts';

/** One source, read, redacted and written outside the lock, waiting for its commit. */
export interface PreparedImport {
  readonly kind: 'prepared';
  readonly session: SessionId;
  /** The sync event that it was prepared from; null for a new session. Another one in the journal voids it. */
  readonly base: EventId | null;
  readonly drafts: readonly EventDraft[];
  readonly transcript: TranscriptDraft;
  readonly tally: ImportTally;
  readonly outcome: SourceOutcome;
  readonly warnings: readonly string[];
  /** What a summary can be made from without reading the transcript again. */
  readonly asRead: KeptAsRead | undefined;
}

/** A source that needs no commit. */
export interface SettledSource {
  readonly kind: 'settled';
  readonly outcome: SourceOutcome;
  readonly tally?: ImportTally;
}

export interface ImportOptions {
  readonly revive: boolean;
  /** Only a plan is wanted: nothing is written, not even a draft. */
  readonly dryRun: boolean;
}

interface Preparation {
  readonly app: AppContext;
  readonly importer: Importer;
  readonly file: SourceFile;
  /** The path as it may be written. */
  readonly path: string;
  readonly source: OpenSource;
  readonly pending: PendingBeginnings;
  readonly places: SeenPlaces;
  readonly options: ImportOptions;
}

/** Reads one source and prepares what an import of it would write; writes nothing that counts before its commit. */
export function prepareImport(preparation: Preparation): PreparedImport | SettledSource {
  const known = knownBySource(preparation);
  if (known !== undefined) {
    const refused = refuseImport(known.state, preparation.options);
    if (refused !== undefined) return refused;
    const grown = lacksStart(known.state) ? undefined : resumePoint(preparation.source, known.state);
    if (grown !== undefined) return prepareGrowth(preparation, known.state, { from: grown });
  }
  const pass = readSource(preparation.importer, preparation.source, {
    from: { offset: 0, line: 0 },
    path: preparation.file.path,
  });
  if (pass.identity === undefined) return notASession(pass);
  return prepareWhole(preparation, { pass, identity: redactIdentity(preparation.app, pass.identity) });
}

function knownBySource({ app, path }: Preparation): { readonly state: SessionState } | undefined {
  const found = app.readModel.bySource(path);
  const state = found === undefined ? undefined : app.readModel.state(found.session);
  return state === undefined ? undefined : { state };
}

/** Nothing is added to a stream that cannot be read whole. */
function blocked({ id, blocked: because }: SessionState): SettledSource {
  const why =
    because === 'damaged' ? 'its journal is damaged: loom journal repair' : 'a newer loom wrote to it: update loom';
  return {
    kind: 'settled',
    outcome: {
      status: 'failed',
      code: 'stream-blocked',
      message: `is session ${id}, to which nothing is added; ${why}`,
    },
  };
}

function refuseImport(state: SessionState, options: ImportOptions): SettledSource | undefined {
  if (state.blocked !== null) return blocked(state);
  if (options.revive || (state.deleted === null && !state.purged)) return undefined;
  return {
    kind: 'settled',
    outcome: {
      status: 'skipped',
      code: 'deleted-by-you',
      message: `session ${state.id} was ${state.purged ? 'purged' : 'deleted'} by you; --revive brings it back`,
    },
  };
}

function notASession(pass: SourcePass): SettledSource {
  const { kept, malformed } = pass.tally;
  if (kept === 0 && malformed > 0) {
    const message = `none of its ${malformed} lines could be read`;
    return { kind: 'settled', outcome: { status: 'failed', code: 'unreadable-content', message }, tally: pass.tally };
  }
  const [code, message] =
    kept === 0 ? ['empty', 'holds no record'] : ['not-a-session', 'holds no message of a session'];
  return {
    kind: 'settled',
    outcome: { status: 'skipped', code, message },
    tally: { ...pass.tally, kept: 0, skipped: kept },
  };
}

/** The place to go on reading from, when the source still begins with what was read before. */
function resumePoint(
  source: OpenSource,
  state: SessionState,
): { readonly offset: number; readonly line: number } | undefined {
  const mark = baseTranscript(state)?.source;
  if (mark === undefined) return undefined;
  if (source.prefixDigest(mark.offset) !== mark.prefixDigest) return undefined;
  return { offset: mark.offset, line: mark.line ?? 0 };
}

interface Growth {
  readonly from: { readonly offset: number; readonly line: number };
  /** The source read from its beginning. */
  readonly whole?: Claim;
}

function prepareGrowth(
  preparation: Preparation,
  state: SessionState,
  { from, whole }: Growth,
): PreparedImport | SettledSource {
  const pass = readSource(preparation.importer, preparation.source, { from, path: preparation.file.path });
  const settled = pass.tally.kept === 0 && pass.tally.malformed === 0 && state.deleted === null;
  if (settled && !lacksStart(state) && !hasMoved(preparation, state))
    return { kind: 'settled', outcome: { status: 'unchanged', session: state.id } };
  const read = pass.identity === undefined ? undefined : redactIdentity(preparation.app, pass.identity);
  const identity = lacksStart(state) ? whole?.identity : read;
  const status = settled && !lacksStart(state) ? 'unchanged' : 'updated';
  const records = whole === undefined ? {} : { whole: whole.pass };
  return keepRecords(preparation, { state, session: state.id, pass, identity, status, ...records });
}

/** Whether the source lies elsewhere than it was read from, and nothing is left there: then its new place is noted. */
function hasMoved({ app, path }: Preparation, { transcript }: SessionState): boolean {
  const before = transcript?.source.path ?? path;
  return before !== path && !sourceExists(app.sources, before);
}

/** A whole source and who it says it is; the warning tells of one that is kept under another id than it claims. */
interface Claim {
  readonly pass: SourcePass;
  readonly identity: SourceIdentity;
  readonly warning?: string;
}

function prepareWhole(preparation: Preparation, claim: Claim): PreparedImport | SettledSource {
  const { app, importer, options } = preparation;
  const session = deriveSessionId(importer.agent, claim.identity.nativeId, app.sha256);
  const state = app.readModel.state(session);
  if (state === undefined) return keepRecords(preparation, { ...claim, session, status: 'added' });
  const refused = refuseImport(state, options);
  if (refused !== undefined) return refused;
  if (baseTranscript(state) === null) return keepRecords(preparation, { ...claim, state, session, status: 'added' });
  const grown = resumePoint(preparation.source, state);
  if (grown !== undefined) return prepareGrowth(preparation, state, { from: grown, whole: claim });
  return prepareRewrite(preparation, { ...claim, state, session });
}

function prepareRewrite(
  preparation: Preparation,
  claim: Claim & { readonly state: SessionState; readonly session: SessionId },
): PreparedImport | SettledSource {
  const { app, importer, path } = preparation;
  const { state, session, pass, warning } = claim;
  const preview = (record: HeldRecord) => app.transcripts.preview(session, record);
  const rewrite = compareRewrite(app, importer, { state, records: pass.records(), preview });
  const stranger = !rewrite.related && rewrite.changed;
  if (stranger && warning === undefined) return prepareStranger(preparation, claim);
  const samePlace = state.transcript?.source.path === path;
  const known = state.deleted === null && !lacksStart(state);
  if (!rewrite.changed && known && !(samePlace && (rewrite.dropped || rewrite.fresh.size > 0))) {
    return { kind: 'settled', outcome: { status: 'unchanged', session } };
  }
  return keepRecords(preparation, { ...claim, status: 'updated', rewrite });
}

/** A source that claims a known id but shares no record with it is a session of its own, named after its place. */
function prepareStranger(preparation: Preparation, { pass, identity }: Claim): PreparedImport | SettledSource {
  const { app, path } = preparation;
  const nativeId = `${app.keyedDigest(path).slice(0, 8)}/${identity.nativeId}`;
  const warning = `${path} claims the id of session ${identity.nativeId} but shares no record with it; kept as ${nativeId}`;
  return prepareWhole(preparation, { pass, identity: { ...identity, nativeId }, warning });
}

interface Keeping {
  readonly state?: SessionState;
  readonly session: SessionId;
  readonly pass: SourcePass;
  /** The source from its beginning, where `pass` is only what is new of it. */
  readonly whole?: SourcePass;
  readonly identity: SourceIdentity | undefined;
  readonly status: 'added' | 'updated' | 'unchanged';
  readonly rewrite?: { readonly keeps: readonly (readonly [number, number])[]; readonly fresh: ReadonlySet<number> };
  readonly warning?: string;
}

function openDraft(preparation: Preparation, keeping: Keeping): TranscriptDraft {
  if (preparation.options.dryRun) return createCountingDraft();
  const transcript = baseTranscript(keeping.state);
  return preparation.app.transcripts.draft({
    session: keeping.session,
    agent: preparation.importer.agent,
    base: transcript,
    ...(keeping.rewrite === undefined ? {} : { rewrite: { keeps: keeping.rewrite.keeps } }),
  });
}

function addRecords(draft: TranscriptDraft, keeping: Keeping, contents: ContentGatherer | undefined): void {
  let ordinal = -1;
  for (const record of keeping.pass.records()) {
    ordinal += 1;
    contents?.add(record.value);
    if (keeping.rewrite === undefined || keeping.rewrite.fresh.has(ordinal)) draft.add(record);
  }
}

function keepRecords(preparation: Preparation, keeping: Keeping): PreparedImport {
  const { app, importer, pending } = preparation;
  const draft = openDraft(preparation, keeping);
  const contents = importer.contents?.(app.snapshots.digestContent);
  try {
    addRecords(draft, keeping, contents);
  } catch (error) {
    draft.discard();
    throw error;
  }
  const { session, identity, state } = keeping;
  const isNew = state?.transcript == null || lacksStart(state);
  const whole = keeping.whole ?? keeping.pass;
  const lineage =
    isNew && identity !== undefined
      ? noteBeginning({ app, importer, session, identity, records: whole.records, pending }, whole.keys)
      : undefined;
  const found = { touched: contents?.finish() ?? [], identity: keeping.identity, cwd: keeping.state?.where?.cwd ?? '' };
  const snapshot = draftImportSnapshot(app, keeping.session, { draft, found });
  const report = draft.report();
  const tally = { ...keeping.pass.tally, redactions: report.redactions };
  return {
    kind: 'prepared',
    session: keeping.session,
    base: keeping.state?.transcript?.event ?? null,
    transcript: draft,
    tally,
    outcome: { status: keeping.status, session: keeping.session },
    warnings: keeping.warning === undefined ? [] : [keeping.warning],
    asRead: keeping.state === undefined ? keptAsRead(keeping.pass.held, report) : undefined,
    drafts: draftImportEvents({
      app,
      places: preparation.places,
      importer,
      keeping,
      lineage,
      report,
      snapshot,
      tally,
      source: preparation.source,
      path: preparation.path,
    }),
  };
}
