import type { IsoTime, SessionId } from '../kernel/ids.ts';
import { instantMillis } from '../kernel/instant.ts';
import { commitsMade } from './commits-made.ts';
import type { Conversation, Message, Usage } from './conversation.ts';
import { indexMessages } from './conversation-path.ts';
import type { OutcomeCommand } from './outcome-commands.ts';
import { oneLine } from './outcome-line.ts';
import { outcomeOf, type SessionOutcome } from './session-outcome.ts';
import type { SessionView } from './session-view.ts';
import { pairTools, type ToolStatus } from './tool-pairing.ts';
import { beginsTurn, textOf } from './turns.ts';

/** Longest prompt that a comparison quotes, in characters, and most of them. */
const MOST_PROMPT = 200;
const MOST_PROMPTS = 50;
/** Most paths of a list. */
const MOST_PATHS = 500;

/** One of two sessions that are compared. */
export interface ComparisonInput {
  readonly view: SessionView;
  readonly conversation: Conversation;
}

/** What one session did after the point where both part. No transcript text but bounded prompts. */
export interface ComparedSide {
  readonly id: SessionId;
  readonly shortId: string;
  readonly agent: string;
  readonly title: string | null;
  /** The first thing that was asked for after the fork point. */
  readonly goal: string | null;
  readonly prompts: readonly { readonly id: string; readonly at: IsoTime | null; readonly text: string }[];
  /** Numbers after the fork point. */
  readonly counts: { readonly prompts: number; readonly answers: number; readonly toolCalls: number };
  readonly tools: Readonly<Record<string, Readonly<Record<ToolStatus, number>>>>;
  /** Tests, builds and checks with their last end. */
  readonly checks: readonly Pick<OutcomeCommand, 'command' | 'kind' | 'status' | 'runs' | 'detail'>[];
  /** Ids, mostly abbreviated, that git printed. */
  readonly commits: readonly string[];
  /** Tokens after the fork point, in the agent's own figures. */
  readonly tokens: Usage;
  readonly models: readonly string[];
  readonly startedAt: IsoTime | null;
  readonly endedAt: IsoTime | null;
  readonly durationMs: number | null;
}

/** A file that one or both touched after the fork point. */
export interface ComparedPath {
  readonly path: string;
  readonly in: 'a' | 'b' | 'both';
  readonly a: { readonly reads: number; readonly edits: number };
  readonly b: { readonly reads: number; readonly edits: number };
}

/** Two sessions beside each other, from where they part. */
export interface SessionComparison {
  /** The nearest session that both come from, or that one of them is; null for strangers. */
  readonly ancestor: SessionId | null;
  /** The last message that both hold, and in which turn it stands; null for strangers. */
  readonly forkPoint: { readonly at: string; readonly turn: number } | null;
  readonly a: ComparedSide;
  readonly b: ComparedSide;
  readonly paths: readonly ComparedPath[];
  /** Paths that the list has no room for. */
  readonly morePaths: number;
}

function nearestAncestor(a: SessionView, b: SessionView): SessionId | null {
  const line = new Set([b.id, ...b.ancestors]);
  return [a.id, ...a.ancestors].find((id) => line.has(id)) ?? null;
}

function activeMessages({ messages, activePath }: Conversation): readonly Message[] {
  const byId = indexMessages(messages);
  return activePath.flatMap((id) => byId.get(id) ?? []);
}

/** What makes a message the same in two sessions: its id, and where that is only a place, what it says. */
function keyOf({ id, kind, at, content }: Message): string {
  return id.startsWith('line:') ? `${kind} ${at} ${JSON.stringify(content)}` : id;
}

interface Parted {
  readonly shared: readonly Message[];
  readonly after: readonly Message[];
}

/** Cuts a path behind the last message that the other one holds too. */
function partFrom(path: readonly Message[], other: readonly Message[]): Parted {
  const known = new Set(other.map(keyOf));
  const last = path.findLastIndex((message) => known.has(keyOf(message)));
  return { shared: path.slice(0, last + 1), after: path.slice(last + 1) };
}

/** The conversation after the fork point, subagents that ran since included. */
function laterPart(conversation: Conversation, { after }: Parted): Conversation {
  const first = after.reduce((line, message) => Math.min(line, message.line), Number.POSITIVE_INFINITY);
  const ids = new Set(after.map(({ id }) => id));
  const messages = conversation.messages.filter(
    ({ id, sidechain, line }) => ids.has(id) || (sidechain === true && line >= first),
  );
  return { ...conversation, messages, activePath: after.map(({ id }) => id) };
}

function tallyTools(messages: readonly Message[]): ComparedSide['tools'] {
  const tools: Record<string, Record<ToolStatus, number>> = {};
  for (const { name, status } of pairTools(messages).calls.values()) {
    const ends = tools[name] ?? { ok: 0, error: 0, interrupted: 0 };
    ends[status] += 1;
    tools[name] = ends;
  }
  return tools;
}

function commitsOf(messages: readonly Message[]): readonly string[] {
  const byId = indexMessages(messages);
  const commits = new Set<string>();
  for (const call of pairTools(messages).calls.values()) {
    const result = byId
      .get(call.resultMessageId ?? '')
      ?.content.find((block) => block.type === 'toolResult' && block.callId === call.id);
    if (result?.type === 'toolResult') for (const id of commitsMade(call, result.content)) commits.add(id);
  }
  return [...commits];
}

function sumUsage(messages: readonly Message[]): Usage {
  const sum = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  for (const { usage } of messages) {
    sum.input += usage?.input ?? 0;
    sum.output += usage?.output ?? 0;
    sum.cacheRead += usage?.cacheRead ?? 0;
    sum.cacheWrite += usage?.cacheWrite ?? 0;
  }
  return sum;
}

function spanOf(messages: readonly Message[]): Pick<ComparedSide, 'startedAt' | 'endedAt' | 'durationMs'> {
  const times = messages.flatMap(({ at }) => at ?? []).sort();
  const [startedAt, endedAt] = [times[0] ?? null, times.at(-1) ?? null];
  const durationMs = startedAt === null || endedAt === null ? null : instantMillis(endedAt) - instantMillis(startedAt);
  return { startedAt, endedAt, durationMs };
}

function sideOf(view: SessionView, part: Conversation, outcome: SessionOutcome): ComparedSide {
  const { messages } = part;
  const prompts = activeMessages(part).filter(beginsTurn);
  const answers = messages.filter(({ kind }) => kind === 'answer');
  return {
    id: view.id,
    shortId: view.shortId,
    agent: view.agent,
    title: view.title,
    goal: outcome.goal === null ? null : oneLine(outcome.goal.text, MOST_PROMPT),
    prompts: prompts
      .slice(0, MOST_PROMPTS)
      .map(({ id, at, content }) => ({ id, at, text: oneLine(textOf(content), MOST_PROMPT) })),
    counts: {
      prompts: prompts.length,
      answers: new Set(answers.map(({ id, apiId }) => apiId ?? id)).size,
      toolCalls: pairTools(messages).calls.size,
    },
    tools: tallyTools(messages),
    checks: outcome.commands
      .filter(({ kind }) => kind === 'test' || kind === 'build' || kind === 'check')
      .map(({ command, kind, status, runs, detail }) => ({ command, kind, status, runs, detail })),
    commits: commitsOf(messages),
    tokens: sumUsage(messages),
    models: [...new Set(answers.flatMap(({ model }) => model ?? []))],
    ...spanOf(messages),
  };
}

function comparePaths(a: SessionOutcome, b: SessionOutcome): readonly ComparedPath[] {
  const paths = new Map<string, { a: ComparedPath['a']; b: ComparedPath['b'] }>();
  const none = { reads: 0, edits: 0 };
  for (const { path, reads, edits } of a.paths) paths.set(path, { a: { reads, edits }, b: none });
  for (const { path, reads, edits } of b.paths) {
    paths.set(path, { a: paths.get(path)?.a ?? none, b: { reads, edits } });
  }
  const touched = ({ reads, edits }: ComparedPath['a']): boolean => reads + edits > 0;
  return [...paths]
    .map(([path, sides]): ComparedPath => {
      const where = touched(sides.a) && touched(sides.b) ? 'both' : touched(sides.a) ? 'a' : 'b';
      return { path, in: where, ...sides };
    })
    .sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** Sets two sessions beside each other from where they part; strangers from their beginnings. Pure. */
export function compareSessions(a: ComparisonInput, b: ComparisonInput): SessionComparison {
  const ancestor = nearestAncestor(a.view, b.view);
  const [pathA, pathB] = [activeMessages(a.conversation), activeMessages(b.conversation)];
  const partA = partFrom(pathA, ancestor === null ? [] : pathB);
  const partB = partFrom(pathB, ancestor === null ? [] : pathA);
  const [laterA, laterB] = [laterPart(a.conversation, partA), laterPart(b.conversation, partB)];
  const [outcomeA, outcomeB] = [outcomeOf(laterA), outcomeOf(laterB)];
  const paths = comparePaths(outcomeA, outcomeB);
  const last = partA.shared.at(-1);
  return {
    ancestor,
    forkPoint: last === undefined ? null : { at: last.id, turn: partA.shared.filter(beginsTurn).length },
    a: sideOf(a.view, laterA, outcomeA),
    b: sideOf(b.view, laterB, outcomeB),
    paths: paths.slice(0, MOST_PATHS),
    morePaths: Math.max(0, paths.length - MOST_PATHS),
  };
}
