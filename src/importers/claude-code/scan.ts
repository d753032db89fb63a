import type { KeptDamage, KeptRecord } from '../../app/ports/transcripts.ts';
import type { Repair } from '../../domain/conversation.ts';
import { asObject, field, type JsonObject, textField } from '../../kernel/json-fields.ts';
import { readableRecords, withoutReplaced } from '../kept-records.ts';
import { classify, isSidechain, messageOf, type RecordClass } from './classify.ts';
import { recordId } from './record-id.ts';

/** A kept record with what it is. */
export interface ScannedRecord {
  readonly kept: KeptRecord;
  readonly record: JsonObject;
  readonly what: RecordClass;
  /** Id of its message or link; a conflicting duplicate gets one of its own. */
  readonly id: string;
  readonly sidechain: boolean;
  /** Same id as an earlier record, other content. */
  readonly conflicts: boolean;
}

/** Records in order, exact repeats left out. */
export interface Scan {
  readonly records: readonly ScannedRecord[];
  readonly repairs: readonly Repair[];
  /** Every message is a subagent's: its sidechain is the conversation. */
  readonly asSubagent: boolean;
}

type Classified = Pick<ScannedRecord, 'kept' | 'record' | 'what'>;

function readRecords(records: Iterable<KeptRecord | KeptDamage>, repairs: Repair[]): Classified[] {
  const classified: Classified[] = [];
  for (const kept of readableRecords(records, repairs)) {
    const record = asObject(kept.record);
    if (record !== undefined) classified.push({ kept, record, what: classify(record) });
  }
  return classified;
}

/** Records that only an older generation holds come first, so that the newest turn is one of the source as it is now. */
function droppedFirst(classified: readonly Classified[]): readonly Classified[] {
  if (classified.every(({ kept }) => kept.current)) return classified;
  const current = classified.filter(({ kept }) => kept.current);
  const replaced = new Set(current.map(({ record }) => textField(record, 'uuid')));
  const left = new Set(
    withoutReplaced(
      classified.map(({ kept }) => kept),
      (record) => textField(asObject(record), 'uuid'),
    ),
  );
  const older = classified.filter(({ kept, record }) => {
    const uuid = textField(record, 'uuid');
    return !kept.current && left.has(kept) && (uuid === undefined || !replaced.has(uuid));
  });
  return [...older, ...current];
}

function sameContent(a: JsonObject, b: JsonObject): boolean {
  if (field(a, 'type') !== field(b, 'type')) return false;
  return JSON.stringify(field(messageOf(a), 'content') ?? a) === JSON.stringify(field(messageOf(b), 'content') ?? b);
}

/** Whether a message record belongs to a subagent, by its flag or by naming one. */
export function isOfSubagent(record: JsonObject): boolean {
  return isSidechain(record) || textField(record, 'agentId') !== undefined;
}

function isSubagentFile(classified: readonly Classified[]): boolean {
  const messages = classified.filter(
    ({ record }) => field(record, 'type') === 'user' || field(record, 'type') === 'assistant',
  );
  return messages.length > 0 && messages.every(({ record }) => isOfSubagent(record));
}

/** Which record bears each id: the first message with it. */
type Owners = Map<string, JsonObject>;

/** Gives a record its id; `undefined` for an exact repeat. A link never takes a message's id. */
function claimId(entry: Classified, owners: Owners): Pick<ScannedRecord, 'id' | 'conflicts'> | undefined {
  const id = recordId(entry.record, entry.kept.n);
  if (entry.what.kind === 'none') return { id, conflicts: false };
  const owner = owners.get(id);
  if (owner !== undefined) {
    return sameContent(owner, entry.record) ? undefined : { id: `line:${entry.kept.n}`, conflicts: true };
  }
  owners.set(id, entry.record);
  return { id, conflicts: false };
}

/** Leaves out metadata that neither links nor names anything, and links whose id a message or an earlier link has. */
function withUniqueLinks(records: readonly ScannedRecord[], owners: Owners): readonly ScannedRecord[] {
  const links = new Set<string>();
  return records.filter(({ what, id, record }) => {
    if (what.kind !== 'none' || field(record, 'type') === 'last-prompt') return true;
    if (textField(record, 'uuid') === undefined || owners.has(id) || links.has(id)) return false;
    links.add(id);
    return true;
  });
}

function duplicateRepair({ kept, record }: Classified): Repair {
  const id = recordId(record, kept.n);
  const message = `another record has the same id ${id}; the first one counts`;
  return { code: 'duplicate-id', message, line: kept.n, messageId: id };
}

/** Reads and classifies all records; the first record of an id keeps it. */
export function scanRecords(kept: Iterable<KeptRecord | KeptDamage>): Scan {
  const repairs: Repair[] = [];
  const classified = droppedFirst(readRecords(kept, repairs));
  const asSubagent = isSubagentFile(classified);
  const owners: Owners = new Map();
  const records: ScannedRecord[] = [];
  for (const entry of classified) {
    const claim = claimId(entry, owners);
    if (claim === undefined) continue;
    if (claim.conflicts) repairs.push(duplicateRepair(entry));
    const { kept: from, record, what } = entry;
    const { id, conflicts } = claim;
    records.push({ kept: from, record, what, id, conflicts, sidechain: isSidechain(record) && !asSubagent });
  }
  return { records: withUniqueLinks(records, owners), repairs, asSubagent };
}
