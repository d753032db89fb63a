import type { KeptRecord } from '../../app/ports/transcripts.ts';
import type { ContentBlock, Message, TokenTotals, Usage } from '../../domain/conversation.ts';
import { assertNever } from '../../kernel/assert-never.ts';
import { countField, field, type JsonObject, objectField, textField } from '../../kernel/json-fields.ts';
import { chatCalls, chatResult, saidBlocks } from '../chat-message.ts';
import type { SessionTally } from '../session-tally.ts';
import { type TurnFormat, type TurnStep, turnReaders } from '../turn-format.ts';
import { type CagentRecord, cagentKey, madeAt, readCagentRecord } from './cagent-record.ts';

type Base = Pick<Message, 'id' | 'parentId' | 'at' | 'line'>;
type Said = Extract<CagentRecord, { readonly kind: 'message' }>;

function readUsage(message: JsonObject): Usage | undefined {
  const usage = objectField(message, 'usage');
  if (usage === undefined) return undefined;
  const count = (name: string): number => countField(usage, name) ?? 0;
  return {
    input: count('input_tokens'),
    output: count('output_tokens'),
    cacheRead: count('cached_input_tokens'),
    cacheWrite: count('cached_write_tokens'),
  };
}

function thoughts(message: JsonObject): readonly ContentBlock[] {
  const text = textField(message, 'reasoning_content');
  const signature = textField(message, 'thinking_signature');
  return text === undefined ? [] : [{ type: 'thinking', text, ...(signature === undefined ? {} : { signature }) }];
}

function answer(message: JsonObject, base: Base): Message {
  const model = textField(message, 'model');
  const usage = readUsage(message);
  return {
    ...base,
    kind: 'answer',
    role: 'assistant',
    content: [...thoughts(message), ...saidBlocks(message), ...chatCalls(message, base.id)],
    ...(model === undefined ? {} : { model }),
    ...(usage === undefined ? {} : { usage }),
  };
}

function toMessage({ role, message, implicit }: Said, base: Base): Message {
  if (role === 'assistant') return answer(message, base);
  if (role === 'tool') return { ...base, kind: 'toolResult', role: 'user', content: [chatResult(message, base.id)] };
  const content = saidBlocks(message);
  if (role === 'system') return { ...base, kind: 'meta', role, content };
  if (implicit) return { ...base, kind: 'meta', role: 'user', content };
  return { ...base, kind: 'prompt', role: 'user', promptKind: 'plain', content };
}

function stepsOf(record: JsonObject, kept: KeptRecord): readonly TurnStep[] {
  const what = readCagentRecord(record);
  const key = `line:${kept.n}`;
  const base: Base = { id: cagentKey(record) ?? key, parentId: null, at: kept.at, line: kept.n };
  switch (what.kind) {
    case 'message':
      return [{ kind: 'put', key, messages: [toMessage(what, base)] }];
    case 'subsession': {
      const block: ContentBlock = { type: 'notice', kind: 'subagent', text: what.id };
      return [{ kind: 'put', key, messages: [{ ...base, kind: 'notice', role: 'system', content: [block] }] }];
    }
    case 'summary': {
      const content: readonly ContentBlock[] = [{ type: 'text', text: what.text }];
      const messages: readonly Message[] = [{ ...base, kind: 'summary', role: 'user', content }];
      return [{ kind: 'put', key, messages, compaction: { id: base.id, at: kept.at, summaryMessageId: base.id } }];
    }
    case 'session':
    case 'unknown':
      return [];
    default:
      return assertNever(what);
  }
}

/** A session that another one sent out has no person in front. */
export function parentOf(session: JsonObject): string | undefined {
  return textField(session, 'parent_id');
}

function noteSession(session: JsonObject, tally: SessionTally): void {
  const cwd = textField(session, 'working_dir');
  if (cwd !== undefined) tally.cwds.add(cwd);
  const title = textField(session, 'title');
  if (title !== undefined) tally.title.suggest(title);
  const approved = field(session, 'tools_approved');
  if (approved === 1 || approved === true) tally.mode = 'tools-approved';
  tally.headless = parentOf(session) !== undefined;
}

function note(record: JsonObject, tally: SessionTally): void {
  const what = readCagentRecord(record);
  tally.spans.add(madeAt(what), false);
  if (what.kind === 'session') noteSession(record, tally);
}

/** The row of a session tells only of its last request: it counts where no answer has figures. */
function totalsOf(record: JsonObject): TokenTotals | undefined {
  if (readCagentRecord(record).kind !== 'session') return undefined;
  const count = (name: string): number | null => countField(record, name) ?? null;
  const [input, output] = [count('input_tokens'), count('output_tokens')];
  return { input, output, cacheRead: null, cacheWrite: null, inputIncludesCache: true };
}

/** How a cagent session is read. */
const cagentFormat: TurnFormat = {
  agent: 'cagent',
  inputIncludesCache: false,
  keyOf: cagentKey,
  nativeIdOf: (record) =>
    readCagentRecord(record).kind === 'session' ? textField(record, 'id') : textField(record, 'session_id'),
  stepsOf,
  note,
  totalsOf,
  joinTokens: (sum, totals) => (sum.output === null ? (totals ?? sum) : sum),
};

export const cagentReaders = turnReaders(cagentFormat);
