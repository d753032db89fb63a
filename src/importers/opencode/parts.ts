import type { KeptSub } from '../../app/ports/transcripts.ts';
import type { ContentBlock } from '../../domain/conversation.ts';
import { addAll } from '../../kernel/add-all.ts';
import {
  asObject,
  field,
  isTrue,
  type JsonObject,
  listField,
  objectField,
  textField,
} from '../../kernel/json-fields.ts';

/** What a message's parts say: to a reader, and as results of its calls. */
export interface PartBlocks {
  readonly content: readonly ContentBlock[];
  readonly results: readonly ContentBlock[];
  /** Whether a person typed some of it. */
  readonly typed: boolean;
}

interface PartPlace {
  readonly subs: readonly KeptSub[];
  /** Id of a call that carries none. */
  readonly callId: string;
  readonly pointer: string;
}

function toFile(part: JsonObject, { subs, pointer }: PartPlace): ContentBlock {
  const mediaType = textField(part, 'mime');
  const name = textField(part, 'filename');
  const sub = subs.find((one) => one.pointer === `${pointer}/url`);
  return {
    type: mediaType?.startsWith('image/') === true ? 'image' : 'file',
    ...(mediaType === undefined ? {} : { mediaType }),
    ...(name === undefined ? {} : { name }),
    ...(sub?.kind === 'blob' ? { blob: sub.sha256 } : {}),
  };
}

function toText(part: JsonObject): ContentBlock {
  const text = textField(part, 'text') ?? '';
  return isInjected(part) ? { type: 'notice', kind: 'injected', text } : { type: 'text', text };
}

/** Text that the agent put in, or that the model does not see. */
function isInjected(part: JsonObject): boolean {
  return isTrue(part, 'synthetic') || isTrue(part, 'ignored');
}

function toCall(part: JsonObject, place: PartPlace): ContentBlock {
  const state = objectField(part, 'state') ?? part;
  const input = field(state, 'input') ?? field(state, 'args') ?? null;
  return { type: 'toolCall', id: callIdOf(part, place), name: textField(part, 'tool') ?? '', input };
}

function callIdOf(part: JsonObject, place: PartPlace): string {
  return textField(part, 'callID') ?? textField(part, 'id') ?? place.callId;
}

/** What came of a call; nothing for one that was never finished. */
function toResult(part: JsonObject, place: PartPlace): readonly ContentBlock[] {
  const state = objectField(part, 'state') ?? part;
  const status = textField(state, 'status');
  if (field(part, 'type') !== 'tool' || (status !== 'completed' && status !== 'error')) return [];
  const text = status === 'error' ? textField(state, 'error') : textField(state, 'output');
  const files = listField(state, 'attachments').flatMap((value, index) => {
    const file = asObject(value);
    const pointer = `${place.pointer}/state/attachments/${index}`;
    return file === undefined ? [] : [toFile(file, { ...place, pointer })];
  });
  const content: ContentBlock[] = [...(text === undefined ? [] : [{ type: 'text', text } as const]), ...files];
  return [{ type: 'toolResult', callId: callIdOf(part, place), isError: status === 'error', content }];
}

/** Marks of the agent's own bookkeeping that say nothing to a reader. */
const SILENT: ReadonlySet<string> = new Set(['step-start', 'step-finish', 'snapshot']);

function toBlocks(part: JsonObject, place: PartPlace): readonly ContentBlock[] {
  const type = textField(part, 'type') ?? 'part';
  switch (type) {
    case 'text':
      return [toText(part)];
    case 'reasoning':
      return [{ type: 'thinking', text: textField(part, 'text') ?? '' }];
    case 'file':
      return [toFile(part, place)];
    case 'tool':
      return [toCall(part, place)];
    default:
      return SILENT.has(type) ? [] : [{ type: 'notice', kind: type, text: noticeText(part) }];
  }
}

/** What a part that is no content is about: files of a patch, the task of a subagent, why it was tried again. */
function noticeText(part: JsonObject): string {
  const files = listField(part, 'files').filter((file) => typeof file === 'string');
  if (files.length > 0) return files.join('\n');
  const error = objectField(part, 'error');
  return (
    textField(part, 'description') ??
    textField(part, 'prompt') ??
    textField(part, 'name') ??
    textField(objectField(error, 'data') ?? error, 'message') ??
    ''
  );
}

/** Reads the parts of a message. */
export function readParts(record: JsonObject, messageId: string, subs: readonly KeptSub[]): PartBlocks {
  const content: ContentBlock[] = [];
  const results: ContentBlock[] = [];
  let typed = false;
  for (const [index, value] of listField(record, 'parts').entries()) {
    const part = asObject(value);
    if (part === undefined) continue;
    const place: PartPlace = { subs, callId: `${messageId}/${index}`, pointer: `/parts/${index}` };
    addAll(content, toBlocks(part, place));
    addAll(results, toResult(part, place));
    typed ||= field(part, 'type') === 'text' && !isInjected(part) && textField(part, 'text') !== undefined;
  }
  return { content, results, typed };
}
