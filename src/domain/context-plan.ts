import { CHARS_PER_TOKEN, estimateTokens } from './context-budget.ts';
import { sizeOfSteps, writeContext } from './context-formats.ts';
import { type OmittedParts, type PrefaceText, prefaceStep, writePreface } from './context-preface.ts';
import { shrinkTurn } from './context-shrink.ts';
import type { ContextFormat, ContextStep } from './context-step.ts';
import { chooseTail, type TailGroup } from './context-tail.ts';

/** How a context was made: everything; the agent's last summary and what follows; a summary of the head and the tail. */
export type ContextTier = 'verbatim' | 'compacted' | 'summarised';

/** Where the text of a summary comes from: loom's rules, or a stored one that a configured program wrote. */
export type SummarySource = 'deterministic' | 'stored';

/** A stored summary that still says what it said when it was made. */
export interface StoredSummary {
  /** Last turn it covers, whole. */
  readonly through: number;
  readonly text: string;
}

export interface ContextRequest {
  readonly format: ContextFormat;
  /** Estimated tokens; not below the least budget. */
  readonly budget: number;
  readonly steps: readonly ContextStep[];
  /** Turns of the whole conversation. */
  readonly turns: number;
  /** Index of the step that holds the agent's last summary of what came before; null when nothing was compacted. */
  readonly compaction: number | null;
  readonly preface: PrefaceText;
  /** Summaries that may stand for a head, best first; asked only when a head must be summarised. */
  readonly stored: () => readonly StoredSummary[];
  /** Makes a summary of the turns up to this one, in at most that many characters. */
  readonly summarize: (through: number, most: number) => string;
  /** Redacts and completes a step; asked only for steps that may end in the context. */
  readonly clean: (step: ContextStep) => ContextStep;
}

export interface PlannedContext {
  readonly tier: ContextTier;
  readonly document: string;
  readonly tokens: number;
  readonly kept: { readonly turns: number; readonly messages: number };
  readonly omitted: OmittedParts;
  /** One line that says what was left out and how to see it; null when nothing was. */
  readonly note: string | null;
  /** What stands for the head. */
  readonly summary: { readonly through: number; readonly source: SummarySource } | null;
}

/** Room for the preface: a quarter, and no more than a long summary takes. */
const MOST_PREFACE = 24_000;

/** Characters of a budget that the preface may take. */
export function prefaceRoom(budget: number): number {
  return Math.min(Math.floor(budget), MOST_PREFACE);
}

function countMessages(steps: readonly ContextStep[]): number {
  return new Set(steps.flatMap(({ messageIds }) => messageIds)).size;
}

/** Whether the bare texts alone are too long. */
function isSurelyOver(steps: readonly ContextStep[], limit: number): boolean {
  let length = 0;
  for (const { parts } of steps) {
    for (const part of parts) {
      if (part.type === 'text') length += part.text.length;
      if (part.type === 'call') length += part.result.text.length;
    }
    if (length > limit) return true;
  }
  return false;
}

interface Fitting {
  readonly tier: ContextTier;
  readonly steps: readonly ContextStep[];
  readonly omitted: OmittedParts;
}

/** The steps with a preface, when they fit as they are. */
function fitWhole(request: ContextRequest, { tier, steps, omitted }: Fitting): PlannedContext | undefined {
  const limit = request.budget * CHARS_PER_TOKEN;
  if (isSurelyOver(steps, limit)) return undefined;
  const preface = writePreface(request, { omitted, summary: null, most: prefaceRoom(request.budget) });
  const all = [...prefaceSteps(preface.text), ...steps.map(request.clean)];
  return finish(request, { tier, steps: all, omitted, note: preface.note, summary: null });
}

function prefaceSteps(text: string): readonly ContextStep[] {
  return text === '' ? [] : [prefaceStep(text)];
}

type Unwritten = Pick<PlannedContext, 'tier' | 'omitted' | 'note' | 'summary'> & {
  readonly steps: readonly ContextStep[];
};

function finish(request: ContextRequest, { steps, ...rest }: Unwritten): PlannedContext | undefined {
  const document = writeContext(request.format, steps);
  const tokens = estimateTokens(document);
  if (tokens > request.budget) return undefined;
  const turns = request.turns - rest.omitted.turns;
  return { ...rest, document, tokens, kept: { turns, messages: countMessages(steps) } };
}

function planCompacted(request: ContextRequest): PlannedContext | undefined {
  const { compaction, steps } = request;
  if (compaction === null) return undefined;
  const before = steps.slice(0, compaction);
  const rest = steps.slice(compaction);
  const turns = new Set(before.map(({ turn }) => turn));
  // A turn that was compacted half-way goes on behind the summary.
  for (const { turn, parts } of rest) if (!parts.some(isSummary)) turns.delete(turn);
  const omitted = { turns: turns.size, messages: countMessages(before), bytes: 0 };
  return fitWhole(request, { tier: 'compacted', steps: rest, omitted });
}

/** Whether a part is a summary that the agent wrote when it compacted. */
export function isSummary(part: ContextStep['parts'][number]): boolean {
  return part.type === 'text' && part.from === 'summary';
}

interface Tail {
  readonly groups: readonly TailGroup[];
  readonly stored: StoredSummary | undefined;
  readonly shrunk: { readonly steps: readonly ContextStep[]; readonly bytes: number } | undefined;
}

/** The newest turns that fit, or the newest one made to fit. */
function findTail(request: ContextRequest, limit: number): Tail {
  const { format, clean, compaction, steps } = request;
  const floor = compaction === null ? 0 : compaction + 1;
  const measure = (some: readonly ContextStep[]) => sizeOfSteps(format, some);
  const { groups, last } = chooseTail(steps.slice(floor), { limit, measure, clean });
  if (groups.length > 0) {
    const stored = request
      .stored()
      .find(({ through }) => groups.some(({ turn, from }) => turn === through + 1 && from > 0));
    const from = stored === undefined ? 0 : groups.findIndex(({ turn }) => turn === stored.through + 1);
    return { groups: groups.slice(from), stored, shrunk: undefined };
  }
  const marker = (bytes: number) => `[… ${bytes} bytes left out: ${request.preface.command}]`;
  const shrunk = last === undefined ? undefined : shrinkTurn(last.steps, { format, limit, marker });
  return { groups: [], stored: undefined, shrunk };
}

function planSummarised(request: ContextRequest, room: number): PlannedContext | undefined {
  const most = prefaceRoom(request.budget);
  const tail = findTail(request, room - most);
  const steps = tail.shrunk?.steps ?? tail.groups.flatMap((group) => group.steps);
  const first = steps[0]?.turn ?? request.turns + 1;
  // What a turn lost may be in a summary of it; what stands there whole need not.
  const through = tail.shrunk === undefined ? first - 1 : first;
  const omitted = {
    turns: first - 1,
    messages: Math.max(0, countMessages(request.steps) - countMessages(steps)),
    bytes: tail.shrunk?.bytes ?? 0,
  };
  const stored = tail.stored?.text;
  const summary = (size: number) =>
    stored !== undefined && stored.length <= size ? stored : request.summarize(through, size);
  const preface = writePreface(request, { omitted, summary: through === 0 ? null : summary, most });
  const source: SummarySource = stored !== undefined && preface.text.includes(stored) ? 'stored' : 'deterministic';
  const made = through === 0 ? null : { through, source };
  return finish(request, {
    tier: 'summarised',
    steps: [...prefaceSteps(preface.text), ...steps],
    omitted,
    note: preface.note,
    summary: made,
  });
}

/** Thinking is the first thing to go: no reader needs it to go on. */
function withoutThinking(step: ContextStep): ContextStep {
  return step.parts.some(({ type }) => type === 'thinking')
    ? { ...step, parts: step.parts.filter(({ type }) => type !== 'thinking') }
    : step;
}

const NOTHING: OmittedParts = { turns: 0, messages: 0, bytes: 0 };

function planWhole(request: ContextRequest): PlannedContext | undefined {
  return fitWhole(request, { tier: 'verbatim', steps: request.steps, omitted: NOTHING }) ?? planCompacted(request);
}

/**
 * Makes the context of a session that fits a budget: all of it; else the agent's last summary and all that follows; else a
 * summary of the head and the newest turns, cut where a person's prompt begins. Never more than the budget, which is counted
 * over the whole document, a token for every four characters. The same request gives the same bytes.
 */
export function planContext(given: ContextRequest): PlannedContext {
  const cleaned = new Map<ContextStep, ContextStep>();
  const clean = (step: ContextStep): ContextStep => {
    const known = cleaned.get(step) ?? given.clean(step);
    cleaned.set(step, known);
    return known;
  };
  const request = { ...given, clean };
  const bare = { ...request, steps: request.steps.map(withoutThinking) };
  const whole = planWhole(request) ?? planWhole(bare);
  if (whole !== undefined) return whole;
  for (let room = request.budget * CHARS_PER_TOKEN; room > 0; room -= Math.ceil(request.budget / 8)) {
    const planned = planSummarised(request, room);
    if (planned !== undefined) return planned;
  }
  throw new TypeError(`no context fits ${request.budget} tokens`);
}
