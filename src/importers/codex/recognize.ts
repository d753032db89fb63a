import type { Recognition } from '../../app/ports/importer.ts';
import type { SourceHead } from '../../app/ports/source-reader.ts';
import { bestRating } from '../best-rating.ts';
import { asObject, textField } from '../json-fields.ts';
import { readItem } from './item.ts';
import { isKnownItem } from './record-types.ts';

function rateRecord(value: unknown): Recognition {
  const record = asObject(value);
  const item = record === undefined ? undefined : readItem(record);
  if (record === undefined || item === undefined) return 0;
  if (item.pointer === '') return item.line === 'response_item' || item.line === 'session_meta' ? 2 : 1;
  if (item.line === 'other') return 0;
  return isKnownItem(item, textField(record, 'type') ?? '') ? 3 : 2;
}

/** How well a beginning fits Codex: the best of its records. */
export function recognizeCodex(head: SourceHead): Recognition {
  return head.format === 'jsonl' ? bestRating(head.records.map(rateRecord)) : 0;
}
