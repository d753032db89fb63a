import type { KeptSub } from '../../app/ports/transcripts.ts';
import type { ContentBlock } from '../../domain/conversation.ts';
import { field, isTrue, type JsonObject, numberField, textField } from '../../kernel/json-fields.ts';
import { joinedText, partsOf } from './entry.ts';

/** Where content stands in its record, and what was replaced there. */
export interface ContentPlace {
  readonly subs: readonly KeptSub[];
  /** JSON pointer of the content list. */
  readonly pointer: string;
  /** Prefix of ids for calls that have none. */
  readonly id: string;
}

function toThinking(part: JsonObject, { subs }: ContentPlace, at: string): ContentBlock {
  const text = textField(part, 'thinking') ?? textField(part, 'text') ?? '';
  if (text === '' && isTrue(part, 'redacted')) return { type: 'thinking', text: '', encrypted: true };
  const signature = textField(part, 'thinkingSignature');
  const touched = subs.some(({ pointer }) => pointer.startsWith(`${at}/`));
  return signature === undefined || touched ? { type: 'thinking', text } : { type: 'thinking', text, signature };
}

function toImage(part: JsonObject, { subs }: ContentPlace, at: string): ContentBlock {
  const mediaType = textField(part, 'mimeType');
  const sub = subs.find(({ pointer }) => pointer === `${at}/data`);
  return {
    type: 'image',
    ...(mediaType === undefined ? {} : { mediaType }),
    ...(sub?.kind === 'blob' ? { blob: sub.sha256 } : {}),
  };
}

function toBlock(part: JsonObject, place: ContentPlace, index: number): ContentBlock | undefined {
  const at = `${place.pointer}/${index}`;
  const type = textField(part, 'type') ?? 'part';
  switch (type) {
    case 'text': {
      const text = textField(part, 'text');
      return text === undefined ? undefined : { type: 'text', text };
    }
    case 'thinking':
      return toThinking(part, place, at);
    case 'toolCall': {
      const id = textField(part, 'id') ?? `${place.id}/${index}`;
      return { type: 'toolCall', id, name: textField(part, 'name') ?? '', input: field(part, 'arguments') ?? null };
    }
    case 'image':
      return toImage(part, place, at);
    default:
      return { type: 'notice', kind: type, text: textField(part, 'text') ?? '' };
  }
}

/** Blocks of a message's content. */
export function contentBlocks(content: unknown, place: ContentPlace): readonly ContentBlock[] {
  return partsOf(content).flatMap((part, index) => toBlock(part, place, index) ?? []);
}

/** What a tool gave back. */
export function resultBlock(message: JsonObject, place: ContentPlace): ContentBlock {
  return {
    type: 'toolResult',
    callId: textField(message, 'toolCallId') ?? place.id,
    isError: isTrue(message, 'isError'),
    content: contentBlocks(field(message, 'content'), place),
  };
}

/** How an answer ended, where it did not end well. */
export function endBlocks(message: JsonObject): readonly ContentBlock[] {
  const reason = textField(message, 'stopReason');
  const text = textField(message, 'errorMessage') ?? '';
  if (reason === 'aborted') return [{ type: 'notice', kind: 'interrupted', text }];
  return reason === 'error' ? [{ type: 'notice', kind: 'error', text }] : [];
}

/** A command that a person ran beside the conversation, and its output. */
export function shellBlocks(message: JsonObject): readonly ContentBlock[] {
  const command = textField(message, 'command') ?? textField(message, 'code') ?? '';
  const exit = numberField(message, 'exitCode') ?? 0;
  const output = textField(message, 'output');
  const notice: ContentBlock = {
    type: 'notice',
    kind: 'shell',
    text: `$ ${command}${exit === 0 ? '' : ` (exit ${exit})`}`,
  };
  return output === undefined ? [notice] : [notice, { type: 'text', text: output }];
}

/** Text of a message that is no turn. */
export function asideText(message: JsonObject): string {
  return textField(message, 'summary') ?? joinedText(field(message, 'content'));
}
