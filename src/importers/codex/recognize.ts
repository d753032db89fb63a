import type { Recognition } from '../../app/ports/importer.ts';
import type { SourceHead } from '../../app/ports/source-reader.ts';
import { asObject, listField, textField } from '../../kernel/json-fields.ts';
import { bestRating } from '../best-rating.ts';
import { readItem } from './item.ts';
import { isKnownItem } from './record-types.ts';

function rateRecord(value: unknown): Recognition {
  const record = asObject(value);
  const item = record === undefined ? undefined : readItem(record);
  if (record === undefined || item === undefined) return 0;
  if (item.pointer === '/session') return listField(record, 'items').map(rateRecord).includes(2) ? 2 : 0;
  if (item.pointer === '') return item.line === 'state' ? 1 : 2;
  if (item.line === 'other') return 0;
  return isKnownItem(item, textField(record, 'type') ?? '') ? 3 : 2;
}

/** How well a beginning fits Codex: the best of its records. */
export function recognizeCodex(head: SourceHead): Recognition {
  const isText = head.format === 'jsonl' || head.format === 'json';
  return isText ? bestRating(head.records.map(rateRecord)) : 0;
}
