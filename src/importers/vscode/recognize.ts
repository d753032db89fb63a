import type { Recognition } from '../../app/ports/importer.ts';
import type { SourceHead } from '../../app/ports/source-reader.ts';
import { asObject, field, textField } from '../../kernel/json-fields.ts';
import { bestRating } from '../best-rating.ts';
import { readOperation } from './operation-log.ts';
import { readVscodeRecord } from './vscode-record.ts';

/** What a chat begins with; its id may stand behind all of its requests, out of sight. */
const OPENINGS = ['requesterUsername', 'responderUsername', 'initialLocation'];

function rateDocument(value: unknown): Recognition {
  const record = asObject(value);
  const what = readVscodeRecord(value);
  const isOpened = OPENINGS.some((name) => Object.hasOwn(record ?? {}, name));
  if (what === 'chat' || (isOpened && Array.isArray(field(record, 'requests')))) return 3;
  return what === 'request' && textField(record, 'requestId') !== undefined ? 2 : 0;
}

function rateLine(value: unknown): Recognition {
  const operation = readOperation(value);
  if (operation === undefined) return rateDocument(value);
  if (operation.kind === 'whole') return rateDocument(operation.value);
  return operation.path[0] === 'requests' ? 2 : 1;
}

/** How well a beginning fits VS Code: a chat as a document, or as a log of its changes. */
export function recognizeVscode({ format, records }: SourceHead): Recognition {
  if (format === 'jsonl') return bestRating(records.map(rateLine));
  return format === 'json' ? rateDocument(records[0]) : 0;
}
