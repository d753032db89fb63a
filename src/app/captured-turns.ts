import type { Turn, TurnToolCall } from '../domain/turns.ts';
import type { SessionId } from '../kernel/ids.ts';
import { capturedText } from './captured-prompts.ts';
import type { AppContext } from './context.ts';
import { sessionEvents } from './session-history.ts';

const NO_ANSWER = { answer: null, notices: [], messageIds: [], captured: true } as const;

type OpenTurn = Omit<Turn, 'toolCalls'> & { readonly toolCalls: TurnToolCall[] };

/** Turns of a session that has no transcript: what was recorded live, in journal order. */
export function capturedTurns(app: AppContext, session: SessionId): readonly Turn[] {
  const turns: OpenTurn[] = [];
  for (const event of sessionEvents(app, session)) {
    if (event.type === 'prompt.submitted') {
      const prompt = capturedText(app, session, event.data);
      turns.push({ ...NO_ANSWER, id: event.id, at: event.at, prompt, toolCalls: [] });
    }
    if (event.type === 'tool.completed' || event.type === 'tool.failed') {
      const { name, callId } = event.data;
      const status = event.type === 'tool.failed' ? 'error' : 'ok';
      turns.at(-1)?.toolCalls.push({ id: callId, name: name ?? 'tool', status, paths: [], about: null });
    }
  }
  return turns;
}
