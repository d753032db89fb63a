import { AGENT_COMMANDS } from '../domain/agent-commands.ts';
import type { Message } from '../domain/conversation.ts';
import type { ProviderFacts, ResumeFacts, RunningFacts, TranscriptFacts } from '../domain/resume-facts.ts';
import type { SessionBaselines } from '../domain/session-baselines.ts';
import type { SessionState } from '../domain/session-state.ts';
import type { SessionView } from '../domain/session-view.ts';
import type { AgentName } from '../events/agents.ts';
import type { LoomEvent } from '../events/envelope.ts';
import type { ProcessMark } from '../events/session-data.ts';
import type { ProjectSnapshot } from '../events/snapshot-data.ts';
import { parseMemoryId } from '../kernel/ids.ts';
import { instantMillis } from '../kernel/instant.ts';
import type { AppContext } from './context.ts';
import { type ResumeHistory, readResumeHistory } from './resume-history.ts';
import { findResumePlace, type ResumeScope } from './resume-place.ts';
import { compareWorktree, presentPath } from './resume-worktree.ts';
import { sessionBaselines } from './session-baselines.ts';
import { readConversation } from './show-session.ts';

/** What is asked of a resume. */
export interface ResumeQuestion extends ResumeScope {
  readonly agent?: AgentName;
  readonly model?: string;
  readonly effort?: string;
  /** The context is printed for any agent, so that the session's own need not be here. */
  readonly printed: boolean;
  /** More policy files, relative to the root. */
  readonly globs?: readonly string[];
}

/** Facts for the judges, and the history they came from. */
export interface GatheredFacts {
  readonly facts: ResumeFacts;
  /** Messages of the kept conversation. */
  readonly messages: readonly Message[];
  readonly history: ResumeHistory;
}

const MINUTE = 60_000;

function isSameProcess(one: ProcessMark, other: ProcessMark): boolean {
  return one.host === other.host && one.boot === other.boot && one.pid === other.pid && one.started === other.started;
}

function runningFacts(
  app: AppContext,
  state: SessionState,
  { baselines, history }: { readonly baselines: SessionBaselines; readonly history: ResumeHistory },
): RunningFacts | null {
  const mark = baselines.process;
  if (mark === null) return null;
  const later = history.starts.filter((start) => start.session !== state.id && isSameProcess(start.process, mark));
  const own = history.starts.findLast(({ session }) => session === state.id);
  const followedBy = later.findLast(({ at }) => own === undefined || at > own.at)?.session ?? null;
  const silent = Math.floor((app.clock() - instantMillis(baselines.lastAt)) / MINUTE);
  return {
    mark,
    look: app.processes.look(mark),
    isAncestor: app.processes.isAncestor(mark),
    followedBy,
    silentMinutes: Math.max(0, silent),
  };
}

/** The model that a live session was last seen to change to. */
function changedModel(events: readonly LoomEvent[]): string | undefined {
  return events.flatMap((event) => (event.type === 'model.changed' ? [event.data.to] : [])).at(-1);
}

function providerFacts(
  app: AppContext,
  { view, events }: { readonly view: SessionView; readonly events: readonly LoomEvent[] },
  question: ResumeQuestion,
): ProviderFacts {
  const agent = question.agent ?? view.agent;
  const model = view.models.at(-1) ?? changedModel(events) ?? null;
  // What the session had says nothing of another agent.
  const kept = agent === view.agent ? { model, effort: view.effort } : { model: null, effort: null };
  const command = AGENT_COMMANDS[agent];
  const machine = app.snapshots.agent(agent);
  return {
    agent: { original: view.agent, selected: agent },
    model: { original: model, selected: question.model ?? kept.model },
    effort: { original: view.effort, selected: question.effort ?? kept.effort },
    needsProgram: !question.printed,
    programName: command?.program ?? null,
    program: machine.program,
    models: agent === view.agent ? (machine.models ?? null) : null,
  };
}

/** Bytes that the agent's own file grew by since its records were kept; only a file of lines tells. */
function behindBytes(app: AppContext, { transcript }: SessionState): number {
  if (transcript === null || !transcript.source.path.endsWith('.jsonl')) return 0;
  const { path, size } = transcript.source;
  if (!app.sources.exists(path)) return 0;
  const opened = app.sources.open({ path, size, mtimeNs: 0n, ctimeNs: 0n, dev: 0n, ino: 0n });
  if ('code' in opened) return 0;
  const grown = opened.size - size;
  opened.close();
  return Math.max(0, grown);
}

/** Kept records that cannot be read, and those of a newer loom. */
function countUnread(app: AppContext, { id, transcript }: SessionState): { damaged: number; newer: number } {
  const count = { damaged: 0, newer: 0 };
  for (const item of transcript === null ? [] : app.transcripts.records(id, transcript.keptLength)) {
    if ('damage' in item) count[item.newer === true ? 'newer' : 'damaged'] += 1;
  }
  return count;
}

function isReadable(app: AppContext, { transcript, agent }: SessionState): boolean {
  return transcript === null || app.importerFor(agent) !== undefined;
}

function transcriptFacts(app: AppContext, state: SessionState, view: SessionView): TranscriptFacts {
  const { transcript, blocked } = state;
  const unread = countUnread(app, state);
  const { prompts, answers, toolCalls } = view.counts;
  return {
    newer:
      unread.newer + (blocked === 'unknown-event' ? 1 : 0) + (isReadable(app, state) ? 0 : (transcript?.lines ?? 0)),
    damaged: unread.damaged + (transcript?.tally.malformed ?? 0),
    malformedLines: transcript?.tally.malformedLines ?? [],
    empty: prompts + answers + toolCalls === 0,
    imported: transcript !== null,
    behindBytes: behindBytes(app, state),
    sourcePath: transcript?.source.path ?? null,
  };
}

const LAPSED = new Set(['superseded', 'retracted', 'forgotten', 'rejected']);

function lapsedMemories(app: AppContext, shown: readonly string[]): ResumeFacts['lapsedMemories'] {
  return shown.flatMap((text) => {
    const id = parseMemoryId(text);
    const record = id === undefined ? undefined : app.readModel.memory(id);
    if (record === undefined || !LAPSED.has(record.status)) return [];
    return [{ id: record.id, status: record.status, successor: record.supersededBy }];
  });
}

type Checkout = Pick<ResumeFacts, 'now' | 'worktree' | 'contents' | 'ownCommits'>;

const NOWHERE: Checkout = { now: null, worktree: null, contents: new Map(), ownCommits: new Set() };

async function lookAtCheckout(
  app: AppContext,
  baselines: SessionBaselines,
  { folder, globs }: { readonly folder: string | null; readonly globs: readonly string[] | undefined },
): Promise<Checkout> {
  if (folder === null) return NOWHERE;
  const now: ProjectSnapshot = await app.snapshots.take(folder, globs === undefined ? {} : { globs });
  const own = now.git === null ? [] : await app.snapshots.findCommits(now.where.cwd, baselines.ownCommits);
  const ownCommits = new Set(own);
  const paths = [...baselines.paths.values()].map((path) => ({ from: path.path, to: presentPath(path, now) }));
  const found = await app.snapshots.contents(paths.map(({ to }) => to));
  const contents = new Map(
    paths.flatMap(({ from, to }) => {
      const content = found.get(to);
      return content === undefined ? [] : [[from, content] as const];
    }),
  );
  const worktree = await compareWorktree(app, baselines, { now, ownCommits, contents });
  return { now, worktree, contents, ownCommits };
}

/** Gathers what the judges need; reads only. The read model must be caught up. */
export async function gatherResumeFacts(
  app: AppContext,
  { state, view }: { readonly state: SessionState; readonly view: SessionView },
  question: ResumeQuestion,
): Promise<GatheredFacts> {
  const place = findResumePlace(app, state, question);
  const history = readResumeHistory(app, state);
  const messages = isReadable(app, state) ? readConversation(app, state.id).messages : [];
  const baselines = sessionBaselines(app, state, { events: history.events, messages });
  const checkout = await lookAtCheckout(app, baselines, { folder: place.chosen, globs: question.globs });
  const facts: ResumeFacts = {
    session: state.id,
    place,
    running: runningFacts(app, state, { baselines, history }),
    provider: providerFacts(app, { view, events: history.events }, question),
    transcript: transcriptFacts(app, state, view),
    baselines,
    ...checkout,
    confirmed: history.confirmed,
    lapsedMemories: lapsedMemories(app, history.shownMemories),
    digest: app.keyedDigest,
  };
  return { facts, history, messages };
}
