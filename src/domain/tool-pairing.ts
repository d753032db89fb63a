import type { Message, Repair } from './conversation.ts';

/** How a tool call ended. `interrupted`: no result was recorded. */
export type ToolStatus = 'ok' | 'error' | 'interrupted';

/** A tool call of the conversation, with its end. */
export interface PairedCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  /** The message that holds it. */
  readonly message: Message;
  readonly status: ToolStatus;
  readonly resultMessageId: string | null;
}

/** Tool calls by id, and what does not pair. */
export interface ToolPairing {
  readonly calls: ReadonlyMap<string, PairedCall>;
  readonly repairs: readonly Repair[];
}

interface FoundResult {
  readonly message: Message;
  readonly isError: boolean;
}

/** First result of each call; a repeated one changes nothing. */
function gatherResults(messages: readonly Message[]): Map<string, FoundResult> {
  const results = new Map<string, FoundResult>();
  for (const message of messages) {
    for (const block of message.content) {
      if (block.type === 'toolResult' && !results.has(block.callId))
        results.set(block.callId, { message, isError: block.isError });
    }
  }
  return results;
}

function statusOf(result: FoundResult | undefined): ToolStatus {
  if (result === undefined) return 'interrupted';
  return result.isError ? 'error' : 'ok';
}

/** First sight of each call. */
function gatherCalls(messages: readonly Message[], results: ReadonlyMap<string, FoundResult>): Map<string, PairedCall> {
  const calls = new Map<string, PairedCall>();
  for (const message of messages) {
    for (const block of message.content) {
      if (block.type !== 'toolCall' || calls.has(block.id)) continue;
      const { id, name, input } = block;
      const result = results.get(id);
      const status = statusOf(result);
      calls.set(id, { id, name, input, message, status, resultMessageId: result?.message.id ?? null });
    }
  }
  return calls;
}

/** Pairs tool calls with their results, distinct by call id, over all threads and branches. */
export function pairTools(messages: readonly Message[]): ToolPairing {
  const results = gatherResults(messages);
  const calls = gatherCalls(messages, results);
  const repairs: Repair[] = [];
  for (const { id, name, status, message } of calls.values()) {
    if (status !== 'interrupted') continue;
    const text = `tool call ${id} (${name}) has no result`;
    repairs.push({ code: 'interrupted-tool', message: text, line: message.line, messageId: message.id });
  }
  for (const [id, { message }] of results) {
    if (calls.has(id)) continue;
    const text = `a result names no known tool call: ${id}`;
    repairs.push({ code: 'orphan-result', message: text, line: message.line, messageId: message.id });
  }
  return { calls, repairs };
}
