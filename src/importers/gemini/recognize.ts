import type { Recognition } from '../../app/ports/importer.ts';
import type { SourceHead } from '../../app/ports/source-reader.ts';
import { assertNever } from '../../kernel/assert-never.ts';
import { asObject, field, type JsonObject, listField, textField } from '../../kernel/json-fields.ts';
import { bestRating } from '../best-rating.ts';
import { readGeminiRecord } from './gemini-record.ts';

function rateMessage(record: JsonObject, type: string): Recognition {
  if (type === 'gemini') return 3;
  return textField(record, 'id') !== undefined && Object.hasOwn(record, 'timestamp') ? 1 : 0;
}

function rateStream(record: JsonObject, type: string): Recognition {
  if (type === 'init') return textField(record, 'session_id') === undefined ? 1 : 3;
  return Object.hasOwn(record, 'tool_id') ? 2 : 1;
}

function rateRecord(value: unknown): Recognition {
  const record = asObject(value) ?? {};
  const what = readGeminiRecord(record);
  switch (what.kind) {
    case 'header':
      return rateHeader(record);
    case 'message':
      return rateMessage(record, what.type);
    case 'stream':
      return rateStream(record, what.type);
    case 'content':
      return 2;
    case 'rewind':
      return 3;
    case 'set':
      return 1;
    case 'unknown':
      return 0;
    default:
      return assertNever(what);
  }
}

function rateHeader(record: JsonObject): Recognition {
  if (textField(record, 'sessionId') !== undefined && Object.hasOwn(record, 'projectHash')) return 3;
  const items = [...listField(record, 'messages'), ...listField(record, 'history')];
  return best(items.filter((item) => !Array.isArray(field(asObject(item), 'messages'))));
}

function best(values: readonly unknown[]): Recognition {
  return bestRating(values.map(rateRecord));
}

/** How well a beginning fits the Gemini CLI: chat files, saved chats, and what it prints as a stream. */
export function recognizeGemini({ format, records }: SourceHead): Recognition {
  if (format === 'jsonl') return best(records);
  if (format !== 'json') return 0;
  const [document] = records;
  return best(Array.isArray(document) ? document : [document]);
}
