import type { NativeOriginal, WholeRecord } from '../../app/ports/native-writer.ts';
import type { Conversation, Message } from '../../domain/conversation.ts';
import { indexMessages, isTurnMessage } from '../../domain/conversation-path.ts';
import { asObject, type JsonObject, textField } from '../../kernel/json-fields.ts';
import type { NativeChangeTally } from '../native-change-tally.ts';
import { typeOf } from './classify.ts';
import { isOnlyUnsignedThinking } from './native-record.ts';
import { type ScannedRecord, scanRecords } from './scan.ts';

/** Metadata that a copy takes over: names, and what stands in the place of tool results that were shortened. */
const METADATA: ReadonlySet<string> = new Set([
  'summary',
  'custom-title',
  'ai-title',
  'tag',
  'agent-name',
  'agent-color',
  'pr-link',
  'content-replacement',
]);

/** What the agent may do without asking: a copy begins without it. */
const GRANTS: ReadonlySet<string> = new Set([
  'mode',
  'permission-mode',
  'session-mode',
  'isolation-latch',
  'atis-latch',
  'agent-setting',
]);

/** The records of a copy, in order, before they are changed. */
export interface Selection {
  readonly records: readonly ScannedRecord[];
  /** Ids of the messages of the active line, in order. */
  readonly path: readonly string[];
  readonly metadata: readonly JsonObject[];
  /** Every record that may link others, chosen or not. */
  readonly byId: ReadonlyMap<string, ScannedRecord>;
}

interface Choosing {
  readonly whole: boolean;
  readonly onPath: ReadonlySet<string>;
  /** The last kept line of the active line. */
  readonly cut: number;
  readonly messages: ReadonlyMap<string, Message>;
  readonly byId: ReadonlyMap<string, ScannedRecord>;
}

/** A record that no reader of the copy misses, or that the agent would stumble over. */
function isLeftOut({ kept, what, record, conflicts }: ScannedRecord): boolean {
  if (conflicts || typeOf(record) === 'progress' || isOnlyUnsignedThinking(kept as WholeRecord, record)) return true;
  return what.kind === 'notice' && what.about === 'half-a-record';
}

/** Whether a note hangs on the line, other notes between them, or stands before everything. */
function hangsOnPath(id: string, { messages, onPath, cut }: Choosing): boolean {
  const seen = new Set<string>();
  let at = messages.get(id);
  const line = at?.line ?? 0;
  while (at !== undefined && !seen.has(at.id)) {
    if (onPath.has(at.id)) return true;
    if (isTurnMessage(at)) return false;
    seen.add(at.id);
    if (at.parentId === null) return line <= cut;
    at = messages.get(at.parentId);
  }
  return false;
}

function isChosen(scanned: ScannedRecord, choosing: Choosing): boolean {
  const { id, kept, sidechain, what, record } = scanned;
  if (isLeftOut(scanned)) return false;
  if (choosing.onPath.has(id)) return true;
  if (choosing.whole) return kept.current;
  if (typeOf(record) === 'last-prompt') return false;
  if (sidechain) return kept.n <= choosing.cut;
  const isNote = what.kind === 'notice' || what.kind === 'meta' || what.kind === 'compaction';
  return isNote && hangsOnPath(id, choosing);
}

/** The record that a record names as its parent. */
function parentOf(record: ScannedRecord, byId: Choosing['byId']): ScannedRecord | undefined {
  const parent = textField(record.record, 'parentUuid');
  return parent === undefined ? undefined : byId.get(parent);
}

/** Ids of records that stand between chosen ones and the messages above them. */
function linksAbove(chosen: ReadonlySet<string>, { byId, messages }: Choosing): ReadonlySet<string> {
  const links = new Set<string>();
  const isLink = ({ id }: ScannedRecord): boolean => !messages.has(id) && !links.has(id) && !chosen.has(id);
  for (const id of chosen) {
    const below = byId.get(id);
    let above = below === undefined ? undefined : parentOf(below, byId);
    while (above !== undefined && isLink(above)) {
      links.add(above.id);
      above = parentOf(above, byId);
    }
  }
  return links;
}

/** Records that are no part of the conversation: what the agent notes about the session and itself. */
function currentMetadata(records: readonly WholeRecord[]): readonly JsonObject[] {
  return records.flatMap(({ record: value, current }) => {
    const record = asObject(value);
    if (record === undefined || !current || textField(record, 'uuid') !== undefined) return [];
    const type = typeOf(record);
    return type === 'user' || type === 'assistant' || type === 'last-prompt' ? [] : [record];
  });
}

function metadataOf(records: readonly WholeRecord[], chosen: ReadonlySet<string>, changes: NativeChangeTally) {
  const isTaken = (record: JsonObject): boolean => {
    const leaf = textField(record, 'leafUuid');
    return METADATA.has(typeOf(record)) && (typeOf(record) !== 'summary' || (leaf !== undefined && chosen.has(leaf)));
  };
  const metadata = currentMetadata(records);
  for (const record of metadata.filter((one) => !isTaken(one))) {
    changes.add(GRANTS.has(typeOf(record)) ? 'permissions' : 'metadata');
  }
  return metadata.filter(isTaken);
}

function choosingOf(original: NativeOriginal, records: readonly ScannedRecord[]): Choosing {
  const { conversation, path } = original;
  const onPath = new Set(path ?? conversation.activePath);
  const cut = records.reduce((last, { id, kept }) => (onPath.has(id) ? Math.max(last, kept.n) : last), 0);
  const byId = new Map(records.map((record) => [record.id, record]));
  return { whole: path === null, onPath, cut, messages: indexMessages(conversation.messages), byId };
}

function countBranches({ messages }: Conversation, chosen: ReadonlySet<string>, cut: number): number {
  return messages.filter((message) => isTurnMessage(message) && message.line <= cut && !chosen.has(message.id)).length;
}

/** Chooses the records of a copy: all that is current, or one line with what hangs on it. */
export function selectRecords(original: NativeOriginal, changes: NativeChangeTally): Selection {
  const scan = scanRecords(original.records);
  const choosing = choosingOf(original, scan.records);
  const messages = new Set(scan.records.filter((record) => isChosen(record, choosing)).map(({ id }) => id));
  const links = choosing.whole ? new Set<string>() : linksAbove(messages, choosing);
  const records = scan.records.filter(
    (record) => messages.has(record.id) || (links.has(record.id) && !isLeftOut(record)),
  );
  const chosen = new Set(records.map(({ id }) => id));
  changes.add(
    'unsigned-thinking',
    scan.records.filter(({ kept, record }) => isOnlyUnsignedThinking(kept as WholeRecord, record)).length,
  );
  changes.add('repeated', scan.records.filter(({ conflicts }) => conflicts).length);
  if (!choosing.whole) changes.add('branches', countBranches(original.conversation, chosen, choosing.cut));
  return {
    records,
    path: (original.path ?? original.conversation.activePath).filter((id) => chosen.has(id)),
    metadata: metadataOf(original.records, chosen, changes),
    byId: choosing.byId,
  };
}
