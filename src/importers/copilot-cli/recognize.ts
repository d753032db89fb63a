import type { Recognition } from '../../app/ports/importer.ts';
import type { SourceHead } from '../../app/ports/source-reader.ts';
import { asObject, field, textField } from '../../kernel/json-fields.ts';
import { bestRating } from '../best-rating.ts';
import { readCopilotRecord } from './copilot-record.ts';
import { isKnownEvent } from './event-types.ts';

function rateRecord(value: unknown): Recognition {
  const record = asObject(value);
  const what = readCopilotRecord(value);
  if (what.kind === 'frame') return textField(record, 'sessionId') === undefined ? 1 : 3;
  if (what.kind !== 'event') return 0;
  const { type, data } = what.event;
  if (type === 'session.start' && field(data, 'producer') === 'copilot-agent') return 3;
  if (type === 'session.start' && textField(data, 'copilotVersion') !== undefined) return 3;
  return isKnownEvent(type) && Object.hasOwn(record ?? {}, 'parentId') ? 2 : 0;
}

/** How well a beginning fits the Copilot CLI: its event log, or the document that it wrote before. */
export function recognizeCopilot({ format, records }: SourceHead): Recognition {
  if (format === 'jsonl') return bestRating(records.map(rateRecord));
  return format === 'json' && readCopilotRecord(records[0]).kind === 'frame' ? rateRecord(records[0]) : 0;
}
