import type { KeptSub } from '../../app/ports/transcripts.ts';
import type { ContentBlock } from '../../domain/conversation.ts';
import { asObject, field, type JsonObject, listField, objectField, textField } from '../../kernel/json-fields.ts';
import { parseJson } from '../parse-json.ts';
import type { CodexItem } from './item.ts';
import { itemText, partText, splitEditorContext } from './item-text.ts';
import { outputText } from './outcome.ts';

/** What the blocks of a record need to know of it: substitutions by JSON pointer, and where its payload stands. */
export interface ContentContext {
  readonly subs: readonly KeptSub[];
  readonly item: CodexItem;
}

const DATA_URL = /^data:([\w.+-]+\/[\w.+-]+)[;,]/;

function textBlocks(text: string): readonly ContentBlock[] {
  return text === '' ? [] : [{ type: 'text', text }];
}

function toImage(part: JsonObject, { subs }: ContentContext, at: string): ContentBlock {
  const url = textField(part, 'image_url') ?? '';
  const mediaType = DATA_URL.exec(url.slice(0, 200))?.[1];
  const sub = subs.find(({ pointer }) => pointer === `${at}/image_url`);
  return {
    type: 'image',
    ...(mediaType === undefined ? {} : { mediaType }),
    ...(sub?.kind === 'blob' ? { blob: sub.sha256 } : {}),
    ...(url === '' || mediaType !== undefined ? {} : { name: url }),
  };
}

/** Blocks of a list of parts; text goes through `say`. */
function partBlocks(
  parts: readonly unknown[],
  context: ContentContext,
  { key, say }: { readonly key: string; readonly say: (text: string) => readonly ContentBlock[] },
): readonly ContentBlock[] {
  return parts.flatMap((value, index) => {
    const part = asObject(value);
    if (part === undefined) return [];
    if (textField(part, 'type') === 'input_image')
      return [toImage(part, context, `${context.item.pointer}/${key}/${index}`)];
    return say(partText(part) ?? '');
  });
}

/** Blocks of a message item's content, as they are. */
export function messageBlocks(context: ContentContext): readonly ContentBlock[] {
  const { payload } = context.item;
  const content = field(payload, 'content');
  if (typeof content === 'string') return textBlocks(content);
  return partBlocks(listField(payload, 'content'), context, { key: 'content', say: textBlocks });
}

/** What a person typed, and as notices what an editor or the agent put before it. */
export function promptBlocks(context: ContentContext, text: string): readonly ContentBlock[] {
  const { typed, added } = splitEditorContext(text);
  const media = messageBlocks(context).filter(({ type }) => type === 'image');
  const notices: ContentBlock[] = added === '' ? [] : [{ type: 'notice', kind: 'injected', text: added }];
  return [...textBlocks(typed), ...media, ...notices];
}

/** Text for the model that no person typed. */
export function injectedBlocks({ item }: ContentContext): readonly ContentBlock[] {
  const text = itemText(item.payload);
  return text === '' ? [] : [{ type: 'notice', kind: 'injected', text }];
}

/** The model's thinking; what is encrypted leaves only a mark. */
export function thinkingBlocks({ item: { payload } }: ContentContext): readonly ContentBlock[] {
  const texts = [...listField(payload, 'summary'), ...listField(payload, 'content')].flatMap(
    (part) => textField(asObject(part), 'text') ?? [],
  );
  if (texts.length > 0) return [{ type: 'thinking', text: texts.join('\n\n') }];
  return textField(payload, 'encrypted_content') === undefined ? [] : [{ type: 'thinking', text: '', encrypted: true }];
}

/** Name of the tool that a call item asks for. */
export function callName({ type, payload }: CodexItem): string {
  return textField(payload, 'name') ?? type.replace(/_call$/, '');
}

/** Arguments of a call; JSON in a string is parsed, a patch stays the text it is. */
function callInput({ type, payload }: CodexItem): unknown {
  if (type === 'custom_tool_call') return field(payload, 'input') ?? null;
  const given = field(payload, 'arguments') ?? field(payload, 'action');
  return typeof given === 'string' ? (parseJson(given) ?? given) : (given ?? null);
}

/** A call. One that the provider itself answers carries its end with it. */
export function callBlocks({ item }: ContentContext, id: string): readonly ContentBlock[] {
  const call: ContentBlock = { type: 'toolCall', id, name: callName(item), input: callInput(item) };
  const isServed = item.type === 'web_search_call' || item.type === 'image_generation_call';
  if (!isServed) return [call];
  const isError = textField(item.payload, 'status') === 'failed';
  return [call, { type: 'toolResult', callId: id, isError, content: [] }];
}

/** What a tool gave back to the model. */
export function resultBlocks(context: ContentContext, callId: string, isError: boolean): readonly ContentBlock[] {
  const output = field(context.item.payload, 'output') ?? field(context.item.payload, 'tools');
  const items = Array.isArray(output) ? output : field(asObject(output), 'content_items');
  const content = Array.isArray(items)
    ? partBlocks(items, context, { key: 'output', say: textBlocks })
    : textBlocks(outputText(output));
  return [{ type: 'toolResult', callId, isError, content }];
}

/** What the event of an end tells where no result was recorded. */
export function endBlocks(
  { item: { payload } }: ContentContext,
  callId: string,
  isError: boolean,
): readonly ContentBlock[] {
  const text =
    textField(payload, 'aggregated_output') ??
    textField(payload, 'stdout') ??
    textField(payload, 'stderr') ??
    textField(objectField(payload, 'result'), 'Err') ??
    '';
  return [{ type: 'toolResult', callId, isError, content: textBlocks(text) }];
}
