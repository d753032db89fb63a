import type { Branch, Compaction, Conversation, Message, Repair } from '../domain/conversation.ts';
import { type FileTouched, filesTouched } from '../domain/files-touched.ts';
import type { SessionState, SummaryMark } from '../domain/session-state.ts';
import type { SessionView } from '../domain/session-view.ts';
import { tallyTools } from '../domain/tool-tally.ts';
import { foldTurns, type Turn, textOf } from '../domain/turns.ts';
import type { ImportTally, SourceMark } from '../events/session-data.ts';
import type { SessionId } from '../kernel/ids.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { withCapturedPrompts } from './captured-prompts.ts';
import { capturedTurns } from './captured-turns.ts';
import type { AppContext } from './context.ts';
import { hydrateConversation } from './hydrate-blobs.ts';
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
  const transcript = state?.transcript;
  if (state === undefined || transcript === null || transcript === undefined) return EMPTY;
  const importer = app.importerFor(state.agent);
  if (importer === undefined) {
    throw new LoomError({
      kind: 'newer-format',
      code: 'no-normalizer',
      message: `this loom cannot read transcripts of ${state.agent}`,
    });
  }
  const inherited = transcript.inherited === null ? {} : { inheritedRecords: transcript.inherited.records };
  return importer.normalize(app.transcripts.records(session, transcript.keptLength), inherited);
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

/** A view counts what is kept; where a transcript is, the prompts that only were recorded live are added. */
function countCaptured(view: SessionView, { transcript }: SessionState, added: number): SessionView {
  if (transcript === null || added === 0) return view;
  return { ...view, counts: { ...view.counts, prompts: view.counts.prompts + added } };
}

/** All that is known of one session. */
export function showSession(app: AppContext, session: SessionId): SessionDetails {
  const view = app.readModel.view(session);
  const state = app.readModel.state(session);
  if (view === undefined || state === undefined) {
    throw new LoomError({ kind: 'not-found', code: 'session-not-found', message: `no session ${session}` });
  }
  const kept = readConversation(app, session);
  const hydrated = hydrateConversation(app, session, { conversation: kept, hydration: 'said' });
  const { conversation, added } = withCapturedPrompts(app, state, hydrated);
  const { transcript } = state;
  return {
    view: withWorktreeState(app, countCaptured(view, state, added)),
    turns: transcript === null ? capturedTurns(app, session) : foldTurns(conversation),
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
