import type { KeptSub } from '../../app/ports/transcripts.ts';
import type { ContentBlock } from '../../domain/conversation.ts';
import { asObject, field, isTrue, type JsonObject, objectField, textField } from '../../kernel/json-fields.ts';

/** Where items stand, for strings that were put away as blobs, and for calls without id. */
export interface ItemPlace {
  readonly subs: readonly KeptSub[];
  readonly pointer: string | undefined;
  readonly line: number;
}

function toThinking(item: JsonObject): ContentBlock {
  const signature = textField(item, 'signature');
  const text = textField(item, 'thinking') ?? textField(item, 'text') ?? '';
  return { type: 'thinking', text, ...(signature === undefined ? {} : { signature }) };
}

function toImage(item: JsonObject, place: ItemPlace, index: number): ContentBlock {
  const mediaType = textField(item, 'mimeType');
  const sub = place.subs.find(({ pointer }) => pointer === `${place.pointer}/${index}/data`);
  return {
    type: 'image',
    ...(mediaType === undefined ? {} : { mediaType }),
    ...(sub?.kind === 'blob' ? { blob: sub.sha256 } : {}),
  };
}

function idOf(item: JsonObject, place: ItemPlace, index: number): string {
  return textField(item, 'id') ?? `line:${place.line}/${index}`;
}

function toCall(item: JsonObject, id: string): ContentBlock {
  const call = objectField(item, 'toolCall');
  const value = objectField(call, 'value') ?? call;
  const input = field(value, 'arguments') ?? textField(call, 'error') ?? null;
  return { type: 'toolCall', id, name: textField(value, 'name') ?? '', input };
}

function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return (Array.isArray(value) ? value : []).flatMap((item) => textField(asObject(item), 'text') ?? []);
}

/** What a tool answered: a list of contents, an object that holds one, or an error. */
function toResult(item: JsonObject, id: string): ContentBlock {
  const result = objectField(item, 'toolResult');
  const value = field(result, 'value');
  const object = asObject(value);
  const isError = field(result, 'status') === 'error' || isTrue(object ?? {}, 'isError');
  const texts = [
    ...textsOf(object === undefined ? value : field(object, 'content')),
    ...textsOf(field(result, 'error')),
  ];
  return { type: 'toolResult', callId: id, isError, content: texts.map((text) => ({ type: 'text', text })) };
}

function toBlock(item: JsonObject, place: ItemPlace, index: number): ContentBlock {
  const type = textField(item, 'type') ?? 'item';
  switch (type) {
    case 'text':
      return { type: 'text', text: textField(item, 'text') ?? '' };
    case 'thinking':
    case 'reasoning':
      return toThinking(item);
    case 'redactedThinking':
      return { type: 'thinking', text: '', encrypted: true };
    case 'image':
      return toImage(item, place, index);
    case 'toolRequest':
    case 'frontendToolRequest':
      return toCall(item, idOf(item, place, index));
    case 'toolResponse':
      return toResult(item, idOf(item, place, index));
    default:
      return { type: 'notice', kind: type, text: textField(item, 'msg') ?? textField(item, 'prompt') ?? '' };
  }
}

/** The blocks of a message's items. */
export function itemBlocks(items: readonly unknown[], place: ItemPlace): readonly ContentBlock[] {
  return items.flatMap((value, index) => {
    const item = asObject(value);
    return item === undefined ? [] : [toBlock(item, place, index)];
  });
}
