import type { RecordFacts } from '../../app/ports/importer.ts';
import type { KeptRecord } from '../../app/ports/transcripts.ts';
import { assertNever } from '../../kernel/assert-never.ts';
import { asObject, field, type JsonObject, listField, textField } from '../../kernel/json-fields.ts';
import { readForeignTime } from '../foreign-time.ts';
import type { SessionTally } from '../session-tally.ts';
import { type TurnFormat, type TurnStep, turnReaders } from '../turn-format.ts';
import { readGeminiRecord, replacedMessages } from './gemini-record.ts';
import { chatMessages, savedMessages } from './messages.ts';
import { streamMessages, streamTotals } from './stream-messages.ts';

/** What an import needs of one record. */
export function geminiFacts(value: unknown): RecordFacts {
  const record = asObject(value);
  const what = readGeminiRecord(value);
  const at = readForeignTime(field(record, 'timestamp') ?? field(record, 'startTime'))?.iso ?? null;
  const known = what.kind !== 'unknown';
  switch (what.kind) {
    case 'message':
      return { ...(what.id === undefined ? {} : { key: what.id }), at, type: what.type, known };
    case 'stream':
      return { at, type: `stream:${what.type}`, known };
    case 'header':
    case 'content':
    case 'set':
    case 'rewind':
      return { at, type: what.kind, known };
    case 'unknown':
      return { at, type: textField(record, 'type') ?? '(none)', known };
    default:
      return assertNever(what);
  }
}

function setSteps(set: JsonObject, kept: KeptRecord): readonly TurnStep[] {
  const messages = replacedMessages(set);
  if (messages === undefined) return [];
  const steps = messages.map((message, index): TurnStep & { readonly kind: 'put' } => {
    const pointer = `/$set/messages/${index}`;
    return {
      kind: 'put',
      key: textField(message, 'id') ?? `line:${kept.n}${pointer}`,
      messages: chatMessages(message, kept, pointer),
    };
  });
  return [...steps, { kind: 'keepOnly', keys: new Set(steps.map(({ key }) => key)) }];
}

function stepsOf(record: JsonObject, kept: KeptRecord): readonly TurnStep[] {
  const what = readGeminiRecord(record);
  const line = `line:${kept.n}`;
  switch (what.kind) {
    case 'message':
      return [{ kind: 'put', key: what.id ?? line, messages: chatMessages(record, kept) }];
    case 'content':
      return [{ kind: 'put', key: line, messages: savedMessages(record, kept) }];
    case 'stream':
      return [{ kind: 'put', key: line, messages: streamMessages(what.type, record, kept) }];
    case 'set':
      return setSteps(what.set, kept);
    case 'rewind':
      return [{ kind: 'rewind', to: what.to, unknown: 'all' }];
    case 'header':
    case 'unknown':
      return [];
    default:
      return assertNever(what);
  }
}

/** A header, or what is set of one later. */
function noteHeader(header: JsonObject, tally: SessionTally): void {
  tally.spans.add(field(header, 'startTime'), false);
  tally.spans.add(field(header, 'lastUpdated'), false);
  const summary = textField(header, 'summary');
  if (summary !== undefined) tally.title.suggest(summary);
  for (const folder of listField(header, 'directories')) if (typeof folder === 'string') tally.cwds.add(folder);
}

function note(record: JsonObject, tally: SessionTally): void {
  const what = readGeminiRecord(record);
  if (what.kind === 'header') noteHeader(record, tally);
  else if (what.kind === 'set') noteHeader(what.set, tally);
  else tally.spans.add(field(record, 'timestamp'), what.kind === 'message');
  if (what.kind !== 'stream') return;
  tally.headless = true;
  const model = textField(record, 'model');
  if (model !== undefined) tally.models.add(model);
}

/** How a Gemini CLI session is read. */
const geminiFormat: TurnFormat = {
  agent: 'gemini',
  inputIncludesCache: true,
  keyOf: (record) => geminiFacts(record).key,
  nativeIdOf: (record) => textField(record, 'sessionId') ?? textField(record, 'session_id'),
  stepsOf,
  note,
  totalsOf: streamTotals,
};

export const geminiReaders = turnReaders(geminiFormat);
