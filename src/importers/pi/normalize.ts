import type { KeptDamage, KeptRecord } from '../../app/ports/transcripts.ts';
import type { Compaction, ContentBlock, Conversation, Message } from '../../domain/conversation.ts';
import { listBranches } from '../../domain/conversation-branches.ts';
import { findActiveLeaf, isTurnMessage, tracePath } from '../../domain/conversation-path.ts';
import { linkMessages, type TreeEntry } from '../../domain/conversation-tree.ts';
import { pairTools } from '../../domain/tool-pairing.ts';
import { countField, field, isTrue, type JsonObject, textField } from '../../kernel/json-fields.ts';
import { knownParts } from '../../kernel/known-parts.ts';
import { entryType, joinedText, roleOf } from './entry.ts';
import type { Family } from './family.ts';
import { asideText, type ContentPlace, contentBlocks, endBlocks, resultBlock, shellBlocks } from './message-content.ts';
import { entryText, type PiScan, type ScannedEntry, scanEntries } from './scan.ts';
import { readUsage } from './usage.ts';

/** What a message is and says; its place comes later. */
type Said = Pick<Message, 'kind' | 'role' | 'content'> & Partial<Message>;

function notice(kind: string, text: string): Said {
  return { kind: 'notice', role: 'system', content: [{ type: 'notice', kind, text }] };
}

function meta(kind: string, text: string): Said | undefined {
  return text === '' ? undefined : { kind: 'meta', role: 'user', content: [{ type: 'notice', kind, text }] };
}

function summary(text: string): Said {
  return { kind: 'summary', role: 'user', content: text === '' ? [] : [{ type: 'text', text }] };
}

function toAnswer(message: JsonObject, place: ContentPlace): Said {
  const usage = readUsage(message);
  return {
    kind: 'answer',
    role: 'assistant',
    content: [...contentBlocks(field(message, 'content'), place), ...endBlocks(message)],
    ...knownParts({
      usage,
      model: textField(message, 'model'),
      provider: textField(message, 'provider'),
      stopReason: textField(message, 'stopReason'),
    }),
  };
}

function placeOf({ subs, pointer, id }: ScannedEntry): ContentPlace {
  return { subs, pointer: `${pointer}/content`, id };
}

function readMessage(scanned: ScannedEntry, message: JsonObject): Said | undefined {
  const place = placeOf(scanned);
  const role = roleOf(message);
  switch (role) {
    case 'user': {
      const content = contentBlocks(field(message, 'content'), place);
      return { kind: 'prompt', role: 'user', content, promptKind: 'plain' };
    }
    case 'assistant':
      return toAnswer(message, place);
    case 'toolResult':
      return { kind: 'toolResult', role: 'user', content: [resultBlock(message, place)] };
    case 'bashExecution':
    case 'pythonExecution':
      return { kind: 'notice', role: 'system', content: shellBlocks(message) };
    case 'compactionSummary':
      return summary(asideText(message));
    case 'branchSummary':
      return notice('branch-summary', asideText(message));
    case 'system':
      return notice('system', asideText(message));
    default:
      return meta(textField(message, 'customType') ?? (role === '' ? 'message' : role), asideText(message));
  }
}

function readLabel(scanned: ScannedEntry): Said {
  const label = entryText(scanned, 'label');
  const target = entryText(scanned, 'targetId');
  return notice('label', label === '' ? `label taken from ${target}` : `${label} (${target})`);
}

function readCustomMessage(scanned: ScannedEntry): Said | undefined {
  const text = joinedText(field(scanned.entry, 'content'));
  const kind = textField(scanned.entry, 'customType') ?? 'custom';
  if (text === '') return undefined;
  return isTrue(scanned.entry, 'display') ? notice(kind, text) : meta(kind, text);
}

/** What an entry says to a reader; undefined for one that only links others. */
function readEntry(scanned: ScannedEntry): Said | undefined {
  if (scanned.message !== undefined) return readMessage(scanned, scanned.message);
  switch (entryType(scanned.entry)) {
    case 'compaction':
      return summary(entryText(scanned, 'summary'));
    case 'branch_summary':
      return notice('branch-summary', entryText(scanned, 'summary'));
    case 'label':
      return readLabel(scanned);
    case 'custom_message':
      return readCustomMessage(scanned);
    case 'session_init':
      return meta('task', entryText(scanned, 'task'));
    case 'reset_boundary':
      return notice('reset', entryText(scanned, 'reason'));
    default:
      return undefined;
  }
}

/** A conflicting duplicate is shown as a note beside the first entry, so that it is reachable and counts nowhere. */
function asDuplicate(said: Said): Said {
  const content = said.content.map(
    (block): ContentBlock => (block.type === 'text' ? { type: 'notice', kind: 'duplicate', text: block.text } : block),
  );
  return { kind: 'notice', role: said.role, content };
}

function toMessage(scanned: ScannedEntry, inheritedRecords: number): Message | undefined {
  const { kept, id, conflicts } = scanned;
  const said = readEntry(scanned);
  if (said === undefined) return undefined;
  return {
    id,
    parentId: null,
    at: kept.at,
    ...(conflicts ? asDuplicate(said) : said),
    line: kept.n,
    ...(kept.n <= inheritedRecords ? { inherited: true } : {}),
  };
}

function rankOf(message: Message | undefined): TreeEntry['rank'] {
  if (message === undefined) return 'link';
  if (message.kind === 'summary') return 'join';
  return isTurnMessage(message) ? 'turn' : 'note';
}

/**
 * Links of the tree. Where entries name no parent their order is all there is; entries that only an older generation of
 * the file holds then follow the entry before them, and the present ones each other.
 */
function toTree(entries: readonly ScannedEntry[], messages: ReadonlyMap<string, Message>): readonly TreeEntry[] {
  let before: string | null = null;
  let current: string | null = null;
  return entries.map(({ id, parent, kept }) => {
    const message = messages.get(id);
    const previous: string | null = kept.current ? current : before;
    before = id;
    if (kept.current) current = id;
    const isPrompt = message?.kind === 'prompt';
    return {
      id,
      parent: parent === undefined ? previous : parent,
      rank: rankOf(message),
      isPrompt,
      thread: '',
      line: kept.n,
    };
  });
}

function listCompactions(entries: readonly ScannedEntry[]): readonly Compaction[] {
  const found = entries.filter(({ entry, conflicts }) => entryType(entry) === 'compaction' && !conflicts);
  return found.map(({ id, kept, entry }) => ({
    id,
    at: kept.at,
    summaryMessageId: id,
    ...knownParts({ preTokens: countField(entry, 'tokensBefore') }),
  }));
}

/** Normalizes what was scanned. */
function normalizeScan(family: Family, scan: PiScan, inheritedRecords: number): Conversation {
  const bare = new Map<string, Message>();
  for (const scanned of scan.entries) {
    const message = toMessage(scanned, inheritedRecords);
    if (message !== undefined) bare.set(message.id, message);
  }
  const tree = linkMessages(toTree(scan.entries, bare));
  const messages = [...bare.values()].map((one) => ({ ...one, parentId: tree.parentOf.get(one.id) ?? null }));
  const dropped = new Set(scan.entries.filter(({ kept }) => !kept.current).map(({ id }) => id));
  const leaf = findActiveLeaf(messages, { dropped });
  const activePath = tracePath(messages, leaf);
  return {
    agent: family.agent,
    nativeId: scan.nativeId,
    messages,
    activePath,
    branches: listBranches(messages, activePath, leaf),
    compactions: listCompactions(scan.entries),
    repairs: [...scan.repairs, ...tree.repairs, ...pairTools(messages).repairs],
  };
}

/** Normalizes kept records into a conversation. Holds all of it; nothing is lost that a record says to a reader. */
export function normalizePi(
  family: Family,
  records: Iterable<KeptRecord | KeptDamage>,
  options: { readonly inheritedRecords?: number } = {},
): Conversation {
  return normalizeScan(family, scanEntries(records), options.inheritedRecords ?? 0);
}
