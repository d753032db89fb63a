import type { LoomEvent } from '../events/envelope.ts';
import { eventTail } from '../kernel/ids.ts';
import type { CapturedFigures, SessionState } from './session-state.ts';

export const NOTHING_CAPTURED: CapturedFigures = { prompts: 0, answers: 0, toolCalls: 0, errors: 0 };

/** Tails that are remembered to tell a fact that is told twice. */
const MOST_RECENT = 32;

const CAPTURED_AS = {
  'prompt.submitted': 'prompts',
  'run.completed': 'answers',
  'tool.completed': 'toolCalls',
  'tool.failed': 'toolCalls',
  'error.recorded': 'errors',
} as const satisfies Readonly<Record<string, keyof CapturedFigures>>;

type CapturedType = keyof typeof CAPTURED_AS;

function withOneMore(figures: CapturedFigures, type: CapturedType): CapturedFigures {
  const figure = CAPTURED_AS[type];
  return { ...figures, [figure]: figures[figure] + 1 };
}

/** Counts a captured fact. What happened before the transcript was last kept is in the transcript, however late it is told. */
export function countFact(state: SessionState, event: LoomEvent & { readonly type: CapturedType }): SessionState {
  const { transcript } = state;
  const isLater = transcript === null || event.at > transcript.recorded;
  return {
    ...state,
    captured: withOneMore(state.captured, event.type),
    capturedSince: isLater ? withOneMore(state.capturedSince, event.type) : state.capturedSince,
    recent: [...state.recent, eventTail(event.id)].slice(-MOST_RECENT),
  };
}
