import type { ProjectId, SessionId } from '../kernel/ids.ts';
import type { ConversationCounts, ConversationSummary, TokenTotals } from './conversation.ts';
import { wentOn } from './session-decide.ts';
import type { SessionState } from './session-state.ts';
import { laterOf } from './session-times.ts';
import type { SessionView } from './session-view.ts';

/** Everything a view is made of. */
export interface ViewParts {
  readonly state: SessionState;
  readonly summary: ConversationSummary | null;
  readonly project: { readonly id: ProjectId; readonly name: string; readonly path: string } | null;
  readonly shortId: string;
  /** Number of known children that are not deleted. */
  readonly children: number;
  /** The parent's state, when loom knows that session. */
  readonly parent: SessionState | undefined;
  /** From the nearest parent to the root. */
  readonly ancestors: readonly SessionId[];
}

const NO_COUNTS: ConversationCounts = {
  prompts: 0,
  answers: 0,
  toolCalls: 0,
  toolErrors: null,
  errors: null,
  compactions: null,
  sidechain: null,
  inherited: 0,
};

const NO_TOKENS: TokenTotals = {
  input: null,
  output: null,
  cacheRead: null,
  cacheWrite: null,
  inputIncludesCache: false,
};

const NOTHING_KNOWN: ConversationSummary = {
  counts: NO_COUNTS,
  tokens: NO_TOKENS,
  models: [],
  startedAt: null,
  updatedAt: null,
  plausibleAt: null,
  timeSuspect: false,
  cwd: null,
  cwds: [],
  branch: null,
  title: null,
  titleSource: null,
  mode: null,
  effort: null,
  headless: false,
  worktree: null,
  agentVersion: null,
};

/** Renders a session the way every command prints it, keys in documented order. */
export function viewSession(parts: ViewParts): SessionView {
  const { state } = parts;
  const summary = parts.summary ?? NOTHING_KNOWN;
  return {
    id: state.id,
    shortId: parts.shortId,
    nativeId: state.nativeId,
    agent: state.agent,
    ...titleOf(state, summary),
    project: parts.project,
    ...placeOf(state, summary),
    models: summary.models,
    mode: summary.mode,
    effort: summary.effort,
    startedAt: summary.startedAt ?? (isCaptured(state) ? state.startedAt : null),
    updatedAt: summary.updatedAt ?? (isCaptured(state) ? state.lastAt : null),
    ...endOf(state, summary),
    archived: state.archived,
    pinned: state.pinned,
    deleted: state.deleted !== null,
    purged: state.purged,
    headless: state.headless || summary.headless,
    counts: { ...countsOf(state, parts.summary), children: parts.children },
    tokens: summary.tokens,
    sortAt: laterOf(state.lastAt, summary.plausibleAt),
    timeSuspect: summary.timeSuspect,
    ...lineageOf(parts),
    worktree: summary.worktree ?? state.where?.worktree ?? null,
    worktreeRemoved: false,
    trust: state.trust,
    retention: 'kept',
    sourcePath: state.transcript?.source.path || null,
  };
}

/** Whether its times were seen by loom itself. An import without readable times knows none, whenever it ran. */
function isCaptured({ transcript, captured }: SessionState): boolean {
  return transcript === null || captured.prompts + captured.toolCalls > 0;
}

/** A session that went on after its end is active again. */
function endOf(state: SessionState, summary: ConversationSummary): Pick<SessionView, 'endedAt' | 'status'> {
  const { closed } = state;
  if (closed === null || wentOn(state, summary.plausibleAt)) return { endedAt: null, status: 'active' };
  return { endedAt: closed.at, status: 'closed' };
}

type Title = Pick<SessionView, 'title' | 'titleSource'>;

/** A person's title wins, then the one the session was started with, then what the transcript offers. */
function titleOf(state: SessionState, summary: ConversationSummary): Title {
  if (state.title !== null) return { title: state.title, titleSource: 'person' };
  if (state.startTitle !== null && state.trust === 'person') return { title: state.startTitle, titleSource: 'person' };
  if (summary.titleSource === 'custom') return { title: summary.title, titleSource: 'custom' };
  if (state.startTitle !== null) return { title: state.startTitle, titleSource: 'custom' };
  return { title: summary.title, titleSource: summary.titleSource };
}

function placeOf(state: SessionState, summary: ConversationSummary): Pick<SessionView, 'cwd' | 'branch'> {
  return {
    cwd: summary.cwd ?? state.where?.cwd ?? null,
    branch: summary.branch ?? state.where?.branch ?? null,
  };
}

/** A kept transcript carries what was captured live as well, but for what happened since it was kept. */
function countsOf(state: SessionState, summary: ConversationSummary | null): ConversationCounts {
  const { prompts, answers, toolCalls, errors } = summary === null ? state.captured : state.capturedSince;
  const kept = summary?.counts ?? NO_COUNTS;
  if (prompts + answers + toolCalls + errors === 0) return kept;
  return {
    ...kept,
    prompts: kept.prompts + prompts,
    answers: kept.answers + answers,
    toolCalls: kept.toolCalls + toolCalls,
    errors: summary !== null && errors === 0 ? kept.errors : (kept.errors ?? 0) + errors,
  };
}

function lineageOf({ state, parent, ancestors }: ViewParts): Pick<SessionView, 'parent' | 'forkedAt' | 'ancestors'> {
  const { parent: ref } = state;
  if (ref === null) return { parent: null, forkedAt: null, ancestors };
  const deleted = parent !== undefined && (parent.deleted !== null || parent.purged);
  return { parent: { id: ref.session, kind: ref.kind, deleted }, forkedAt: ref.at ?? null, ancestors };
}

/** Subagents and runs without a person: lists leave them out unless asked. */
export function isBackground(view: Pick<SessionView, 'headless' | 'parent'>): boolean {
  return view.headless || view.parent?.kind === 'subagent';
}

/**
 * A session in which nothing happened (opened and left, or started by hand and not used): it sorts after all others and is
 * never "the last one". One that a person named or pinned is work.
 */
export function isStub(view: Pick<SessionView, 'counts' | 'titleSource' | 'pinned'>): boolean {
  if (view.titleSource === 'person' || view.pinned) return false;
  const { prompts, answers, toolCalls } = view.counts;
  return prompts + answers + toolCalls === 0;
}
