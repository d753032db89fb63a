import type { ContentBlock } from '../../domain/conversation.ts';
import {
  asObject,
  field,
  isTrue,
  type JsonObject,
  listField,
  objectField,
  textField,
} from '../../kernel/json-fields.ts';
import { callArguments } from '../chat-message.ts';
import { filePathOf } from '../workspace-folder.ts';
import { itemText } from './prompt-tree.ts';

/** A tool that was invoked, with what the model asked of it where that was kept. */
export interface Invocation {
  readonly shown: JsonObject;
  readonly asked: JsonObject | undefined;
  /** What the model was told. */
  readonly told: JsonObject | undefined;
  readonly id: string;
}

const DENIED = 0;

function askedCalls(request: JsonObject): readonly JsonObject[] {
  const metadata = objectField(objectField(request, 'result'), 'metadata');
  return listField(metadata, 'toolCallRounds')
    .flatMap((round) => listField(asObject(round), 'toolCalls'))
    .map(asObject)
    .filter((call) => call !== undefined);
}

function isInvocation(item: JsonObject): boolean {
  return field(item, 'kind') === 'toolInvocationSerialized';
}

/** The tools of a request. What is shown and what was asked bear different ids: they are paired by order, when they are as many. */
export function readInvocations(request: JsonObject, place: string): ReadonlyMap<JsonObject, Invocation> {
  const items = listField(request, 'response').map(asObject);
  const shown = items.filter((item): item is JsonObject => item !== undefined && isInvocation(item));
  const asked = askedCalls(request);
  const results = objectField(objectField(objectField(request, 'result'), 'metadata'), 'toolCallResults');
  const entries = shown.map((item, index): [JsonObject, Invocation] => {
    const call = asked.length === shown.length ? asked[index] : undefined;
    const told = asObject(field(results, textField(call, 'id') ?? ''));
    return [item, { shown: item, asked: call, told, id: textField(item, 'toolCallId') ?? `${place}/${index}` }];
  });
  return new Map(entries);
}

/** Files that the line on the screen names. */
function namedFile({ shown }: Invocation): string | undefined {
  const lines = [objectField(shown, 'invocationMessage'), objectField(shown, 'pastTenseMessage')];
  const uris = lines.flatMap((line) => Object.keys(objectField(line, 'uris') ?? {}));
  return uris.map(filePathOf).find((path) => path !== undefined);
}

function lineOf(invocation: Invocation): string | undefined {
  const message = field(invocation.shown, 'invocationMessage');
  return typeof message === 'string' ? message : textField(asObject(message), 'value');
}

/** What a tool was given: the model's arguments, else what its line on the screen and its own data tell. */
function inputOf(invocation: Invocation): unknown {
  const { shown, asked } = invocation;
  if (asked !== undefined) return callArguments(field(asked, 'arguments'));
  const given = textField(objectField(shown, 'resultDetails'), 'input');
  if (given !== undefined) return callArguments(given);
  const data = objectField(shown, 'toolSpecificData');
  const commandLine = objectField(data, 'commandLine');
  const command = textField(commandLine, 'original') ?? textField(data, 'command');
  if (command !== undefined) return { command };
  const filePath = namedFile(invocation);
  return filePath === undefined ? { description: lineOf(invocation) ?? '' } : { filePath };
}

/** The call of a tool. */
export function invocationCall(invocation: Invocation): ContentBlock {
  const name = textField(invocation.shown, 'toolId') ?? textField(invocation.asked, 'name') ?? '';
  return { type: 'toolCall', id: invocation.id, name, input: inputOf(invocation) };
}

function isDenied({ shown }: Invocation): boolean {
  const confirmed = field(shown, 'isConfirmed');
  return confirmed === false || field(asObject(confirmed), 'type') === DENIED;
}

function resultTexts({ shown, told }: Invocation): readonly string[] {
  const output = [...listField(told, 'content'), ...listField(objectField(shown, 'resultDetails'), 'output')];
  return output.map(itemText).filter((text) => text !== '');
}

/** What came of a call; `undefined` while it runs, or when it was cut short. */
export function invocationResult(invocation: Invocation): ContentBlock | undefined {
  const { shown, id } = invocation;
  const denied = isDenied(invocation);
  const texts = resultTexts(invocation);
  if (!denied && !isTrue(shown, 'isComplete') && texts.length === 0) return undefined;
  const isError = denied || isTrue(objectField(shown, 'resultDetails'), 'isError');
  const content = denied && texts.length === 0 ? ['not allowed'] : texts;
  return { type: 'toolResult', callId: id, isError, content: content.map((text) => ({ type: 'text', text })) };
}
