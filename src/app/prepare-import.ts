import type { SessionState } from '../domain/session-state.ts';
import { deriveSessionId } from '../events/session-id.ts';
import type { SessionId } from '../kernel/ids.ts';
import { formatInstant } from '../kernel/instant.ts';
import { baseTranscript } from './base-transcript.ts';
import { lacksStart } from './import-events.ts';
import { compareRewrite } from './import-rewrite.ts';
import { keepRecords } from './keep-records.ts';
import { keepWhileReading, type ReadWhole } from './keep-while-reading.ts';
import type { SourceIdentity } from './ports/importer.ts';
import type { OpenSource } from './ports/source-reader.ts';
import type { ImportOptions, Preparation, PreparedImport, SettledSource } from './prepared-import.ts';
import { type HeldRecord, readSource, type SourcePass, type SourcePlace } from './read-source.ts';
import { redactIdentity } from './redact-identity.ts';
import { sourceExists } from './source-name.ts';

/** Reads one source and prepares what an import of it would write; writes nothing that counts before its commit. */
export function prepareImport(preparation: Preparation): PreparedImport | SettledSource {
  const { known } = preparation;
  if (known !== undefined) {
    const refused = refuseImport(known.state, preparation.options);
    if (refused !== undefined) return refused;
    const grown = lacksStart(known.state) ? undefined : resumePoint(preparation.source, known.state);
    const growth = grown === undefined ? undefined : readGrowth(preparation, known.state, { from: grown });
    if (growth !== undefined) return prepareGrowth(preparation, known.state, growth);
  }
  const whole = keepWhileReading(preparation) ?? readWhole(preparation);
  if (whole.kind === 'prepared') return whole;
  const { pass, identity } = whole;
  return identity === undefined ? notASession(pass) : prepareWhole(preparation, { pass, identity });
}

function readWhole({ app, importer, source, file }: Preparation): ReadWhole {
  const pass = readSource(importer, source, {
    from: { offset: 0, line: 0 },
    path: file.path,
    asOf: formatInstant(app.clock()),
  });
  const identity = pass.identity === undefined ? undefined : redactIdentity(app, pass.identity);
  return { kind: 'read', pass, identity };
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
    tally: { ...pass.tally, kept: 0, skipped: pass.tally.skipped + kept },
  };
}

/** The place to go on reading from, when the source still begins with what was read before. */
function resumePoint(source: OpenSource, state: SessionState): SourcePlace | undefined {
  const mark = baseTranscript(state)?.source;
  if (mark === undefined) return undefined;
  if (source.prefixDigest(mark.offset) !== mark.prefixDigest) return undefined;
  return { offset: mark.offset, line: mark.line ?? 0 };
}

/** What is new of a source. */
interface Growth {
  readonly pass: SourcePass;
  readonly identity: SourceIdentity | undefined;
  /** The source read from its beginning. */
  readonly whole?: Claim;
}

/** Reads on; undefined when what is new says that the source is another session, which until then held only this one's records. */
function readGrowth(
  { app, importer, source, file }: Preparation,
  state: SessionState,
  { from, whole }: { readonly from: SourcePlace; readonly whole?: Claim },
): Growth | undefined {
  const pass = readSource(importer, source, { from, path: file.path, asOf: formatInstant(app.clock()) });
  const identity = pass.identity === undefined ? undefined : redactIdentity(app, pass.identity);
  if (whole !== undefined) return { pass, identity, whole };
  return identity?.named === true && !isOf(state, identity) ? undefined : { pass, identity };
}

/** A stranger's id is the claimed one behind a mark of its place. */
function isOf({ nativeId }: SessionState, identity: SourceIdentity): boolean {
  return nativeId === identity.nativeId || nativeId.endsWith(`/${identity.nativeId}`);
}

function prepareGrowth(
  preparation: Preparation,
  state: SessionState,
  { pass, identity: read, whole }: Growth,
): PreparedImport | SettledSource {
  const settled = pass.tally.kept === 0 && pass.tally.malformed === 0 && state.deleted === null;
  if (settled && !lacksStart(state) && !hasMoved(preparation, state))
    return { kind: 'settled', outcome: { status: 'unchanged', session: state.id } };
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
  const growth = grown === undefined ? undefined : readGrowth(preparation, state, { from: grown, whole: claim });
  if (growth !== undefined) return prepareGrowth(preparation, state, growth);
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
