import type { AgentName } from '../events/agents.ts';
import type { EventDraft } from '../events/envelope.ts';
import { MAX_COMMIT_EVENTS } from '../events/envelope.ts';
import type { TranscriptSynced } from '../events/session-data.ts';
import { eventTail, type SessionId, sessionStream } from '../kernel/ids.ts';
import { commitDecision, touchesStream } from './commit-decision.ts';
import type { AppContext } from './context.ts';
import type { TranscriptDraft } from './ports/transcripts.ts';

/** All that an export carries of one session. */
export interface SessionBundle {
  readonly session: SessionId;
  /** Events in the exporting journal's order, the newest sync last. */
  readonly events: readonly EventDraft[];
  /** Kept lines as text. */
  readonly kept: Iterable<string>;
  readonly blobs: Iterable<Uint8Array>;
}

export interface BundleOutcome {
  readonly status: 'added' | 'updated' | 'unchanged' | 'skipped' | 'diverged';
  readonly events: number;
  readonly lines: number;
}

type KnownTails = (stream: string) => ReadonlySet<string>;

interface Landing {
  readonly app: AppContext;
  readonly bundle: SessionBundle;
  readonly knownTails: KnownTails;
  readonly revive: boolean;
}

/** The kept lines that are new here: after all that are kept already. `undefined` when the two histories differ. */
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

function keepLines({ app, bundle }: Landing, agent: AgentName): KeptPart {
  const state = app.readModel.state(bundle.session);
  const base = state?.purged === true ? null : (state?.transcript ?? null);
  const local = base === null ? [] : app.transcripts.keptLines(bundle.session, base.keptLength);
  let diverged = false;
  let lines = 0;
  let draft: TranscriptDraft | undefined;
  const fresh = newLines(local[Symbol.iterator](), bundle.kept, () => {
    diverged = true;
  });
  for (const line of fresh) {
    draft ??= app.transcripts.draft({ session: bundle.session, agent, base });
    draft.addKept(line);
    lines += 1;
  }
  draft?.seal();
  return { draft, lines, diverged };
}

function agentOf(bundle: SessionBundle): AgentName {
  const started = bundle.events.find((event) => event.type === 'session.started');
  return started?.type === 'session.started' ? started.data.agent : 'loom';
}

function newestSync(bundle: SessionBundle): TranscriptSynced | undefined {
  const syncs = bundle.events.flatMap((event) => (event.type === 'transcript.synced' ? [event.data] : []));
  return syncs.at(-1);
}

function syncDraft({ app, bundle }: Landing, kept: KeptPart): EventDraft[] {
  const sync = newestSync(bundle);
  const event = bundle.events.findLast((item) => item.type === 'transcript.synced');
  if (kept.draft === undefined || sync === undefined || event === undefined) return [];
  const { keptLength, lines } = kept.draft.report();
  const data: TranscriptSynced = { ...sync, keptLength, lines };
  return [{ ...event, id: app.mintEventId(), stream: sessionStream(bundle.session), type: 'transcript.synced', data }];
}

function newEvents({ bundle, knownTails }: Landing): readonly EventDraft[] {
  const known = knownTails(sessionStream(bundle.session));
  return bundle.events.filter((event) => event.type !== 'transcript.synced' && !known.has(eventTail(event.id)));
}

function erasedHere({ app, bundle, revive }: Landing): boolean {
  const state = app.readModel.state(bundle.session);
  return !revive && state !== undefined && (state.purged || state.deleted !== null);
}

/** Brings one exported session into the store: unknown events, and kept lines that continue what is kept. */
export async function importBundle(landing: Landing): Promise<BundleOutcome> {
  const { app, bundle } = landing;
  app.readModel.catchUp();
  if (erasedHere(landing)) return { status: 'skipped', events: 0, lines: 0 };
  const isNew = app.readModel.state(bundle.session) === undefined;
  const kept = keepLines(landing, agentOf(bundle));
  for (const blob of bundle.blobs) app.transcripts.putBlob(bundle.session, blob);
  const drafts = [...newEvents(landing), ...syncDraft(landing, kept)];
  try {
    await commitAll(landing, drafts, kept.draft);
  } catch (error) {
    kept.draft?.discard();
    throw error;
  }
  if (kept.diverged) return { status: 'diverged', events: drafts.length, lines: 0 };
  const status = drafts.length === 0 ? 'unchanged' : isNew ? 'added' : 'updated';
  return { status, events: drafts.length, lines: kept.lines };
}

/** Commits in slices; the last one carries the sync and publishes the kept lines. */
async function commitAll(
  { app, bundle }: Landing,
  drafts: readonly EventDraft[],
  draft: TranscriptDraft | undefined,
): Promise<void> {
  for (let start = 0; start < drafts.length; start += MAX_COMMIT_EVENTS) {
    const slice = drafts.slice(start, start + MAX_COMMIT_EVENTS);
    const last = start + MAX_COMMIT_EVENTS >= drafts.length;
    const committed = await commitDecision<'moved'>(
      app,
      () => (tail) =>
        touchesStream(tail, sessionStream(bundle.session))
          ? { kind: 'refuse', refusal: 'moved' }
          : {
              kind: 'append',
              drafts: slice,
              ...(last && draft !== undefined ? { before: () => draft.publish() } : {}),
            },
      { wait: 'growing' },
    );
    if (committed.kind === 'refused') return commitAll({ app, bundle } as Landing, drafts.slice(start), draft);
  }
}
