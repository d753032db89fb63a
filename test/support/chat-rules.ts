/**
 * What the public chat APIs demand of a list of messages, written down from their documentation and error messages and not
 * from the code that builds such lists. Each checker gives the broken rules, empty when there are none.
 */

type Json = Readonly<Record<string, unknown>>;

const ID = /^[a-zA-Z0-9_-]+$/;
const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSaid(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

function* textRules(text: string): Generator<string> {
  if (!text.isWellFormed()) yield 'half a surrogate pair';
  if (/"data":"[A-Za-z0-9+/=]{200,}/.test(text)) yield 'bytes of an image';
}

function parseList(document: string): readonly unknown[] | string {
  try {
    const list: unknown = JSON.parse(document);
    return Array.isArray(list) ? list : 'not a list of messages';
  } catch (error) {
    return `not JSON: ${String(error)}`;
  }
}

function blocksOf(message: Json, type?: string): readonly Json[] {
  const content = message['content'];
  const blocks = Array.isArray(content) ? content.filter(isObject) : [];
  return type === undefined ? blocks : blocks.filter((block) => block['type'] === type);
}

const BLOCKS: Readonly<Record<string, readonly string[]>> = {
  user: ['text', 'tool_result'],
  assistant: ['text', 'tool_use', 'thinking'],
};

function callFault({ id, name, input }: Json): string | undefined {
  if (!ID.test(String(id))) return `tool_use id ${String(id)}`;
  if (!NAME.test(String(name))) return `tool_use name ${String(name)}`;
  return isObject(input) ? undefined : 'tool_use input must be an object';
}

const BLOCK_FAULTS: Readonly<Record<string, (block: Json) => string | undefined>> = {
  text: ({ text }) => (isSaid(text) ? undefined : 'text content blocks must contain non-whitespace text'),
  thinking: ({ thinking, signature }) =>
    isSaid(thinking) && isSaid(signature) ? undefined : 'thinking without text or signature',
  tool_use: callFault,
  tool_result: ({ content }) => (isSaid(content) ? undefined : 'an empty tool_result'),
};

function* anthropicBlock(block: Json, role: string): Generator<string> {
  const type = String(block['type']);
  if (!(BLOCKS[role] ?? []).includes(type)) yield `${type} in a message of the ${role}`;
  const fault = BLOCK_FAULTS[type]?.(block);
  if (fault !== undefined) yield fault;
}

function* anthropicMessage(message: unknown, index: number): Generator<string> {
  if (!isObject(message)) return yield 'a message is no object';
  const role = message['role'];
  if (role !== (index % 2 === 0 ? 'user' : 'assistant'))
    yield `roles must alternate and begin with user: ${String(role)}`;
  const blocks = blocksOf(message);
  if (blocks.length === 0) yield 'messages must have non-empty content';
  for (const block of blocks) yield* anthropicBlock(block, String(role));
  const types = blocks.map((block) => block['type']);
  if (types.lastIndexOf('thinking') > types.findIndex((type) => type !== 'thinking') && types.includes('thinking'))
    yield types.every((type) => type === 'thinking')
      ? 'the final block cannot be thinking'
      : 'thinking must come first';
  if (
    types.lastIndexOf('tool_result') > types.indexOf('text') &&
    types.includes('text') &&
    types.includes('tool_result')
  )
    yield 'tool_result blocks must come first';
}

function idsOf(message: Json | undefined, type: 'tool_use' | 'tool_result'): readonly string[] {
  if (message === undefined) return [];
  return blocksOf(message, type).map((block) => String(block[type === 'tool_use' ? 'id' : 'tool_use_id']));
}

function* anthropicPairs(messages: readonly Json[]): Generator<string> {
  const all = messages.flatMap((message) => idsOf(message, 'tool_use'));
  for (const id of all) if (all.indexOf(id) !== all.lastIndexOf(id)) yield `tool_use ids must be unique: ${id}`;
  for (const [index, message] of messages.entries()) {
    const calls = idsOf(message, 'tool_use');
    const answered = idsOf(messages[index + 1], 'tool_result');
    if ([...calls].sort().join() !== [...answered].sort().join())
      yield `tool_use and tool_result of the next message differ: ${calls.join(' ')} / ${answered.join(' ')}`;
  }
  if (idsOf(messages[0], 'tool_result').length > 0) yield 'the first message holds a tool_result';
}

/** Rules of the Anthropic Messages API that this list of messages breaks. */
export function anthropicFaults(document: string): string[] {
  const list = parseList(document);
  if (typeof list === 'string') return [list];
  const faults = [...textRules(document), ...list.flatMap((message, index) => [...anthropicMessage(message, index)])];
  faults.push(...anthropicPairs(list.filter(isObject)));
  const last = list.at(-1);
  const end = isObject(last) && last['role'] === 'assistant' ? blocksOf(last).at(-1) : undefined;
  if (end?.['type'] === 'text' && /\s$/.test(String(end['text']))) faults.push('final text ends with whitespace');
  return faults;
}

function* openaiCall(call: unknown): Generator<string> {
  if (!isObject(call) || !isObject(call['function'])) return yield 'a tool call is no function call';
  if (call['type'] !== 'function' || !ID.test(String(call['id'])) || String(call['id']).length > 40)
    yield 'tool call id or type';
  if (!NAME.test(String(call['function']['name']))) yield 'function name';
  const text = call['function']['arguments'];
  if (typeof text !== 'string' || !isObject(JSON.parse(text))) yield 'arguments must be the text of a JSON object';
}

function callsOf(message: Json): readonly unknown[] {
  const calls = message['tool_calls'];
  return Array.isArray(calls) ? calls : [];
}

function* openaiMessage(message: Json): Generator<string> {
  const { role, content } = message;
  if (!['user', 'assistant', 'tool'].includes(String(role))) yield `role ${String(role)}`;
  if ('tool_calls' in message && callsOf(message).length === 0) yield 'tool_calls must not be empty';
  if (role === 'assistant' && content === null && callsOf(message).length > 0) yield* [];
  else if (!isSaid(content)) yield `empty content of ${String(role)}`;
  for (const call of callsOf(message)) yield* openaiCall(call);
}

function callIds(message: Json): readonly string[] {
  return callsOf(message).flatMap((call) => (isObject(call) ? [String(call['id'])] : []));
}

/** Each call is answered by exactly one tool message, and that before anyone else speaks. */
function* openaiPairs(messages: readonly Json[]): Generator<string> {
  let waiting: readonly string[] = [];
  for (const message of [...messages, { role: 'end' }] as readonly Json[]) {
    const id = message['role'] === 'tool' ? String(message['tool_call_id']) : undefined;
    if (id !== undefined && !waiting.includes(id)) yield `tool message ${id} answers no call`;
    if (id === undefined && waiting.length > 0) yield `calls without answer: ${waiting.join(' ')}`;
    waiting = id === undefined ? callIds(message) : waiting.filter((one) => one !== id);
  }
}

function* openaiTurns(messages: readonly Json[]): Generator<string> {
  for (const [index, { role }] of messages.entries()) {
    const before = messages[index - 1]?.['role'] ?? 'assistant';
    if (role === before && role !== 'tool') yield `two messages of the ${String(role)} in a row`;
    if (index === 0 && role !== 'user') yield 'the first message is not the user’s';
  }
}

/** Rules of the OpenAI chat completions API that this list of messages breaks. */
export function openaiFaults(document: string): string[] {
  const list = parseList(document);
  if (typeof list === 'string') return [list];
  const messages = list.filter(isObject);
  const faults = [...textRules(document), ...(messages.length < list.length ? ['a message is no object'] : [])];
  faults.push(...messages.flatMap((message) => [...openaiMessage(message)]));
  return [...faults, ...openaiPairs(messages), ...openaiTurns(messages)];
}

/** What is wrong with a Markdown context: a fence that stays open, or half a surrogate pair. */
export function markdownFaults(document: string): string[] {
  const faults = [...textRules(document)];
  let open: string | undefined;
  for (const line of document.split('\n')) {
    const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line);
    if (fence === null) continue;
    const [, mark = '', rest = ''] = fence;
    if (open === undefined) open = mark;
    else if (mark.startsWith(open) && rest.trim() === '') open = undefined;
  }
  if (open !== undefined) faults.push('a code fence stays open');
  return faults;
}

function* neutralPart(part: Json): Generator<string> {
  if (part['type'] === 'text' && !isSaid(part['text'])) yield 'a blank text';
  if (part['type'] !== 'call') return;
  const result = part['result'];
  if (!isObject(result) || !isSaid(result['text'])) yield 'a call without result';
}

/** What is wrong with loom's own shape: a call without result, a blank text, steps that hold nothing. */
export function neutralFaults(document: string): string[] {
  const list = parseList(document);
  if (typeof list === 'string') return [list];
  const faults = [...textRules(document)];
  for (const step of list) {
    const parts = isObject(step) ? blocksOf(step) : [];
    if (parts.length === 0) faults.push('a step that holds nothing');
    faults.push(...parts.flatMap((part) => [...neutralPart(part)]));
  }
  return faults;
}

/** The checker of each format. */
export const CONTEXT_FAULTS = {
  anthropic: anthropicFaults,
  openai: openaiFaults,
  markdown: markdownFaults,
  json: neutralFaults,
} as const;
