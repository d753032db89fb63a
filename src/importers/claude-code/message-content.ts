import type { KeptSub } from '../../app/ports/transcripts.ts';
import type { ContentBlock } from '../../domain/conversation.ts';
import { asObject, field, type JsonObject, objectField, textField } from '../../kernel/json-fields.ts';
import { anthropicBlocks, plainText, subsByPointer } from '../anthropic-content.ts';
import { blocksOf, joinedText, messageOf, queuedText, type RecordClass, typeOf } from './classify.ts';
import { asTyped, splitInjected } from './prompt-text.ts';

const WRAPPER = /<\/?(?:local-command-(?:stdout|stderr|caveat)|bash-(?:stdout|stderr))>/g;

/** A prompt's text as the person typed it; what the harness added becomes notices. */
function promptBlocks(text: string): readonly ContentBlock[] {
  const { typed, injected } = splitInjected(text);
  const notices = injected.map((span): ContentBlock => ({ type: 'notice', kind: 'injected', text: span }));
  return typed === '' ? notices : [{ type: 'text', text: asTyped(typed) }, ...notices];
}

function noticeBlocks(kind: string): (text: string) => readonly ContentBlock[] {
  return (text) => [{ type: 'notice', kind, text: text.replace(WRAPPER, '').trim() }];
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
  const subs = subsByPointer(kept.subs);
  const content = field(messageOf(record), 'content');
  return anthropicBlocks(content, {
    subs,
    place: `line:${kept.n}`,
    pointer: '/message/content',
    text: textReaderOf(what),
  });
}
