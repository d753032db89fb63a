import { asObject, field, type JsonObject, numberField } from '../../kernel/json-fields.ts';
import { entryId, entryType } from './entry.ts';

function idAt(index: number): string {
  return index.toString(16).padStart(8, '0');
}

function withoutHookRole(entry: JsonObject): JsonObject {
  const message = asObject(field(entry, 'message'));
  return field(message, 'role') === 'hookMessage' ? { ...entry, message: { ...message, role: 'custom' } } : entry;
}

/** A compaction names the first entry that stays by its place in the file; now by its id. */
function withKeptId(entry: JsonObject): JsonObject {
  const index = numberField(entry, 'firstKeptEntryIndex');
  if (entryType(entry) !== 'compaction' || index === undefined) return entry;
  const { firstKeptEntryIndex: _, ...rest } = entry as JsonObject & { firstKeptEntryIndex?: unknown };
  return index > 0 ? { ...rest, firstKeptEntryId: idAt(index) } : rest;
}

/**
 * Entries of the first version, which is a plain list, as those of the third: the agent itself rewrites such a file when it
 * opens it, and what it then holds would share nothing with what is kept. The header stands first.
 */
export function upgradeEntries(entries: readonly JsonObject[]): readonly JsonObject[] {
  if (entries.some((entry) => entryId(entry) !== undefined)) return entries;
  return entries.map((entry, index) => {
    if (index === 0) return { ...entry, version: 3 };
    return { ...withKeptId(withoutHookRole(entry)), id: idAt(index), parentId: index === 1 ? null : idAt(index - 1) };
  });
}
