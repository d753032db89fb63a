import type { Recognition } from '../../app/ports/importer.ts';
import type { SourceHead } from '../../app/ports/source-reader.ts';
import { asObject, field, textField } from '../../kernel/json-fields.ts';
import { bestRating } from '../best-rating.ts';
import { isKnownType } from './record-types.ts';

function rateRecord(value: unknown): Recognition {
  const record = asObject(value);
  const type = textField(record, 'type') ?? '';
  const message = field(record, 'message');
  if ((type === 'user' || type === 'assistant') && message !== undefined) {
    // A relative of another agent writes the same names, with the parts of another API inside.
    if (Object.hasOwn(asObject(message) ?? {}, 'parts')) return 0;
    return record !== undefined && Object.hasOwn(record, 'isSidechain') && textField(record, 'sessionId') !== undefined
      ? 3
      : 2;
  }
  return isKnownType(type) ? 1 : 0;
}

/** How well a beginning fits Claude Code: the best of its records. */
export function recognizeClaude(head: SourceHead): Recognition {
  if (head.format !== 'jsonl') return 0;
  return bestRating(head.records.map(rateRecord));
}
