import { aboutCall } from '../domain/tool-about.ts';
import type { Turn, TurnToolCall } from '../domain/turns.ts';
import type { LoomEvent } from '../events/envelope.ts';
import type { SessionId } from '../kernel/ids.ts';
import { capturedText } from './captured-text.ts';
import type { AppContext } from './context.ts';

const NOTHING_YET = { answer: null, notices: [], messageIds: [], captured: true } as const;

type OpenTurn = Omit<Turn, 'toolCalls' | 'answer'> & { readonly toolCalls: TurnToolCall[]; answer: string | null };

type ToolEnd = Extract<LoomEvent, { type: 'tool.completed' | 'tool.failed' }>;

/** A call that was recorded live; its arguments are in the transcript only. */
export function capturedCall({ type, data }: ToolEnd): TurnToolCall {
  const status = type === 'tool.failed' ? 'error' : 'ok';
  const paths = (data.touched ?? []).map(({ path }) => path);
  return { id: data.callId, name: data.name ?? 'tool', status, paths, about: aboutCall({ file_path: paths[0] }) };
}

function isEnd(event: LoomEvent): event is ToolEnd {
  return event.type === 'tool.completed' || event.type === 'tool.failed';
}

function joined(answer: string | null, text: string): string | null {
  if (text === '') return answer;
  return answer === null ? text : `${answer}\n\n${text}`;
}

/** Turns of a session that has no transcript: what was recorded live, in journal order. */
export function capturedTurns(app: AppContext, session: SessionId, events: readonly LoomEvent[]): readonly Turn[] {
  const turns: OpenTurn[] = [];
  for (const event of events) {
    if (event.type === 'prompt.submitted') {
      const prompt = capturedText(app, session, event.data);
      turns.push({ ...NOTHING_YET, id: event.id, at: event.at, prompt, toolCalls: [] });
    }
    const turn = turns.at(-1);
    if (turn === undefined) continue;
    if (isEnd(event)) turn.toolCalls.push(capturedCall(event));
    if (event.type === 'run.completed') turn.answer = joined(turn.answer, capturedText(app, session, event.data));
  }
  return turns;
}

/**
 * Calls of the transcript that are the same as late ones which their hook could not name: as many of a tool as the transcript
 * has more than were recorded before its end.
 */
function spareCalls(turns: readonly Turn[], events: readonly LoomEvent[], after: string) {
  const spare = new Map<string, number>();
  const add = (name: string, count: number) => spare.set(name, (spare.get(name) ?? 0) + count);
  for (const { toolCalls } of turns) for (const { name } of toolCalls) add(name, 1);
  for (const event of events) if (isEnd(event) && event.at <= after) add(event.data.name ?? '', -1);
  return {
    take({ data: { name = '', timed } }: ToolEnd): boolean {
      if (timed !== true || (spare.get(name) ?? 0) <= 0) return false;
      add(name, -1);
      return true;
    },
  };
}

/**
 * Adds to the turns of a transcript what was recorded live after its last message: the calls and the last answer that it will
 * tell when it is kept again.
 */
export function withLateFacts(
  app: AppContext,
  session: SessionId,
  {
    turns,
    events,
    after,
  }: { readonly turns: readonly Turn[]; readonly events: readonly LoomEvent[]; readonly after: string },
): readonly Turn[] {
  const late = events.filter(({ at }) => at > after);
  if (late.length === 0 || turns.length === 0) return turns;
  const spare = spareCalls(turns, events, after);
  const known = new Set(turns.flatMap(({ toolCalls }) => toolCalls.map(({ id }) => id)));
  const open: OpenTurn[] = turns.map((turn) => ({ ...turn, toolCalls: [...turn.toolCalls] }));
  for (const event of late) {
    const turn = open.findLast(({ at }) => at !== null && at <= event.at);
    if (turn === undefined) continue;
    if (isEnd(event) && !known.has(event.data.callId) && !spare.take(event)) turn.toolCalls.push(capturedCall(event));
    if (event.type === 'run.completed') turn.answer ??= joined(null, capturedText(app, session, event.data));
  }
  return open;
}
