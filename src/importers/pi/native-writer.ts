import { dirname, join } from 'node:path';
import type {
  NativeCopy,
  NativeOriginal,
  NativeTarget,
  NativeWriter,
  WholeRecord,
} from '../../app/ports/native-writer.ts';
import { asObject, field, type JsonObject, listField, objectField, textField } from '../../kernel/json-fields.ts';
import { NativeChangeTally } from '../native-change-tally.ts';
import { randomUuid } from '../native-ids.ts';
import { recordsUpTo } from '../native-lines.ts';
import { entryId, entryType } from './entry.ts';
import { composePi } from './native-compose.ts';
import { upgradeEntries } from './native-upgrade.ts';
import { piImporter } from './pi-importer.ts';

/** Entries on the line from the first to the last one that is copied; all of a file whose entries name no parents. */
function lineOf(original: NativeOriginal): readonly WholeRecord[] {
  const chosen = recordsUpTo(original);
  if (original.path === null) return chosen;
  const entries = chosen.map(({ record }) => asObject(record));
  const byId = new Map(
    entries.flatMap((entry) => (entry === undefined ? [] : [[entryId(entry) ?? '', entry] as const])),
  );
  const line = new Set<string>(original.path);
  for (const id of line) {
    const entry = byId.get(id);
    const parent = entry === undefined ? undefined : textField(entry, 'parentId');
    if (parent !== undefined) line.add(parent);
  }
  return chosen.filter(({ record }) => {
    const entry = asObject(record);
    const id = entry === undefined ? undefined : entryId(entry);
    return id === undefined || line.has(id);
  });
}

/** A signature whose text redaction changed no longer fits: the thinking stays, as words without one. */
function withoutBrokenSignatures(
  entry: JsonObject,
  { redacted, lost }: WholeRecord,
  changes: NativeChangeTally,
): JsonObject {
  const message = objectField(entry, 'message');
  const touched = [...redacted, ...lost];
  if (message === undefined || touched.length === 0 || !Array.isArray(field(message, 'content'))) return entry;
  const content = listField(message, 'content').map((value, index) => {
    const part = asObject(value);
    const at = `/message/content/${index}/`;
    const isBroken = field(part, 'type') === 'thinking' && touched.some((pointer) => pointer.startsWith(at));
    if (part === undefined || !isBroken) return value;
    changes.add('unsigned-thinking');
    const { thinkingSignature: _, ...rest } = part as JsonObject & { thinkingSignature?: unknown };
    return rest;
  });
  return { ...entry, message: { ...message, content } };
}

function headerOf(entry: JsonObject | undefined, target: NativeTarget, parent: string | null): JsonObject {
  const { version = 1 } = (entry ?? { version: 3 }) as { version?: unknown };
  return {
    type: 'session',
    version,
    ...entry,
    id: target.nativeId,
    timestamp: textField(entry, 'timestamp') ?? target.at,
    cwd: target.cwd,
    ...(parent === null ? {} : { parentSession: parent }),
  };
}

/** The entry that names a session, hung on the last one. */
function titleEntry(last: JsonObject | undefined, { title, nativeId, at }: NativeTarget): JsonObject {
  const parentId = last === undefined ? null : (entryId(last) ?? null);
  return { type: 'session_info', id: nativeId.slice(0, 8), parentId, timestamp: at, name: title };
}

function copyPi(original: NativeOriginal, target: NativeTarget): NativeCopy {
  const changes = new NativeChangeTally();
  const chosen = lineOf(original);
  const isType = ({ record }: WholeRecord, type: string): boolean => entryType(asObject(record) ?? {}) === type;
  const header = chosen.find((whole) => isType(whole, 'session'));
  const parent = original.conversation.nativeId === target.nativeId ? null : original.conversation.nativeId;
  const at = header?.at ?? chosen[0]?.at ?? target.at;
  const records: { value: JsonObject; at: typeof at }[] = [
    { value: headerOf(asObject(header?.record), target, parent), at },
  ];
  for (const whole of chosen) {
    const entry = asObject(whole.record);
    if (entry === undefined || isType(whole, 'session') || isType(whole, 'title')) continue;
    records.push({ value: withoutBrokenSignatures(entry, whole, changes), at: whole.at ?? at });
    changes.add('redacted', whole.redacted.size);
    changes.add('lost-text', whole.lost.size);
  }
  const values = upgradeEntries(records.map(({ value }) => value));
  const upgraded = records.map((record, index) => ({ ...record, value: values[index] ?? record.value }));
  if (target.title !== undefined) upgraded.push({ value: titleEntry(values.at(-1), target), at: target.at });
  return { records: upgraded, changes: changes.list() };
}

/** Name of the folder in which pi keeps the sessions of a working folder. */
function folderName(cwd: string): string {
  return `--${cwd.replace(/^[/\\]/, '').replace(/[/\\:]/g, '-')}--`;
}

/** Writes sessions of pi. */
export const piWriter: NativeWriter = {
  agent: 'pi',
  mintNativeId: (random) => randomUuid(random),
  place: (env, { nativeId, cwd, at }) => {
    const [sessions] = piImporter.places(env);
    if (sessions === undefined) return undefined;
    const name = `${at.replaceAll(/[:.]/g, '-')}_${nativeId}.jsonl`;
    return { home: dirname(sessions), path: join(sessions, folderName(cwd), name) };
  },
  copy: copyPi,
  compose: composePi,
};
