import type { NativeTarget, WholeRecord } from '../../app/ports/native-writer.ts';
import { asObject, field, type JsonObject, textField } from '../../kernel/json-fields.ts';
import type { NativeChangeTally } from '../native-change-tally.ts';
import { namedUuid } from '../native-ids.ts';
import { messageOf, typeOf } from './classify.ts';
import type { NativeLinks } from './native-links.ts';
import { toolCallId } from './record-id.ts';
import type { ScannedRecord } from './scan.ts';

const REFERENCE = /^\[blob:[0-9a-f]{64}\]$/;

/** Content of a message as a list of blocks. */
export function blockList(message: JsonObject | undefined): readonly unknown[] {
  const content = field(message, 'content');
  if (Array.isArray(content)) return content;
  return content === undefined || content === null ? [] : [content];
}

/** An image or a document whose bytes are not here any more is told in words. */
function withoutLostMedia(value: unknown, changes: NativeChangeTally): unknown {
  const block = asObject(value);
  if (block === undefined) return value;
  const data = field(asObject(field(block, 'source')), 'data');
  if (typeof data === 'string' && REFERENCE.test(data)) {
    changes.add('lost-media');
    return { type: 'text', text: `[${field(block, 'type') === 'image' ? 'image' : 'document'}: not kept]` };
  }
  const inner = field(block, 'content');
  if (!Array.isArray(inner)) return value;
  return { ...block, content: inner.map((one) => withoutLostMedia(one, changes)) };
}

/** An API takes a call's id as a name only: a call without one gets one. */
function withCallId(
  value: unknown,
  place: { readonly nativeId: string; readonly line: number; readonly index: number },
) {
  const block = asObject(value);
  if (block === undefined || field(block, 'type') !== 'tool_use' || textField(block, 'id') !== undefined) return value;
  const id = toolCallId(block, place.line, place.index);
  return { ...block, id: `toolu_${namedUuid(place.nativeId, id).replaceAll('-', '')}` };
}

/** Whether a block is thinking whose signature no longer fits its text. */
function isUnsigned(value: unknown, whole: WholeRecord, index: number): boolean {
  if (field(asObject(value), 'type') !== 'thinking') return false;
  const at = `/message/content/${index}`;
  const touched = (name: string): boolean => whole.redacted.has(`${at}/${name}`) || whole.lost.has(`${at}/${name}`);
  return touched('thinking') || touched('signature');
}

/** Whether nothing would be left of a record: such a message is one that no API takes. */
export function isOnlyUnsignedThinking(whole: WholeRecord, record: JsonObject): boolean {
  const content = field(messageOf(record), 'content');
  return (
    Array.isArray(content) && content.length > 0 && content.every((value, index) => isUnsigned(value, whole, index))
  );
}

function copiedContent(scanned: ScannedRecord, target: NativeTarget, changes: NativeChangeTally): unknown {
  const message = messageOf(scanned.record);
  const content = field(message, 'content');
  if (!Array.isArray(content)) return content ?? [];
  const whole = scanned.kept as WholeRecord;
  const place = { nativeId: target.nativeId, line: whole.n };
  const kept = content.map((value, index) => {
    if (!isUnsigned(value, whole, index)) return withoutLostMedia(withCallId(value, { ...place, index }), changes);
    changes.add('unsigned-thinking');
    return undefined;
  });
  return kept.filter((value) => value !== undefined);
}

/** The record under its new session, its parents as they are in the copy; everything else as it was. */
export function copyRecord(
  scanned: ScannedRecord,
  {
    target,
    uuid,
    links,
    changes,
  }: {
    readonly target: NativeTarget;
    readonly uuid: string;
    readonly links: NativeLinks;
    readonly changes: NativeChangeTally;
  },
): JsonObject {
  // Not `permissionMode`: what the agent may do without asking is not handed on.
  const { permissionMode, agentId, ...record } = scanned.record as JsonObject &
    Record<'permissionMode' | 'agentId', unknown>;
  if (permissionMode !== undefined && permissionMode !== 'default') changes.add('permissions');
  const type = typeOf(record);
  const isMessage = type === 'user' || type === 'assistant';
  const message = messageOf(record);
  return {
    ...record,
    // A run of a program becomes one that a person goes on with; so does a subagent's conversation.
    ...(textField(record, 'entrypoint')?.startsWith('sdk') === true ? { entrypoint: 'cli' } : {}),
    ...links,
    ...(scanned.sidechain && agentId !== undefined ? { agentId } : {}),
    isSidechain: scanned.sidechain,
    sessionId: target.nativeId,
    uuid,
    ...(textField(record, 'timestamp') === undefined ? { timestamp: scanned.kept.at ?? target.at } : {}),
    ...(isMessage
      ? {
          message: {
            ...message,
            role: textField(message, 'role') ?? type,
            content: copiedContent(scanned, target, changes),
          },
        }
      : {}),
  };
}
