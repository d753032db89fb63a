import type { LoomEvent } from '../events/envelope.ts';
import { eventTail } from '../kernel/ids.ts';
import type { SummaryMark } from './session-state.ts';

/** Method of a summary that was made by rules, without a model. */
export const DETERMINISTIC = 'deterministic';

/** Summaries that a session's state remembers. */
const MOST_SUMMARIES = 8;

/** Adds a stored summary; one whose text loom does not hold, or that does not say what it covers, is only in the journal. */
export function withSummary(
  summaries: readonly SummaryMark[],
  { id, at, data }: Extract<LoomEvent, { type: 'session.summarized' }>,
): readonly SummaryMark[] {
  const { blob, through, covers, method, turns = 0, messages = 0, tokens = 0 } = data;
  if (blob === undefined || through === undefined || covers === undefined || method === undefined) return summaries;
  if (summaries.some(({ event }) => eventTail(event) === eventTail(id))) return summaries;
  const mark = { event: id, at, method, blob, through, turns, messages, tokens, covers };
  return [...summaries, mark].slice(-MOST_SUMMARIES);
}

/** The newest summary made in one way of exactly these records. */
export function findSummary(
  summaries: readonly SummaryMark[],
  { method, covers }: Pick<SummaryMark, 'method' | 'covers'>,
): SummaryMark | undefined {
  return summaries.findLast((mark) => mark.method === method && mark.covers === covers);
}
