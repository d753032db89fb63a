import type { Recognition } from '../../app/ports/importer.ts';
import type { SourceHead } from '../../app/ports/source-reader.ts';
import { bestRating } from '../best-rating.ts';
import { asObject, field, listField, textField } from '../json-fields.ts';
import { readGeminiRecord } from './gemini-record.ts';

function rateRecord(value: unknown): Recognition {
  const record = asObject(value);
  const what = readGeminiRecord(record);
  switch (what.kind) {
    case 'header':
      return rateHeader(value);
    case 'message':
      return what.type === 'gemini' ? 3 : what.id !== undefined && Object.hasOwn(record ?? {}, 'timestamp') ? 1 : 0;
    case 'stream':
      return textField(record, 'session_id') !== undefined || Object.hasOwn(record ?? {}, 'tool_id') ? 2 : 1;
    case 'content':
      return 2;
    case 'rewind':
      return 3;
    case 'set':
      return 1;
    case 'unknown':
      return 0;
  }
}

function rateHeader(value: unknown): Recognition {
  const record = asObject(value);
  if (textField(record, 'sessionId') !== undefined && Object.hasOwn(record ?? {}, 'projectHash')) return 3;
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
