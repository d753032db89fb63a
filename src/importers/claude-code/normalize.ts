import type { KeptDamage, KeptRecord } from '../../app/ports/transcripts.ts';
import type { Compaction, ContentBlock, Conversation, Message, MessageKind, Usage } from '../../domain/conversation.ts';
import { listBranches } from '../../domain/conversation-branches.ts';
import { findActiveLeaf, type LeafHints, tracePath } from '../../domain/conversation-path.ts';
import { linkMessages, type TreeEntry } from '../../domain/conversation-tree.ts';
import { pairTools } from '../../domain/tool-pairing.ts';
import { assertNever } from '../../kernel/assert-never.ts';
import { asObject, countField, field, objectField, textField } from '../../kernel/json-fields.ts';
import { knownParts } from '../../kernel/known-parts.ts';
import { messageOf, type RecordClass, typeOf } from './classify.ts';
import { isClientCommand } from './client-command.ts';
import { contentOf } from './message-content.ts';
import { type ScannedRecord, scanRecords } from './scan.ts';
import { readUsage } from './usage.ts';
import { Votes } from './votes.ts';

function kindOf(what: RecordClass): MessageKind | undefined {
  switch (what.kind) {
    case 'none':
      return undefined;
    case 'compaction':
      return 'notice';
    case 'interrupt':
      return what.hasResults ? 'toolResult' : 'notice';
    case 'prompt':
    case 'answer':
    case 'toolResult':
    case 'summary':
    case 'meta':
    case 'notice':
      return what.kind;
    default:
      return assertNever(what);
  }
}

/** A conflicting duplicate is shown as a note beside the first record, so that it is reachable and counts nowhere. */
function asDuplicate(content: readonly ContentBlock[]): readonly ContentBlock[] {
  return content.map((block) =>
    block.type === 'text' ? { type: 'notice', kind: 'duplicate', text: block.text } : block,
  );
}

function roleOf(record: ScannedRecord): Message['role'] {
  const type = typeOf(record.record);
  return type === 'assistant' || type === 'system' ? type : 'user';
}

/** What only an answer carries. */
function answerParts({ record, what }: ScannedRecord): Partial<Message> {
  if (what.kind === 'interrupt') return { synthetic: true };
  if (what.kind !== 'answer') return {};
  const message = messageOf(record);
  const model = textField(message, 'model');
  return knownParts({
    apiId: textField(message, 'id'),
    model: model === '<synthetic>' ? undefined : model,
    stopReason: textField(message, 'stop_reason'),
    synthetic: what.synthetic ? true : undefined,
  });
}

/** Parts of a message that only some records carry. */
function optionalParts(scanned: ScannedRecord): Partial<Message> {
  const { record, what } = scanned;
  return {
    ...answerParts(scanned),
    ...knownParts({
      sidechain: scanned.sidechain ? true : undefined,
      promptKind: what.kind === 'prompt' && !scanned.conflicts ? what.promptKind : undefined,
      cwd: textField(record, 'cwd'),
      branch: textField(record, 'gitBranch'),
    }),
  };
}

/** A message while it is made: what it stands below and its usage come last. */
type OpenMessage = Omit<Message, 'parentId' | 'usage'> & { parentId: string | null; usage?: Usage };

/** The message of a record, its parent not yet known; `undefined` for a record that only links others. */
function toMessage(scanned: ScannedRecord, inheritedRecords: number): OpenMessage | undefined {
  const { kept, record, what } = scanned;
  const kind = kindOf(what);
  if (kind === undefined) return undefined;
  const content = contentOf(record, what, kept);
  if (content.length === 0 && typeOf(record) === 'attachment') return undefined;
  return {
    id: scanned.id,
    parentId: null,
    kind: scanned.conflicts ? 'notice' : kind,
    role: roleOf(scanned),
    at: kept.at,
    content: scanned.conflicts ? asDuplicate(content) : content,
    ...optionalParts(scanned),
    line: kept.n,
    ...(kept.n <= inheritedRecords ? { inherited: true } : {}),
  };
}

function rankOf(message: Message | undefined, what: RecordClass): TreeEntry['rank'] {
  if (what.kind === 'compaction' || (what.kind === 'summary' && message?.kind === 'summary')) return 'join';
  if (message === undefined) return 'link';
  return message.kind === 'prompt' || message.kind === 'answer' || message.kind === 'toolResult' ? 'turn' : 'note';
}

function toEntry(scanned: ScannedRecord, message: Message | undefined): TreeEntry {
  const { record } = scanned;
  const parent = Object.hasOwn(record, 'parentUuid') ? (textField(record, 'parentUuid') ?? null) : undefined;
  const logicalParent = textField(record, 'logicalParentUuid');
  return {
    id: scanned.id,
    parent,
    ...(logicalParent === undefined ? {} : { logicalParent }),
    rank: rankOf(message, scanned.what),
    isPrompt:
      message?.kind === 'prompt' && message.promptKind !== 'queued' && message.promptKind !== 'beside-tool-result',
    thread: scanned.sidechain ? `side:${textField(record, 'agentId') ?? ''}` : '',
    line: scanned.kept.n,
  };
}

/** Gives each API message's last usage to its last record, so that a sum over messages counts it once. */
function setUsage(messages: readonly OpenMessage[], usage: ReadonlyMap<string, Usage>): void {
  const bearers = new Map<string, OpenMessage>();
  for (const message of messages) if (message.kind === 'answer') bearers.set(message.apiId ?? message.id, message);
  for (const [key, message] of bearers) {
    const figures = usage.get(key);
    if (figures !== undefined) message.usage = figures;
  }
}

/** Last usage of each API message, repeats of a record included. */
function gatherUsage(kept: readonly (KeptRecord | KeptDamage)[]): ReadonlyMap<string, Usage> {
  const usage = new Map<string, Usage>();
  for (const entry of kept) {
    const record = 'damage' in entry ? undefined : asObject(entry.record);
    if (record === undefined || 'damage' in entry || field(record, 'type') !== 'assistant') continue;
    const figures = objectField(messageOf(record), 'usage');
    const key = textField(messageOf(record), 'id') ?? textField(record, 'uuid') ?? `line:${entry.n}`;
    if (figures !== undefined) usage.set(key, readUsage(figures));
  }
  return usage;
}

function toCompaction({ id, kept, record }: ScannedRecord): Compaction {
  const metadata = objectField(record, 'compactMetadata');
  const trigger = textField(metadata, 'trigger');
  const preTokens = countField(metadata, 'preTokens');
  return {
    id,
    at: kept.at,
    ...(trigger === undefined ? {} : { trigger }),
    ...(preTokens === undefined ? {} : { preTokens }),
  };
}

/** Compactions of the main thread: boundaries with the summary that follows each, else the summaries themselves. */
function listCompactions(records: readonly ScannedRecord[]): readonly Compaction[] {
  const found: Compaction[] = [];
  const main = records.filter(({ sidechain, conflicts }) => !sidechain && !conflicts);
  const hasBoundaries = main.some(({ what }) => what.kind === 'compaction');
  for (const scanned of main) {
    if (scanned.what.kind === 'compaction') found.push(toCompaction(scanned));
    if (scanned.what.kind !== 'summary') continue;
    const last = found.at(-1);
    if (!hasBoundaries) found.push({ id: scanned.id, at: scanned.kept.at, summaryMessageId: scanned.id });
    else if (last !== undefined && last.summaryMessageId === undefined)
      found[found.length - 1] = { ...last, summaryMessageId: scanned.id };
  }
  return found;
}

/** Commands about the client, their output, and what the client itself answers to them. */
function asideOf(records: readonly ScannedRecord[], messages: readonly Message[]): ReadonlySet<string> {
  const commands = records.filter(({ what }) => what.kind === 'prompt' && isClientCommand(what.typed));
  const aside = new Set(commands.map(({ id }) => id));
  if (aside.size === 0) return aside;
  for (const { id, kind, parentId, synthetic } of messages) {
    const follows = kind === 'notice' || kind === 'meta' || synthetic === true;
    if (follows && parentId !== null && aside.has(parentId)) aside.add(id);
  }
  return aside;
}

function leafHintsOf(records: readonly ScannedRecord[], messages: readonly Message[]): LeafHints {
  const aside = asideOf(records, messages);
  const dropped = new Set(records.filter(({ kept }) => !kept.current).map(({ id }) => id));
  const last = records.findLast(
    ({ record }) => field(record, 'type') === 'last-prompt' && textField(record, 'leafUuid') !== undefined,
  );
  if (last === undefined) return { aside, dropped };
  return { aside, dropped, hint: { id: textField(last.record, 'leafUuid') ?? '', line: last.kept.n } };
}

function nativeIdOf(records: readonly ScannedRecord[]): string | null {
  const votes = new Votes();
  for (const { record } of records) votes.add(textField(record, 'sessionId'));
  return votes.winner() ?? null;
}

/** Normalizes kept records into a conversation. Holds all of it; nothing is lost that a record says to a reader. */
export function normalizeClaude(
  records: Iterable<KeptRecord | KeptDamage>,
  options: { readonly inheritedRecords?: number } = {},
): Conversation {
  const kept = [...records];
  const scan = scanRecords(kept);
  const bare = scan.records.map((scanned) => ({ scanned, message: toMessage(scanned, options.inheritedRecords ?? 0) }));
  const entries = bare
    .filter(({ scanned }) => typeOf(scanned.record) !== 'last-prompt')
    .map(({ scanned, message }) => toEntry(scanned, message));
  const tree = linkMessages(entries);
  const messages = bare.flatMap(({ message }) => message ?? []);
  for (const message of messages) message.parentId = tree.parentOf.get(message.id) ?? null;
  setUsage(messages, gatherUsage(kept));
  const leaf = findActiveLeaf(messages, leafHintsOf(scan.records, messages));
  const activePath = tracePath(messages, leaf);
  return {
    agent: 'claude-code',
    nativeId: nativeIdOf(scan.records),
    messages,
    activePath,
    branches: listBranches(messages, activePath, leaf),
    compactions: listCompactions(scan.records),
    repairs: [...scan.repairs, ...tree.repairs, ...pairTools(messages).repairs],
  };
}
