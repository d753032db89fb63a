import type { Recognition } from '../../app/ports/importer.ts';
import type { SourceHead } from '../../app/ports/source-reader.ts';
import { asObject, listField, textField } from '../../kernel/json-fields.ts';
import { bestRating } from '../best-rating.ts';
import { hasTables } from '../database-source.ts';
import { CLI_CHATS } from './chat-store.ts';
import { readCursorRecord } from './cursor-record.ts';
import { EDITOR_SESSIONS, WINDOW_SESSIONS } from './state-sessions.ts';
import { isTextTranscript } from './text-transcript.ts';

function rateDatabase(tables: SourceHead['tables']): Recognition {
  if (hasTables(tables, EDITOR_SESSIONS.needed)) return 3;
  if (hasTables(tables, CLI_CHATS.needed)) return 2;
  return hasTables(tables, WINDOW_SESSIONS.needed) ? 2 : 0;
}

/** A line of a transcript; other agents write a type, ids or times beside the role. */
function rateLine(value: unknown): Recognition {
  const record = asObject(value) ?? {};
  const what = readCursorRecord(record);
  if (what.kind !== 'line' || Object.keys(record).length !== 2) return 0;
  const texts = listField(what.message, 'content').map((item) => textField(asObject(item), 'text') ?? '');
  return texts.some((text) => text.includes('<user_query>')) ? 3 : 2;
}

/** How well a beginning fits Cursor: databases of the editor and of the command line, transcripts. */
export function recognizeCursor({ format, records, tables, text }: SourceHead): Recognition {
  if (format === 'sqlite') return rateDatabase(tables);
  if (format === 'jsonl') return bestRating(records.map(rateLine));
  return format === 'text' && isTextTranscript(text) ? 2 : 0;
}
