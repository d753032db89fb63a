import type { KeptSub } from '../../app/ports/transcripts.ts';
import type { ContentBlock } from '../../domain/conversation.ts';
import { asObject, field, isTrue, type JsonObject, objectField, textField } from '../json-fields.ts';
import { blocksOf, joinedText, messageOf, queuedText, type RecordClass, typeOf } from './classify.ts';
import { asTyped, splitInjected } from './prompt-text.ts';
import { toolCallId } from './record-id.ts';

/** What a record's blocks need to know of the record: substitutions by JSON pointer, and its kept line. */
interface BlockContext {
  readonly subs: ReadonlyMap<string, KeptSub>;
  readonly line: number;
  /** Pointer of the block's list. */
  readonly pointer: string;
  /** What to do with a text block. */
  readonly text: (text: string) => readonly ContentBlock[];
}

const NO_SUBS: ReadonlyMap<string, KeptSub> = new Map();
const WRAPPER = /<\/?(?:local-command-(?:stdout|stderr|caveat)|bash-(?:stdout|stderr))>/g;

function plainText(text: string): readonly ContentBlock[] {
  return [{ type: 'text', text }];
}

/** A prompt's text as the person typed it; what the harness added becomes notices. */
function promptBlocks(text: string): readonly ContentBlock[] {
  const { typed, injected } = splitInjected(text);
  const notices = injected.map((span): ContentBlock => ({ type: 'notice', kind: 'injected', text: span }));
  return typed === '' ? notices : [{ type: 'text', text: asTyped(typed) }, ...notices];
}

function noticeBlocks(kind: string): (text: string) => readonly ContentBlock[] {
  return (text) => [{ type: 'notice', kind, text: text.replace(WRAPPER, '').trim() }];
}

function toThinking(block: JsonObject, context: BlockContext, at: string): ContentBlock {
  const signature = textField(block, 'signature');
  const touched = context.subs.has(`${at}/thinking`) || context.subs.has(`${at}/signature`);
  const text = textField(block, 'thinking') ?? '';
  return signature === undefined || touched ? { type: 'thinking', text } : { type: 'thinking', text, signature };
}

function toMedia(block: JsonObject, context: BlockContext, at: string): ContentBlock {
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

function toResult(block: JsonObject, context: BlockContext, at: string): ContentBlock {
  const inner: BlockContext = { ...context, pointer: `${at}/content`, text: plainText };
  return {
    type: 'toolResult',
    callId: textField(block, 'tool_use_id') ?? `line:${context.line}${at}`,
    isError: isTrue(block, 'is_error'),
    content: toBlocks(field(block, 'content'), inner),
  };
}

function toCall(block: JsonObject, line: number, index: number): ContentBlock {
  const id = toolCallId(block, line, index);
  return { type: 'toolCall', id, name: textField(block, 'name') ?? '', input: field(block, 'input') ?? null };
}

function toBlock(block: JsonObject, context: BlockContext, index: number): readonly ContentBlock[] {
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
      return [toCall(block, context.line, index)];
    case 'tool_result':
      return [toResult(block, context, at)];
    case 'image':
    case 'document':
      return [toMedia(block, context, at)];
    default:
      return [{ type: 'notice', kind: type, text: textField(block, 'name') ?? '' }];
  }
}

function toBlocks(content: unknown, context: BlockContext): readonly ContentBlock[] {
  if (typeof content === 'string') return context.text(content);
  const parts = Array.isArray(content) ? content : [content];
  return parts.flatMap((value, index) => {
    const block = asObject(value);
    if (block === undefined) return typeof value === 'string' ? context.text(value) : [];
    return toBlock(block, context, index);
  });
}

/** Text of a record that is a fact about the session. */
function noticeText(record: JsonObject): string {
  const error = field(record, 'error');
  return (
    textField(record, 'content') ??
    (joinedText(blocksOf(messageOf(record))) || undefined) ??
    (typeof error === 'string' ? error : textField(asObject(error), 'message')) ??
    ''
  );
}

/** Text that an attachment gave to the model. */
function attachmentText(record: JsonObject): string {
  const content = field(objectField(record, 'attachment'), 'content');
  if (typeof content === 'string') return content;
  return Array.isArray(content) ? content.filter((part) => typeof part === 'string').join('\n') : '';
}

function textReaderOf(what: RecordClass): (text: string) => readonly ContentBlock[] {
  if (what.kind === 'prompt') return promptBlocks;
  if (what.kind === 'interrupt') return noticeBlocks('interrupted');
  return what.kind === 'notice' ? noticeBlocks(what.about) : plainText;
}

/** Content of the message that a record stands for; empty for a record that says nothing to a reader. */
export function contentOf(
  record: JsonObject,
  what: RecordClass,
  kept: { readonly n: number; readonly subs: readonly KeptSub[] },
): readonly ContentBlock[] {
  const type = typeOf(record);
  if (type === 'attachment') {
    if (what.kind === 'prompt') return promptBlocks(queuedText(record));
    const text = attachmentText(record);
    return what.kind === 'meta' && text !== '' ? [{ type: 'notice', kind: what.about, text }] : [];
  }
  if (type === 'system') {
    const kind = what.kind === 'notice' ? what.about : 'compaction';
    return [{ type: 'notice', kind, text: noticeText(record) }];
  }
  const subs = kept.subs.length === 0 ? NO_SUBS : new Map(kept.subs.map((sub) => [sub.pointer, sub]));
  const content = field(messageOf(record), 'content');
  return toBlocks(content, { subs, line: kept.n, pointer: '/message/content', text: textReaderOf(what) });
}
