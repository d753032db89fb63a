import type { KeptRecord } from '../../app/ports/transcripts.ts';
import type { ContentBlock, Message, TokenTotals } from '../../domain/conversation.ts';
import {
  countField,
  field,
  isTrue,
  type JsonObject,
  numberField,
  objectField,
  textField,
} from '../../kernel/json-fields.ts';
import type { SessionTally } from '../session-tally.ts';
import { type TurnFormat, type TurnStep, turnReaders } from '../turn-format.ts';
import { itemBlocks } from './content.ts';
import { gooseFacts, messageKey, readContent, readGooseRecord, timeOf, visibilityOf } from './goose-record.ts';

function has(content: readonly ContentBlock[], type: ContentBlock['type']): boolean {
  return content.some((block) => block.type === type);
}

type Kind = Pick<Message, 'kind' | 'role' | 'promptKind'>;

/** A user's row may hold only what tools answered; what the model alone may see is no person's. */
function kindOf(record: JsonObject, content: readonly ContentBlock[]): Kind {
  const { user } = visibilityOf(record);
  if (field(record, 'role') === 'assistant') return { kind: user ? 'answer' : 'meta', role: 'assistant' };
  if (!user) return { kind: 'summary', role: 'user' };
  const said = has(content, 'text') || has(content, 'image');
  if (has(content, 'toolResult')) {
    return said
      ? { kind: 'prompt', role: 'user', promptKind: 'beside-tool-result' }
      : { kind: 'toolResult', role: 'user' };
  }
  return said ? { kind: 'prompt', role: 'user', promptKind: 'plain' } : { kind: 'notice', role: 'user' };
}

function stepsOf(record: JsonObject, kept: KeptRecord): readonly TurnStep[] {
  const found = readGooseRecord(record) === 'message' ? readContent(record) : undefined;
  if (found === undefined) return [];
  const id = messageKey(record) ?? `line:${kept.n}`;
  const content = itemBlocks(found.items, { subs: kept.subs, pointer: found.pointer, line: kept.n });
  const kind = kindOf(record, content);
  const message: Message = { id, parentId: null, at: kept.at, line: kept.n, ...kind, content };
  const compaction = kind.kind === 'summary' ? { compaction: { id, at: kept.at, summaryMessageId: id } } : {};
  return [{ kind: 'put', key: id, messages: [message], ...compaction }];
}

function noteSession(record: JsonObject, tally: SessionTally): void {
  const cwd = textField(record, 'working_dir');
  if (cwd !== undefined) tally.cwds.add(cwd);
  const name = textField(record, 'name') ?? textField(record, 'description');
  const isGiven = isTrue(record, 'user_set_name') || numberField(record, 'user_set_name') === 1;
  if (name !== undefined && isGiven) tally.title.rename(name);
  else if (name !== undefined) tally.title.suggest(name);
  const model = textField(
    objectField(record, 'model_config_json') ?? objectField(record, 'model_config'),
    'model_name',
  );
  if (model !== undefined) tally.models.add(model);
  tally.mode = textField(record, 'goose_mode') ?? tally.mode;
  tally.headless = isUnattended(record);
}

/** Whether a session was begun by a schedule or by another session. */
export function isUnattended(record: JsonObject): boolean {
  const type = textField(record, 'session_type') ?? 'user';
  return type !== 'user' && type !== 'terminal';
}

function note(record: JsonObject, tally: SessionTally): void {
  const what = readGooseRecord(record);
  if (what === 'message') tally.spans.add(timeOf(record), true);
  else if (what === 'session') noteSession(record, tally);
}

/** The agent's own running totals; those of the last request where it has no running ones. */
function totalsOf(record: JsonObject): TokenTotals | undefined {
  if (readGooseRecord(record) !== 'session') return undefined;
  const count = (name: string): number | null =>
    countField(record, `accumulated_${name}`) ?? countField(record, name) ?? null;
  const [input, output] = [count('input_tokens'), count('output_tokens')];
  return { input, output, cacheRead: null, cacheWrite: null, inputIncludesCache: true };
}

/** How a goose session is read. */
const gooseFormat: TurnFormat = {
  agent: 'goose',
  inputIncludesCache: true,
  keyOf: (record) => gooseFacts(record).key,
  nativeIdOf: (record) =>
    readGooseRecord(record) === 'session' ? textField(record, 'id') : textField(record, 'session_id'),
  stepsOf,
  note,
  totalsOf,
};

export const gooseReaders = turnReaders(gooseFormat);
