import type { Message, Repair } from './conversation.ts';

/** How a tool call ended. `interrupted`: no result was recorded. */
export type ToolStatus = 'ok' | 'error' | 'interrupted';

/** A tool call of the conversation, with its end. */
export interface PairedCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  readonly messageId: string;
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

/** Pairs tool calls with their results, distinct by call id, over all threads and branches. */
export function pairTools(messages: readonly Message[]): ToolPairing {
  const results = gatherResults(messages);
  const calls = new Map<string, PairedCall>();
  const repairs: Repair[] = [];
  for (const message of messages) {
    for (const block of message.content) {
      if (block.type !== 'toolCall' || calls.has(block.id)) continue;
      const result = results.get(block.id);
      const { id, name, input } = block;
      calls.set(id, {
        id,
        name,
        input,
        messageId: message.id,
        status: statusOf(result),
        resultMessageId: result?.message.id ?? null,
      });
      if (result === undefined) {
        repairs.push({
          code: 'interrupted-tool',
          message: `tool call ${id} (${name}) has no result`,
          line: message.line,
          messageId: message.id,
        });
      }
    }
  }
  for (const [id, { message }] of results) {
    if (!calls.has(id))
      repairs.push({
        code: 'orphan-result',
        message: `a result names no known tool call: ${id}`,
        line: message.line,
        messageId: message.id,
      });
  }
  return { calls, repairs };
}
