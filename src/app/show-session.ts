import type { Branch, Compaction, Conversation, Message, Repair } from '../domain/conversation.ts';
import { type FileTouched, filesTouched } from '../domain/files-touched.ts';
import type { SessionState, SummaryMark } from '../domain/session-state.ts';
import type { SessionView } from '../domain/session-view.ts';
import { tallyTools } from '../domain/tool-tally.ts';
import { foldTurns, type Turn, textOf } from '../domain/turns.ts';
import type { LoomEvent } from '../events/envelope.ts';
import type { ImportTally, SourceMark } from '../events/session-data.ts';
import type { SessionId } from '../kernel/ids.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { withLackingFacts } from './captured-prompts.ts';
import { capturedTurns, withLateFacts } from './captured-turns.ts';
import type { AppContext } from './context.ts';
import { hydrateConversation } from './hydrate-blobs.ts';
import { eventsOfSessions } from './session-history.ts';
import { sourceExists } from './source-name.ts';
import { withWorktreeState, withWorktreeStates } from './worktree-state.ts';

/** A message on the active path, as `show` lists it. */
export interface ShownMessage {
  readonly id: string;
  readonly kind: Message['kind'];
  readonly role: Message['role'];
  readonly at: string | null;
  readonly text: string;
}

/** The answer of `sessions show`. */
export interface SessionDetails {
  readonly view: SessionView;
  readonly turns: readonly Turn[];
  readonly messages: readonly ShownMessage[];
  readonly tools: Readonly<Record<string, number>>;
  readonly compactions: readonly Compaction[];
  readonly branches: readonly Branch[];
  readonly files: readonly FileTouched[];
  readonly cwds: readonly string[];
  readonly children: readonly SessionView[];
  readonly repairs: readonly Repair[];
  /** Stored summaries, the newest last; their texts are printed by `sessions compact`. */
  readonly summaries: readonly SummaryMark[];
  readonly redactions: Readonly<Record<string, number>>;
  readonly import: { readonly source: SourceMark; readonly tally: ImportTally; readonly sourceMissing: boolean } | null;
}

const EMPTY: Conversation = {
  agent: 'loom',
  nativeId: null,
  messages: [],
  activePath: [],
  branches: [],
  compactions: [],
  repairs: [],
};

/** Reads and normalizes the kept transcript of a session; an empty conversation when nothing is kept. */
export function readConversation(app: AppContext, session: SessionId): Conversation {
  const state = app.readModel.state(session);
  return state === undefined ? EMPTY : conversationOf(app, state);
}

/** The same of a session whose state is known. */
export function conversationOf(
  app: Pick<AppContext, 'importerFor'> & { readonly transcripts: Pick<AppContext['transcripts'], 'records'> },
  state: Pick<SessionState, 'id' | 'agent' | 'transcript'>,
): Conversation {
  const { transcript } = state;
  if (transcript === null) return EMPTY;
  const importer = app.importerFor(state.agent);
  if (importer === undefined) {
    throw new LoomError({
      kind: 'newer-format',
      code: 'no-normalizer',
      message: `this loom cannot read transcripts of ${state.agent}`,
    });
  }
  const inherited = transcript.inherited === null ? {} : { inheritedRecords: transcript.inherited.records };
  return importer.normalize(app.transcripts.records(state.id, transcript.keptLength), inherited);
}

function messageText(message: Message): string {
  return textOf(message.content);
}

function shownMessages(conversation: Conversation): readonly ShownMessage[] {
  const byId = new Map(conversation.messages.map((message) => [message.id, message]));
  return conversation.activePath.flatMap((id) => {
    const message = byId.get(id);
    if (message === undefined) return [];
    return [{ id, kind: message.kind, role: message.role, at: message.at, text: messageText(message) }];
  });
}

/** Counts what is kept and what the transcript lacks, prompt by prompt: more exactly than lists, which go by time. */
function countCaptured(app: AppContext, view: SessionView, added: number): SessionView {
  const kept = app.readModel.summary(view.id)?.counts.prompts;
  return kept === undefined ? view : { ...view, counts: { ...view.counts, prompts: kept + added } };
}

const NOTED: ReadonlySet<string> = new Set(['prompt.submitted', 'run.completed', 'tool.completed', 'tool.failed']);

/** What was recorded live of a session; the journal is read only where there is something. */
function liveEvents(app: AppContext, { id, captured }: SessionState): readonly LoomEvent[] {
  if (captured.prompts + captured.answers + captured.toolCalls === 0) return [];
  return eventsOfSessions(app, [id], { types: NOTED }).get(id) ?? [];
}

/** Turns of a session with what was recorded live; `events` where the journal was read already. */
export function turnsOf(
  app: AppContext,
  state: SessionState,
  { conversation, events }: { readonly conversation: Conversation; readonly events: readonly LoomEvent[] },
): readonly Turn[] {
  if (state.transcript === null) return capturedTurns(app, state.id, events);
  const after = app.readModel.summary(state.id)?.updatedAt ?? state.transcript.recorded;
  return withLateFacts(app, state.id, { turns: foldTurns(conversation), events, after });
}

/** The conversation of a session with the prompts that only were recorded live, and how many these are; without a transcript, all that was. */
export function readWhole(
  app: AppContext,
  state: SessionState,
  events: readonly LoomEvent[],
): { readonly conversation: Conversation; readonly added: number } {
  const kept = readConversation(app, state.id);
  const conversation = hydrateConversation(app, state.id, { conversation: kept, hydration: 'said' });
  return withLackingFacts(app, state, { conversation, events });
}

/** All that is known of one session. */
export function showSession(app: AppContext, session: SessionId): SessionDetails {
  const view = app.readModel.view(session);
  const state = app.readModel.state(session);
  if (view === undefined || state === undefined) {
    throw new LoomError({ kind: 'not-found', code: 'session-not-found', message: `no session ${session}` });
  }
  const events = liveEvents(app, state);
  const { conversation, added } = readWhole(app, state, events);
  const { transcript } = state;
  return {
    view: withWorktreeState(app, countCaptured(app, view, added)),
    turns: turnsOf(app, state, { conversation, events }),
    messages: shownMessages(conversation),
    tools: tallyTools(conversation.messages),
    compactions: conversation.compactions,
    branches: conversation.branches,
    files: filesTouched(conversation.messages),
    cwds: app.readModel.summary(session)?.cwds ?? (view.cwd === null ? [] : [view.cwd]),
    children: withWorktreeStates(app, app.readModel.children(session)),
    repairs: conversation.repairs,
    summaries: state.summaries,
    redactions: transcript?.tally.redactions ?? {},
    import:
      transcript === null || transcript.source.path === ''
        ? null
        : {
            source: transcript.source,
            tally: transcript.tally,
            sourceMissing: !sourceExists(app.sources, transcript.source.path),
          },
  };
}
