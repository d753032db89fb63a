import type { KeptSub } from '../app/ports/transcripts.ts';
import type { ContentBlock } from '../domain/conversation.ts';
import { asObject, field, type JsonObject, objectField, textField } from '../kernel/json-fields.ts';

/** A place in a record, for strings that were put away as blobs. */
export interface ContentPlace {
  readonly subs: readonly KeptSub[];
  /** JSON pointer of the content. */
  readonly pointer: string;
}

function blobAt({ subs }: ContentPlace, pointer: string): string | undefined {
  const sub = subs.find((one) => one.pointer === pointer);
  return sub?.kind === 'blob' ? sub.sha256 : undefined;
}

function toMedia(data: JsonObject, place: ContentPlace, pointer: string): ContentBlock {
  const mediaType = textField(data, 'mimeType');
  const blob = blobAt(place, `${pointer}/data`);
  const name = textField(data, 'fileUri') ?? textField(data, 'displayName');
  return {
    type: mediaType?.startsWith('image/') === true ? 'image' : 'file',
    ...(mediaType === undefined ? {} : { mediaType }),
    ...(blob === undefined ? {} : { blob }),
    ...(name === undefined ? {} : { name }),
  };
}

function toCall(call: JsonObject, id: string): ContentBlock {
  return { type: 'toolCall', id, name: textField(call, 'name') ?? '', input: field(call, 'args') ?? null };
}

/** What a tool answered, as text. */
export function responseText(response: unknown): string {
  const object = asObject(response);
  const text = textField(object, 'output') ?? textField(object, 'error') ?? textField(object, 'content');
  if (text !== undefined) return text;
  return typeof response === 'string' ? response : response === undefined ? '' : JSON.stringify(response);
}

function toResult(response: JsonObject, id: string): ContentBlock {
  const body = field(response, 'response');
  const isError = textField(asObject(body), 'error') !== undefined;
  return { type: 'toolResult', callId: id, isError, content: [{ type: 'text', text: responseText(body) }] };
}

/** Id of a call that carries none: saved chats pair calls and answers by name and order alone. */
function callIdOf(call: JsonObject, line: number, index: number): string {
  return textField(call, 'id') ?? `line:${line}/${index}`;
}

function toBlocks(part: JsonObject, place: ContentPlace & { readonly line: number }, index: number): ContentBlock[] {
  const text = field(part, 'text');
  if (typeof text === 'string') {
    if (text === '') return [];
    return [{ type: field(part, 'thought') === true ? 'thinking' : 'text', text }];
  }
  const call = objectField(part, 'functionCall');
  if (call !== undefined) return [toCall(call, callIdOf(call, place.line, index))];
  const response = objectField(part, 'functionResponse');
  if (response !== undefined) return [toResult(response, callIdOf(response, place.line, index))];
  for (const name of ['inlineData', 'fileData']) {
    const data = objectField(part, name);
    if (data !== undefined) return [toMedia(data, place, `${place.pointer}/${index}/${name}`)];
  }
  const [kind = 'part'] = Object.keys(part);
  return [{ type: 'notice', kind, text: '' }];
}

/** Blocks of a content: a text, a part, or a list of both. */
export function contentBlocks(content: unknown, place: ContentPlace & { readonly line: number }): ContentBlock[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  const parts = Array.isArray(content) ? content : [content];
  return parts.flatMap((value, index): ContentBlock[] => {
    if (typeof value === 'string') return value === '' ? [] : [{ type: 'text', text: value }];
    const part = asObject(value);
    return part === undefined ? [] : toBlocks(part, place, index);
  });
}
