import { isOutdated, type LastDecisions } from '../domain/decision-order.ts';
import type { SessionState } from '../domain/session-state.ts';
import type { AgentName } from '../events/agents.ts';
import type { EventDraft } from '../events/envelope.ts';
import type { SourceMark, TranscriptSynced } from '../events/session-data.ts';
import { eventTail, type SessionId, sessionStream } from '../kernel/ids.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { commitDecision, touchesStream } from './commit-decision.ts';
import { commitSlices } from './commit-slices.ts';
import type { AppContext } from './context.ts';
import { keepNamedBlobs } from './import-blobs.ts';
import type { TranscriptDraft } from './ports/transcripts.ts';
import { sessionDraft } from './session-events.ts';

/** All that an export carries of one session. */
export interface SessionBundle {
  readonly session: SessionId;
  /** Events in the exporting journal's order, the newest sync last. */
  readonly events: readonly EventDraft[];
  /** Kept lines as text. */
  readonly kept: readonly string[];
  readonly blobs: readonly Uint8Array[];
}

export interface BundleOutcome {
  readonly status: 'added' | 'updated' | 'unchanged' | 'skipped' | 'diverged';
  readonly lines: number;
  /** Blobs that were left out: no kept line names them, or they hold what would be redacted today. */
  readonly blobsLeftOut: number;
  /** Decisions that are older than what a person decided here. */
  readonly outdated: number;
}

interface Landing {
  readonly app: AppContext;
  readonly bundle: SessionBundle;
  /** Tails of the session's events that are known; those that land are added. */
  readonly known: Set<string>;
  /** When a person last decided what about the session here. */
  readonly decided: LastDecisions;
  readonly revive: boolean;
}

/** The kept lines that are new here: after all that are kept already. */
function* newLines(local: Iterator<string>, incoming: Iterable<string>, onDiverged: () => void): Generator<string> {
  let here = local.next();
  for (const line of incoming) {
    if (here.done === true) {
      yield line;
      continue;
    }
    if (here.value !== line) {
      onDiverged();
      return;
    }
    here = local.next();
  }
}

interface KeptPart {
  readonly draft: TranscriptDraft | undefined;
  readonly lines: number;
  readonly diverged: boolean;
}

function keepLines({ app, bundle }: Landing, state: SessionState | undefined): KeptPart {
  const base = state?.purged === true ? null : (state?.transcript ?? null);
  const local = base === null ? [] : app.transcripts.keptLines(bundle.session, base.keptLength);
  let diverged = false;
  let lines = 0;
  let draft: TranscriptDraft | undefined;
  const fresh = newLines(local[Symbol.iterator](), bundle.kept, () => {
    diverged = true;
  });
  try {
    for (const line of fresh) {
      draft ??= app.transcripts.draft({ session: bundle.session, agent: agentOf(bundle), base });
      draft.addKept(line);
      lines += 1;
    }
    draft?.seal();
  } catch (error) {
    draft?.discard();
    throw error;
  }
  return { draft, lines, diverged };
}

function agentOf(bundle: SessionBundle): AgentName {
  const started = bundle.events.find((event) => event.type === 'session.started');
  return started?.type === 'session.started' ? started.data.agent : 'loom';
}

/** A mark that fits no file: what an early end of the export left out is found when the source is imported again. */
function voidMark({ path }: SourceMark): SourceMark {
  return { path, offset: 0, line: 0, size: 0, prefixDigest: '' };
}

function syncDrafts({ app, bundle }: Landing, { draft }: KeptPart): EventDraft[] {
  const event = bundle.events.findLast((item) => item.type === 'transcript.synced');
  if (draft === undefined || event?.type !== 'transcript.synced') return [];
  const { keptLength, lines } = draft.report();
  const source = lines === event.data.lines ? event.data.source : voidMark(event.data.source);
  const data: TranscriptSynced = { ...event.data, source, keptLength, lines };
  return [{ ...event, id: app.mintEventId(), data }];
}

/** Events that are not known yet, each once. A purge elsewhere erases nothing here. */
function newEvents({ bundle, known, decided }: Landing, state: SessionState | undefined): readonly EventDraft[] {
  const seen = new Set(known);
  return bundle.events.filter((event) => {
    const tail = eventTail(event.id);
    if (event.type === 'transcript.synced' || seen.has(tail)) return false;
    if (event.type === 'session.purged' && state !== undefined) return false;
    if (isOutdated(event, decided)) return false;
    seen.add(tail);
    return true;
  });
}

/** Decisions that are new here, yet older than what was decided here. */
function outdatedEvents({ bundle, known, decided }: Landing): number {
  return bundle.events.filter((event) => !known.has(eventTail(event.id)) && isOutdated(event, decided)).length;
}

function revival({ app, bundle }: Landing, state: SessionState | undefined): readonly EventDraft[] {
  if (state === undefined || state.deleted === null) return [];
  const data = { reason: 'import --revive', undoes: state.deleted.event };
  return [sessionDraft(app, bundle.session, { type: 'session.restored', data })];
}

/** Brings one exported session into the store: unknown events, and kept lines that continue what is kept. */
export async function importBundle(landing: Landing): Promise<BundleOutcome> {
  for (;;) {
    const outcome = await tryBundle(landing);
    if (outcome !== 'moved') return outcome;
    rememberTails(landing);
  }
}

/** Another process wrote to the session: what it brought is known from now on. */
function rememberTails({ app, bundle, known }: Landing): void {
  const stream = sessionStream(bundle.session);
  for (const entry of app.journal.read()) {
    if (entry.kind === 'event' && entry.event.stream === stream) known.add(eventTail(entry.event.id));
  }
}

/** Nothing is added to a stream that cannot be read whole. Throws LoomError `problem`. */
function refuseBlocked(state: SessionState | undefined): void {
  if (state === undefined || state.blocked === null) return;
  const because = state.blocked === 'damaged' ? 'its journal is damaged' : 'a newer loom wrote to it';
  throw new LoomError({
    kind: 'problem',
    code: 'stream-blocked',
    message: `nothing is added to ${state.id}: ${because}`,
  });
}

async function tryBundle(landing: Landing): Promise<BundleOutcome | 'moved'> {
  const { app, bundle, revive } = landing;
  app.readModel.catchUp();
  const state = app.readModel.state(bundle.session);
  refuseBlocked(state);
  const gone = state !== undefined && (state.purged || state.deleted !== null);
  if (gone && !revive) return { status: 'skipped', lines: 0, blobsLeftOut: 0, outdated: 0 };
  const kept = keepLines(landing, state);
  const drafts = [...newEvents(landing, state), ...revival(landing, state), ...syncDrafts(landing, kept)];
  const named = kept.diverged ? [] : bundle.kept;
  const outdated = outdatedEvents(landing);
  const blobsLeftOut = keepNamedBlobs(app, { session: bundle.session, kept: named, blobs: bundle.blobs });
  if (!(await landDrafts(landing, drafts, { draft: kept.draft, base: state?.transcript?.event ?? null })))
    return 'moved';
  if (kept.diverged) return { status: 'diverged', lines: 0, blobsLeftOut, outdated };
  const status = drafts.length === 0 ? 'unchanged' : state === undefined ? 'added' : 'updated';
  return { status, lines: isSynced(drafts) ? kept.lines : 0, blobsLeftOut, outdated };
}

interface Kept {
  readonly draft: TranscriptDraft | undefined;
  /** The sync that the draft continues. */
  readonly base: string | null;
}

/** Commits in slices; the last one carries the sync and publishes the kept lines. False: the session moved meanwhile. */
async function landDrafts(landing: Landing, drafts: readonly EventDraft[], kept: Kept): Promise<boolean> {
  const slices = [...commitSlices(drafts)];
  const draft = isSynced(drafts) ? kept.draft : undefined;
  let published = false;
  try {
    for (const [index, slice] of slices.entries()) {
      const last = index === slices.length - 1;
      if (!(await landSlice(landing, slice, { ...kept, draft: last ? draft : undefined }))) return false;
      published = last && draft !== undefined;
    }
    return true;
  } finally {
    if (!published) kept.draft?.discard();
  }
}

function isSynced(drafts: readonly EventDraft[]): boolean {
  return drafts.some((draft) => draft.type === 'transcript.synced');
}

async function landSlice({ app, bundle, known }: Landing, slice: readonly EventDraft[], kept: Kept): Promise<boolean> {
  const { draft } = kept;
  const stream = sessionStream(bundle.session);
  const committed = await commitDecision<'moved'>(
    app,
    () => (tail) => {
      const now = app.readModel.state(bundle.session)?.transcript?.event ?? null;
      if (now !== kept.base || touchesStream(tail, stream)) return { kind: 'refuse', refusal: 'moved' };
      return {
        kind: 'append',
        drafts: slice,
        ...(draft === undefined ? {} : { before: () => draft.publish() }),
      };
    },
    { wait: 'growing' },
  );
  if (committed.kind === 'refused') return false;
  for (const { id } of slice) known.add(eventTail(id));
  return true;
}
