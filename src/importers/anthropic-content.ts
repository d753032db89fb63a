import type { KeptSub } from '../app/ports/transcripts.ts';
import type { ContentBlock } from '../domain/conversation.ts';
import { asObject, field, isTrue, type JsonObject, objectField, textField } from '../kernel/json-fields.ts';

/** What blocks need to know of the record that they stand in. */
export interface ContentPlace {
  /** Substitutions by JSON pointer. */
  readonly subs: ReadonlyMap<string, KeptSub>;
  /** Names calls that carry no id. */
  readonly place: string;
  /** Pointer of the list of blocks. */
  readonly pointer: string;
  /** What to do with a text block. */
  readonly text: (text: string) => readonly ContentBlock[];
}

const NO_SUBS: ReadonlyMap<string, KeptSub> = new Map();

/** Substitutions of a record by their pointers. */
export function subsByPointer(subs: readonly KeptSub[]): ReadonlyMap<string, KeptSub> {
  return subs.length === 0 ? NO_SUBS : new Map(subs.map((sub) => [sub.pointer, sub]));
}

/** A text block as it is. */
export function plainText(text: string): readonly ContentBlock[] {
  return [{ type: 'text', text }];
}

function toThinking(block: JsonObject, context: ContentPlace, at: string): ContentBlock {
  const signature = textField(block, 'signature');
  const touched = context.subs.has(`${at}/thinking`) || context.subs.has(`${at}/signature`);
  const text = textField(block, 'thinking') ?? '';
  return signature === undefined || touched ? { type: 'thinking', text } : { type: 'thinking', text, signature };
}

function toMedia(block: JsonObject, context: ContentPlace, at: string): ContentBlock {
  const source = objectField(block, 'source');
  const mediaType = textField(source, 'media_type');
  const name = textField(block, 'title') ?? textField(source, 'url');
  const sub = context.subs.get(`${at}/source/data`);
  return {
    type: field(block, 'type') === 'image' ? 'image' : 'file',
    ...(mediaType === undefined ? {} : { mediaType }),
    ...(sub?.kind === 'blob' ? { blob: sub.sha256 } : {}),
    ...(name === undefined ? {} : { name }),
  };
}

function toResult(block: JsonObject, context: ContentPlace, at: string): ContentBlock {
  const inner: ContentPlace = { ...context, pointer: `${at}/content`, text: plainText };
  return {
    type: 'toolResult',
    callId: textField(block, 'tool_use_id') ?? `${context.place}${at}`,
    isError: isTrue(block, 'is_error'),
    content: anthropicBlocks(field(block, 'content'), inner),
  };
}

function toCall(block: JsonObject, { place }: ContentPlace, index: number): ContentBlock {
  const id = textField(block, 'id') ?? `${place}/${index}`;
  return { type: 'toolCall', id, name: textField(block, 'name') ?? '', input: field(block, 'input') ?? null };
}

function toBlock(block: JsonObject, context: ContentPlace, index: number): readonly ContentBlock[] {
  const type = textField(block, 'type') ?? 'block';
  const at = `${context.pointer}/${index}`;
  switch (type) {
    case 'text':
      return context.text(textField(block, 'text') ?? '');
    case 'thinking':
      return [toThinking(block, context, at)];
    case 'redacted_thinking':
      return [{ type: 'thinking', text: '', encrypted: true }];
    case 'tool_use':
      return [toCall(block, context, index)];
    case 'tool_result':
      return [toResult(block, context, at)];
    case 'image':
    case 'document':
      return [toMedia(block, context, at)];
    default:
      return [{ type: 'notice', kind: type, text: textField(block, 'name') ?? '' }];
  }
}

/** The blocks of a content: a text, or a list of what the API calls blocks. */
export function anthropicBlocks(content: unknown, context: ContentPlace): readonly ContentBlock[] {
  if (typeof content === 'string') return context.text(content);
  const parts = Array.isArray(content) ? content : [content];
  return parts.flatMap((value, index) => {
    const block = asObject(value);
    if (block === undefined) return typeof value === 'string' ? context.text(value) : [];
    return toBlock(block, context, index);
  });
}
