import { sep } from 'node:path';
import type { Recognition } from '../../app/ports/importer.ts';
import type { SourceHead } from '../../app/ports/source-reader.ts';
import { asObject, type JsonObject, textField } from '../../kernel/json-fields.ts';
import { entryType, messageOf, roleOf, versionOf } from './entry.ts';
import type { Family } from './family.ts';
import { isKnownType } from './record-types.ts';

/** Entries by which a member of the family can be told from the others. */
const OWN_TYPES: Readonly<Record<Family['agent'], ReadonlySet<string>>> = {
  pi: new Set(),
  omp: new Set(['title', 'title_change', 'model_usage', 'credential_pin', 'archive']),
  gjc: new Set(['header_patch', 'entry_patch', 'discovered_builtin_tool_selection']),
};
/** Since this version only one member of the family writes the format. */
const GJC_VERSION = 4;

function isHeader(entry: JsonObject): boolean {
  return entryType(entry) === 'session' && textField(entry, 'id') !== undefined;
}

function isMessage(entry: JsonObject): boolean {
  const message = messageOf(entry);
  return message !== undefined && roleOf(message) !== '';
}

/** Whether the records bear what only this member writes, or the file lies in its folder. */
function isOwn(family: Family, path: string, entries: readonly JsonObject[]): boolean {
  if (path.includes(`${sep}${family.folder}${sep}`)) return true;
  const header = entries.find(isHeader);
  if (family.agent === 'gjc' && header !== undefined && versionOf(header) >= GJC_VERSION) return true;
  return entries.some((entry) => OWN_TYPES[family.agent].has(entryType(entry)));
}

/**
 * How well a beginning fits a member of the family. All write the same shape; what a member has of its own, or the folder
 * the file lies in, tells it from the others, and plain files are taken for those of pi.
 */
export function recognizePi(family: Family, head: SourceHead): Recognition {
  if (head.format !== 'jsonl') return 0;
  const entries = head.records.map(asObject).filter((entry) => entry !== undefined);
  const hasHeader = entries.some(isHeader);
  if (!hasHeader && !entries.some(isMessage)) return 0;
  const shaped = hasHeader && entries.every((entry) => isMessage(entry) || isKnownType(entryType(entry)));
  if (!shaped) return hasHeader ? 2 : 1;
  return isOwn(family, head.path, entries) ? 3 : 2;
}
