import type { ContentBlock, Message } from '../../domain/conversation.ts';
import { toolPaths } from '../../domain/tool-paths.ts';
import { asObject, field, type JsonObject, listField, objectField, textField } from '../../kernel/json-fields.ts';
import { type Invocation, invocationCall, invocationResult, readInvocations } from './invocations.ts';
import { uriPath } from './uri.ts';

type Base = Pick<Message, 'at' | 'line'> & { readonly id: string; readonly apiId: string; readonly model?: string };

function joinTexts(value: unknown): string {
  if (typeof value === 'string') return value;
  return (Array.isArray(value) ? value : []).filter((part) => typeof part === 'string').join('\n');
}

/** A reference inside a text: a file or a symbol. */
function referenceText(item: JsonObject): string {
  const reference = objectField(item, 'inlineReference');
  const path = uriPath(field(reference, 'uri') ?? reference);
  return textField(item, 'name') ?? textField(reference, 'name') ?? path?.split(/[\\/]/).at(-1) ?? '';
}

function itemBlock(item: JsonObject): ContentBlock | undefined {
  const value = field(item, 'value');
  switch (field(item, 'kind')) {
    case undefined:
    case 'markdownContent': {
      const text = textField(item, 'value') ?? textField(asObject(value ?? field(item, 'content')), 'value');
      return text === undefined ? undefined : { type: 'text', text };
    }
    case 'inlineReference':
      return { type: 'text', text: referenceText(item) };
    case 'thinking': {
      const text = joinTexts(value);
      return text === '' ? undefined : { type: 'thinking', text };
    }
    default:
      return undefined;
  }
}

/** Lays the parts of an answer out as messages: what is said and called, what came of the calls, what is said then. */
class AnswerParts {
  readonly messages: Message[] = [];
  readonly #base: Base;
  #said: ContentBlock[] = [];
  #results: ContentBlock[] = [];

  constructor(base: Base) {
    this.#base = base;
  }

  say(block: ContentBlock): void {
    if (this.#results.length > 0) this.flush();
    const last = this.#said.at(-1);
    if (block.type === 'text' && last?.type === 'text')
      this.#said.splice(-1, 1, { type: 'text', text: last.text + block.text });
    else this.#said.push(block);
  }

  call(call: ContentBlock, result: ContentBlock | undefined): void {
    this.#said.push(call);
    if (result !== undefined) this.#results.push(result);
  }

  flush(): void {
    const { model, apiId, id, at, line } = this.#base;
    const base = { parentId: null, at, line };
    const nth = this.messages.length;
    if (this.#said.length > 0) {
      const more = { ...(model === undefined ? {} : { model }), apiId };
      this.messages.push({
        ...base,
        id: `${id}/${nth}`,
        kind: 'answer',
        role: 'assistant',
        content: this.#said,
        ...more,
      });
    }
    if (this.#results.length > 0)
      this.messages.push({
        ...base,
        id: `${id}/${nth}/results`,
        kind: 'toolResult',
        role: 'user',
        content: this.#results,
      });
    this.#said = [];
    this.#results = [];
  }
}

function editedPaths(invocations: ReadonlyMap<JsonObject, Invocation>): ReadonlySet<string> {
  const calls = [...invocations.values()].map(invocationCall);
  const touched = calls.flatMap((call) => (call.type === 'toolCall' ? toolPaths(call.name, call.input) : []));
  return new Set(touched.flatMap(({ path, access }) => (access === 'edit' ? [path] : [])));
}

/** A file that the editor changed without a tool is shown as the call that it stands for. */
function addEdit(parts: AnswerParts, item: JsonObject, { edited, id }: { edited: Set<string>; id: string }): void {
  const path = uriPath(field(item, 'uri'));
  if (path === undefined || edited.has(path)) return;
  const callId = `${id}/edit/${edited.size}`;
  edited.add(path);
  parts.call(
    { type: 'toolCall', id: callId, name: 'edit', input: { path } },
    { type: 'toolResult', callId, isError: false, content: [] },
  );
}

/** The items of an answer; the oldest chats hold texts. */
function itemsOf(request: JsonObject): readonly JsonObject[] {
  return listField(request, 'response')
    .map((value) => (typeof value === 'string' ? { value } : asObject(value)))
    .filter((item) => item !== undefined);
}

/** The messages of a request's answer. */
export function answerMessages(request: JsonObject, base: Base): readonly Message[] {
  const parts = new AnswerParts(base);
  const invocations = readInvocations(request, base.id);
  const edited = new Set(editedPaths(invocations));
  for (const item of itemsOf(request)) {
    const invocation = invocations.get(item);
    const block = itemBlock(item);
    if (invocation !== undefined) parts.call(invocationCall(invocation), invocationResult(invocation));
    else if (field(item, 'kind') === 'textEditGroup') addEdit(parts, item, { edited, id: base.id });
    else if (block !== undefined) parts.say(block);
  }
  parts.flush();
  return parts.messages;
}
