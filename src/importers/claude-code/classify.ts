import { asObject, field, isTrue, type JsonObject, objectField, textField } from '../../kernel/json-fields.ts';
import { readForeignTime } from '../foreign-time.ts';
import { isInterruptMarker, isMachineMade, promptKindOf, splitInjected } from './prompt-text.ts';

/**
 * What a record is. `none`: it has no place in the conversation (metadata, progress), though its `uuid` may link others.
 * `hasResults`: tool results stand in the same record.
 */
export type RecordClass =
  | { readonly kind: 'prompt'; readonly promptKind: PromptKind; readonly typed: string; readonly hasResults: boolean }
  | { readonly kind: 'answer'; readonly synthetic: boolean; readonly apiError: boolean }
  | { readonly kind: 'toolResult' | 'summary' | 'compaction' | 'none' }
  | { readonly kind: 'interrupt'; readonly hasResults: boolean }
  | { readonly kind: 'meta' | 'notice'; readonly about: string };

export type PromptKind = 'plain' | 'slash' | 'bash' | 'beside-tool-result' | 'queued';

const NONE: RecordClass = { kind: 'none' };
const TOOL_RESULT: RecordClass = { kind: 'toolResult' };
const SUMMARY: RecordClass = { kind: 'summary' };
const COMPACTION: RecordClass = { kind: 'compaction' };

/** Origins of user records that are no person. */
const MACHINE_ORIGINS: ReadonlySet<string> = new Set([
  'task-notification',
  'hook',
  'system',
  'agent',
  'teammate',
  'channel',
  'coordinator',
]);

/** System records that say nothing to a reader. */
const SILENT_SYSTEM: ReadonlySet<string> = new Set(['turn_duration', 'stop_hook_summary', 'session_start']);

/** The `message` of a record. A bare text or list is its content, and so is a record's own `content` where there is none. */
export function messageOf(record: JsonObject): JsonObject | undefined {
  const message = field(record, 'message');
  if (typeof message === 'string' || Array.isArray(message)) return { content: message };
  const object = asObject(message);
  if (object !== undefined) return object;
  const type = field(record, 'type');
  const content = type === 'user' || type === 'assistant' ? field(record, 'content') : undefined;
  return content === undefined ? undefined : { content };
}

function toBlock(value: unknown): JsonObject | undefined {
  return typeof value === 'string' ? { type: 'text', text: value } : asObject(value);
}

/** The content blocks of a message; a plain string is one text block. */
export function blocksOf(message: JsonObject | undefined): readonly JsonObject[] {
  const content = field(message, 'content');
  const parts = Array.isArray(content) ? content : [content];
  return parts.map(toBlock).filter((block) => block !== undefined);
}

/** Text of all text blocks, one per line. */
export function joinedText(blocks: readonly JsonObject[]): string {
  const texts = blocks
    .filter((block) => field(block, 'type') === 'text')
    .map((block) => textField(block, 'text') ?? '');
  return texts.length === 1 ? (texts[0] ?? '') : texts.join('\n');
}

/** Type of a record as the agent names it; `(none)` when it has none. */
export function typeOf(record: JsonObject): string {
  return textField(record, 'type') ?? '(none)';
}

/** Whether a record belongs to a subagent that is written into its parent's file, or to a subagent's own file. */
export function isSidechain(record: JsonObject): boolean {
  return isTrue(record, 'isSidechain');
}

function classifyText(text: string, blocks: readonly JsonObject[], hasResults: boolean): RecordClass {
  const { typed } = splitInjected(text);
  if (typed === '') {
    if (hasResults) return TOOL_RESULT;
    const hasImage = blocks.some((block) => field(block, 'type') === 'image');
    return hasImage ? { kind: 'prompt', promptKind: 'plain', typed: '', hasResults } : { kind: 'meta', about: 'empty' };
  }
  if (isInterruptMarker(typed)) return { kind: 'interrupt', hasResults };
  if (isMachineMade(typed)) return hasResults ? TOOL_RESULT : { kind: 'notice', about: 'command-output' };
  return { kind: 'prompt', promptKind: hasResults ? 'beside-tool-result' : promptKindOf(typed), typed, hasResults };
}

/** Two things at once that no client leaves out: what is said is shown, and counts as nobody's. */
function isHalfARecord(record: JsonObject): boolean {
  return typeof field(record, 'message') === 'string' && readForeignTime(field(record, 'timestamp')) === null;
}

function classifyUser(record: JsonObject): RecordClass {
  if (isTrue(record, 'isCompactSummary')) return SUMMARY;
  if (isHalfARecord(record)) return { kind: 'notice', about: 'half-a-record' };
  const blocks = blocksOf(messageOf(record));
  const hasResults = blocks.some((block) => field(block, 'type') === 'tool_result');
  const machine = MACHINE_ORIGINS.has(textField(objectField(record, 'origin'), 'kind') ?? '');
  if (isTrue(record, 'isMeta') || machine)
    return hasResults ? TOOL_RESULT : { kind: 'meta', about: machine ? 'machine' : 'injected' };
  if (hasResults && !blocks.some((block) => field(block, 'type') === 'text')) return TOOL_RESULT;
  return classifyText(joinedText(blocks), blocks, hasResults);
}

function classifyAnswer(record: JsonObject): RecordClass {
  const apiError = isTrue(record, 'isApiErrorMessage');
  return { kind: 'answer', apiError, synthetic: apiError || textField(messageOf(record), 'model') === '<synthetic>' };
}

function classifySystem(record: JsonObject): RecordClass {
  const subtype = textField(record, 'subtype');
  if (subtype === 'compact_boundary') return COMPACTION;
  if (subtype !== undefined && SILENT_SYSTEM.has(subtype)) return NONE;
  return { kind: 'notice', about: subtype ?? 'system' };
}

/** Text of a prompt that a person typed while the model worked, when an attachment carries one. */
export function queuedText(record: JsonObject): string {
  const prompt = field(objectField(record, 'attachment'), 'prompt');
  return typeof prompt === 'string' ? prompt : joinedText(blocksOf({ content: prompt }));
}

function classifyAttachment(record: JsonObject): RecordClass {
  const attachment = objectField(record, 'attachment');
  const about = textField(attachment, 'type') ?? 'attachment';
  if (about !== 'queued_command') return { kind: 'meta', about };
  const { typed } = splitInjected(queuedText(record));
  const mode = textField(attachment, 'commandMode');
  const human = (mode === undefined || mode === 'prompt' || mode === 'bash') && typed !== '' && !isMachineMade(typed);
  return human ? { kind: 'prompt', promptKind: 'queued', typed, hasResults: false } : { kind: 'meta', about };
}

/** Decides what a record is; the one place where that is decided. */
export function classify(record: JsonObject): RecordClass {
  switch (field(record, 'type')) {
    case 'user':
      return classifyUser(record);
    case 'assistant':
      return classifyAnswer(record);
    case 'system':
      return classifySystem(record);
    case 'attachment':
      return classifyAttachment(record);
    default:
      return NONE;
  }
}
