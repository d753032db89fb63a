import { isOutdated, type LastDecisions } from '../domain/decision-order.ts';
import type { SessionState } from '../domain/session-state.ts';
import type { AgentName } from '../events/agents.ts';
import type { EventDraft } from '../events/envelope.ts';
import type { SourceMark, TranscriptSynced } from '../events/session-data.ts';
import { eventTail, sessionStream } from '../kernel/ids.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { isSameJson } from '../kernel/same-json.ts';
import { baseTranscript } from './base-transcript.ts';
import { commitDecision, touchesStream } from './commit-decision.ts';
import { commitSlices } from './commit-slices.ts';
import type { AppContext } from './context.ts';
import type { TranscriptDraft } from './ports/transcripts.ts';
import { type BundleContent, requireStart, type SessionBundle, settleContent } from './session-bundle.ts';
import { sessionDraft } from './session-events.ts';

export interface BundleOutcome {
  readonly status: 'added' | 'updated' | 'unchanged' | 'skipped' | 'diverged';
  readonly lines: number;
  /** Blobs that were left out: nothing names them. */
  readonly blobsLeftOut: number;
  /** Places where kept records are missing or stood twice, so that the others were numbered anew. */
  readonly breaks: number;
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

/** The same record, in whatever spelling: a tool that an export went through may write characters, or the order of keys, in another way. */
function isSameRecord(here: string, line: string): boolean {
  if (here === line) return true;
  try {
    return isSameJson(JSON.parse(here), JSON.parse(line));
  } catch {
    return false;
  }
}

/** The kept lines that are new here: after all that are kept already. */
function* newLines(local: Iterator<string>, incoming: Iterable<string>, onDiverged: () => void): Generator<string> {
  let here = local.next();
  for (const line of incoming) {
    if (here.done === true) {
      yield line;
      continue;
    }
    if (!isSameRecord(here.value, line)) {
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

function keepLines({ app, bundle }: Landing, content: BundleContent, state: SessionState | undefined): KeptPart {
  const base = baseTranscript(state);
  const local = base === null ? [] : app.transcripts.keptLines(bundle.session, base.keptLength);
  let diverged = false;
  let lines = 0;
  let draft: TranscriptDraft | undefined;
  const fresh = newLines(local[Symbol.iterator](), content.kept, () => {
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

/** Throws LoomError `problem` for records of which no event says where they came from. */
function syncDrafts({ app, bundle }: Landing, { before, breaks }: BundleContent, { draft }: KeptPart): EventDraft[] {
  if (draft === undefined) return [];
  const event = bundle.events.findLast((item) => item.type === 'transcript.synced');
  if (event?.type !== 'transcript.synced') {
    draft.discard();
    throw new LoomError({
      kind: 'problem',
      code: 'no-sync',
      message: 'the export lacks the event that names the source of its records',
    });
  }
  const { keptLength, lines } = draft.report();
  const { inherited } = event.data;
  const data: TranscriptSynced = {
    ...event.data,
    source: lines === event.data.lines && breaks === 0 ? event.data.source : voidMark(event.data.source),
    keptLength,
    lines,
    ...(inherited === undefined
      ? {}
      : { inherited: { ...inherited, records: before.filter((n) => n <= inherited.records).length } }),
  };
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

async function tryBundle(request: Landing): Promise<BundleOutcome | 'moved'> {
  const { app, bundle, revive } = request;
  app.readModel.catchUp();
  const state = app.readModel.state(bundle.session);
  refuseBlocked(state);
  const gone = state !== undefined && (state.purged || state.deleted !== null);
  if (gone && !revive) return { status: 'skipped', lines: 0, blobsLeftOut: 0, breaks: 0, outdated: 0 };
  return landBundle({ ...request, bundle: requireStart(bundle, state) }, state);
}

async function landBundle(landing: Landing, state: SessionState | undefined): Promise<BundleOutcome | 'moved'> {
  const { app, bundle } = landing;
  const content = settleContent(app, bundle);
  const kept = keepLines(landing, content, state);
  const drafts = [...newEvents(landing, state), ...revival(landing, state), ...syncDrafts(landing, content, kept)];
  const outdated = outdatedEvents(landing);
  const blobs = kept.diverged ? [] : content.blobs;
  for (const blob of blobs) app.transcripts.putBlob(bundle.session, blob);
  const base = state?.transcript?.event ?? null;
  if (!(await landDrafts(landing, drafts, { draft: kept.draft, base }))) return 'moved';
  const blobsLeftOut = content.leftOut + content.blobs.length - blobs.length;
  if (kept.diverged) return { status: 'diverged', lines: 0, blobsLeftOut, breaks: 0, outdated };
  const status = drafts.length === 0 ? 'unchanged' : state === undefined ? 'added' : 'updated';
  return { status, lines: isSynced(drafts) ? kept.lines : 0, blobsLeftOut, breaks: content.breaks, outdated };
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
