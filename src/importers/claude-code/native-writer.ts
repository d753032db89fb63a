import type { NativeCopy, NativeOriginal, NativeTarget, NativeWriter } from '../../app/ports/native-writer.ts';
import { asObject, field, type JsonObject, objectField, textField } from '../../kernel/json-fields.ts';
import { readForeignTime } from '../foreign-time.ts';
import { NativeChangeTally } from '../native-change-tally.ts';
import { randomUuid } from '../native-ids.ts';
import { messageOf, typeOf } from './classify.ts';
import { composeClaude } from './native-compose.ts';
import { NativeLinker } from './native-links.ts';
import { type CopiedRecord, PairRepair } from './native-pairs.ts';
import { claudePlace } from './native-place.ts';
import { copyRecord } from './native-record.ts';
import { type Selection, selectRecords } from './native-selection.ts';

/** The usage that the last repeat of a record tells: repeats themselves are not copied. */
function lastUsage(original: NativeOriginal): ReadonlyMap<string, unknown> {
  const usage = new Map<string, unknown>();
  for (const { record } of original.records) {
    const object = asObject(record);
    if (object === undefined) continue;
    const uuid = textField(object, 'uuid');
    const figures =
      uuid === undefined || typeOf(object) !== 'assistant' ? undefined : objectField(messageOf(object), 'usage');
    if (uuid !== undefined && figures !== undefined) usage.set(uuid, figures);
  }
  return usage;
}

function withUsage(record: JsonObject, usage: ReadonlyMap<string, unknown>): JsonObject {
  const figures = usage.get(textField(record, 'uuid') ?? '');
  const message = objectField(record, 'message');
  return figures === undefined || message === undefined
    ? record
    : { ...record, message: { ...message, usage: figures } };
}

function copyRecords(
  original: NativeOriginal,
  {
    selection,
    target,
    changes,
  }: {
    readonly selection: Selection;
    readonly target: NativeTarget;
    readonly changes: NativeChangeTally;
  },
): CopiedRecord[] {
  const linker = new NativeLinker(selection, original.conversation, target.nativeId);
  const usage = lastUsage(original);
  return selection.records.map((scanned) => {
    const { id, record } = scanned;
    if (typeOf(record) === 'last-prompt') return { id, record: { ...record, sessionId: target.nativeId } };
    const links = linker.linksOf(scanned);
    return { id, record: withUsage(copyRecord(scanned, { target, uuid: linker.uuidOf(id), links, changes }), usage) };
  });
}

function metadataRecords({ metadata }: Selection, target: NativeTarget): readonly JsonObject[] {
  const { nativeId: sessionId, title } = target;
  const kept = title === undefined ? metadata : metadata.filter((record) => typeOf(record) !== 'custom-title');
  const copied = kept.map((record) => (Object.hasOwn(record, 'sessionId') ? { ...record, sessionId } : record));
  return title === undefined ? copied : [...copied, { type: 'custom-title', customTitle: title, sessionId }];
}

function countSubstitutions(original: NativeOriginal, selection: Selection, changes: NativeChangeTally): void {
  const lines = new Set(selection.records.map(({ kept }) => kept.n));
  for (const { n, redacted, lost } of original.records) {
    if (!lines.has(n)) continue;
    changes.add('redacted', redacted.size);
    changes.add('lost-text', [...lost].filter((pointer) => !pointer.endsWith('/data')).length);
  }
}

function copyClaude(original: NativeOriginal, target: NativeTarget): NativeCopy {
  const changes = new NativeChangeTally();
  const selection = selectRecords(original, changes);
  const items = copyRecords(original, { selection, target, changes });
  new PairRepair(items, { path: selection.path, nativeId: target.nativeId, changes }).repair();
  countSubstitutions(original, selection, changes);
  const records = [...items.map(({ record }) => record), ...metadataRecords(selection, target)];
  return {
    records: records.map((value) => ({ value, at: readForeignTime(field(value, 'timestamp'))?.iso ?? null })),
    changes: changes.list(),
  };
}

/** Writes sessions of Claude Code. */
export const claudeCodeWriter: NativeWriter = {
  agent: 'claude-code',
  mintNativeId: (random) => randomUuid(random),
  place: (env, session, folders) => claudePlace(env, session, folders),
  copy: copyClaude,
  compose: composeClaude,
};
