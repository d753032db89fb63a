import { budgetOf, LEAST_BUDGET, windowOf } from '../domain/context-budget.ts';
import {
  type ContextTier,
  isSummary,
  planContext,
  type StoredSummary,
  type SummarySource,
} from '../domain/context-plan.ts';
import type { OmittedParts } from '../domain/context-preface.ts';
import type { ContextFormat, ContextPart, ContextStep } from '../domain/context-step.ts';
import type { Conversation } from '../domain/conversation.ts';
import { oneLine } from '../domain/outcome-line.ts';
import type { Finding } from '../domain/resume-finding.ts';
import { renderOutcome } from '../domain/session-outcome-markdown.ts';
import { DETERMINISTIC } from '../domain/session-summaries.ts';
import type { SessionId } from '../kernel/ids.ts';
import { LoomError } from '../kernel/loom-error.ts';
import type { AppContext } from './context.ts';
import { hydrateStrings } from './hydrate-blobs.ts';
import { redactStrings } from './redact-identity.ts';
import { digestTurns, readSessionConversation, type SessionConversation } from './session-conversation.ts';

export interface ContextOptions {
  readonly format: ContextFormat;
  /** Estimated tokens that the document may have; 40 % of the window when absent. */
  readonly budget?: number;
  /** Context window in tokens; that of the session's last model when absent. */
  readonly window?: number;
  /** What a resume check found: what may be stale is told to the agent. */
  readonly findings?: readonly Finding[];
}

/** A context to continue a session with. */
export interface AssembledContext {
  readonly tier: ContextTier;
  readonly format: ContextFormat;
  /** Estimated tokens: a token for every four characters of the document. */
  readonly budget: number;
  readonly tokens: number;
  readonly kept: { readonly turns: number; readonly messages: number };
  readonly omitted: OmittedParts;
  /** One line: what was left out, and the command that shows it; null when nothing was. */
  readonly note: string | null;
  /** What stands for the turns that are left out. */
  readonly summary: { readonly through: number; readonly source: SummarySource } | null;
  readonly document: string;
}

/** Most lines about what may be stale, and paths named in each. */
const MOST_STALE = 12;
const MOST_PATHS = 5;
/** Most memory proposals that are named. */
const MOST_PROPOSALS = 8;

/** Reads a budget; 40 % of the window unless given. Throws LoomError `usage`/`budget-too-small`. */
export function contextBudget(
  { budget, window }: Pick<ContextOptions, 'budget' | 'window'>,
  conversation: Conversation,
): number {
  const tokens = Math.floor(budget ?? budgetOf(window ?? windowOf(lastModel(conversation))));
  if (tokens >= LEAST_BUDGET) return tokens;
  throw new LoomError({
    kind: 'usage',
    code: 'budget-too-small',
    message: `a context needs at least ${LEAST_BUDGET} tokens; ${tokens} are too few`,
    hints: [`--budget ${LEAST_BUDGET}`],
  });
}

function lastModel({ messages }: Conversation): string | null {
  return messages.findLast(({ model, sidechain }) => model !== undefined && sidechain !== true)?.model ?? null;
}

/** Findings that an agent should know of, one line each. */
export function staleLines(findings: readonly Finding[]): readonly string[] {
  return findings
    .filter(({ severity }) => severity !== 'info')
    .slice(0, MOST_STALE)
    .map(({ message, paths = [], pathCount = paths.length }) => {
      const named = paths.slice(0, MOST_PATHS);
      const more = pathCount > named.length ? `, and ${pathCount - named.length} more` : '';
      return oneLine(named.length === 0 ? message : `${message}: ${named.join(', ')}${more}`);
    });
}

/** Thinking whose text or signature was changed since the model signed it is none that an API takes back. */
function isIntact(part: ContextPart, before: ContextPart | undefined): boolean {
  if (part.type !== 'thinking' || before?.type !== 'thinking') return true;
  return part.text === before.text && part.signature === before.signature;
}

/** Puts long strings back into a step, and redacts it with the present rules. */
function cleanStep(app: AppContext, session: SessionId, step: ContextStep): ContextStep {
  const hydrated = hydrateStrings(app, session, step.parts);
  const parts = redactStrings(app.redactor, hydrated);
  return { ...step, parts: parts.filter((part, index) => isIntact(part, hydrated[index])) };
}

/** Only the last turn's thinking is sent back: an API needs none of earlier turns, and a signature is long. */
function withoutOldThinking(steps: readonly ContextStep[]): readonly ContextStep[] {
  const last = steps.at(-1)?.turn;
  return steps.map((step) =>
    step.turn === last || step.role === 'user'
      ? step
      : { ...step, parts: step.parts.filter(({ type }) => type !== 'thinking') },
  );
}

/** The text that the agent itself put in place of what it compacted last. */
function ownSummary(steps: readonly ContextStep[], through: number): string | undefined {
  const step = steps.findLast(({ turn, parts }) => turn <= through && parts.some(isSummary));
  const part = step?.parts.find(isSummary);
  return part?.type === 'text' ? part.text : undefined;
}

/**
 * Memory proposals of the session that await review, by id alone: what nobody accepted is not put before an agent.
 */
function proposalLines(app: AppContext, session: SessionId): readonly string[] {
  const waiting = app.readModel
    .memories({ statuses: ['proposed'] })
    .filter(({ provenance }) => provenance.sessionId === session);
  if (waiting.length === 0) return [];
  const named = waiting.slice(0, MOST_PROPOSALS).map(({ id }) => id);
  const more = waiting.length > named.length ? ` and ${waiting.length - named.length} more` : '';
  return [`${named.join(', ')}${more}: claims that nobody accepted yet`];
}

/** Makes the deterministic summary of the first turns, redacted, in at most so many characters. */
export function summarizeTurns(
  app: AppContext,
  { state, steps, outcomeThrough }: Pick<SessionConversation, 'state' | 'steps' | 'outcomeThrough'>,
): (through: number, most: number) => string {
  return (through, most) => {
    const own = ownSummary(steps, through);
    const text = renderOutcome(outcomeThrough(through), {
      most,
      proposals: proposalLines(app, state.id),
      ...(own === undefined ? {} : { ownSummary: own }),
    });
    return app.redactor.redact(text).text.slice(0, most).toWellFormed();
  };
}

/** Summaries by a configured program whose records are still what they were, newest first. */
function storedSummaries(app: AppContext, session: SessionId, read: SessionConversation): readonly StoredSummary[] {
  return read.state.summaries.toReversed().flatMap(({ method, turns, covers, blob }) => {
    if (method === DETERMINISTIC || turns > read.turns.length || digestTurns(app, read, turns) !== covers) return [];
    const content = app.transcripts.blob(session, blob);
    if (content === undefined) return [];
    const text = app.redactor.redact(app.decodeText(content)).text;
    return [{ through: turns, text: `Summary of turns 1–${turns}, written by a program (${method}):\n\n${text}` }];
  });
}

/** The same for a conversation that was read already. */
export function assembleSteps(
  app: AppContext,
  read: SessionConversation,
  options: Pick<ContextOptions, 'format' | 'findings'> & { readonly budget: number },
): AssembledContext {
  const session = read.state.id;
  const { format, budget, findings = [] } = options;
  const compaction = read.steps.findLastIndex(({ parts }) => parts.some(isSummary));
  const planned = planContext({
    format,
    budget,
    steps: withoutOldThinking(read.steps),
    turns: read.turns.length,
    compaction: compaction > 0 ? compaction : null,
    preface: { session, command: `loom sessions export ${session}`, stale: staleLines(findings) },
    stored: () => storedSummaries(app, session, read),
    summarize: summarizeTurns(app, read),
    clean: (step) => cleanStep(app, session, step),
  });
  return { ...planned, format, budget };
}

/**
 * Makes the context to continue a session with, in at most `budget` estimated tokens: everything; else the agent's last
 * summary and what follows; else a summary and the newest turns. The same records and options give the same bytes. Writes
 * nothing. Throws LoomError `usage`/`budget-too-small`, `not-found`/`session-not-found`.
 */
export function assembleContext(app: AppContext, session: SessionId, options: ContextOptions): AssembledContext {
  const read = readSessionConversation(app, session);
  return assembleSteps(app, read, { ...options, budget: contextBudget(options, read.conversation) });
}
