import { assertNever } from '../kernel/assert-never.ts';
import { printJson } from '../kernel/json-text.ts';
import { renderSteps } from './context-markdown.ts';
import { type ChatMessage, chatMessages, wholeChat } from './context-messages.ts';
import type { CallPart, ContextFormat, ContextPart, ContextStep } from './context-step.ts';

function textBlocks(texts: readonly string[]): readonly object[] {
  return texts.map((text) => ({ type: 'text', text }));
}

function anthropicResult({ id, result }: CallPart): object {
  const error = result.isError ? { is_error: true } : {};
  return { type: 'tool_result', tool_use_id: id, content: result.text, ...error };
}

function anthropicMessage(message: ChatMessage): object {
  if (message.role === 'user')
    return { role: 'user', content: [...message.results.map(anthropicResult), ...textBlocks(message.texts)] };
  const thinking = message.thinking.flatMap(({ text, signature }) =>
    signature === undefined ? [] : [{ type: 'thinking', thinking: text, signature }],
  );
  const calls = message.calls.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input }));
  return { role: 'assistant', content: [...thinking, ...textBlocks(message.texts), ...calls] };
}

/** One message for each result, then what the user's side said. */
function openaiMessages(message: ChatMessage): readonly object[] {
  const text = message.texts.join('\n\n');
  if (message.role === 'user') {
    const results = message.results.map(({ id, result }) => ({ role: 'tool', tool_call_id: id, content: result.text }));
    return text === '' ? results : [...results, { role: 'user', content: text }];
  }
  const calls = message.calls.map(({ id, name, input }) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }));
  const content = text === '' ? null : text;
  return [{ role: 'assistant', content, ...(calls.length === 0 ? {} : { tool_calls: calls }) }];
}

function neutralPart(part: ContextPart): object {
  if (part.type === 'thinking') return { type: part.type, text: part.text };
  return part;
}

function neutralStep({ role, turn, at, messageIds, parts }: ContextStep): object {
  return { role, turn, at, messageIds, content: parts.map(neutralPart) };
}

function chatRows(messages: readonly ChatMessage[], format: 'anthropic' | 'openai'): readonly object[] {
  return format === 'anthropic' ? messages.map(anthropicMessage) : messages.flatMap(openaiMessages);
}

/** A JSON array with a row a line. */
function printRows(rows: readonly object[]): string {
  return rows.length === 0 ? '[]' : `[\n${rows.map((row) => printJson(row)).join(',\n')}\n]`;
}

/**
 * Writes a context. `anthropic` and `openai`: a JSON array of messages as those chat APIs take it; `json`: the steps as they
 * are; `markdown`: text with bold role labels. The same steps give the same bytes.
 */
export function writeContext(format: ContextFormat, steps: readonly ContextStep[]): string {
  switch (format) {
    case 'markdown':
      return renderSteps(steps);
    case 'anthropic':
    case 'openai':
      return printRows(chatRows(wholeChat(steps), format));
    case 'json':
      return printRows(steps.filter(({ parts }) => parts.length > 0).map(neutralStep));
    default:
      return assertNever(format);
  }
}

/** At most how many characters some steps add to a context. */
export function sizeOfSteps(format: ContextFormat, steps: readonly ContextStep[]): number {
  if (format === 'markdown' || format === 'json') return writeContext(format, steps).length;
  return printRows(chatRows(chatMessages(steps), format)).length;
}
