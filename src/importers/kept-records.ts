import type { KeptDamage, KeptRecord } from '../app/ports/transcripts.ts';
import type { Repair } from '../domain/conversation.ts';

/** What the source holds now, before what only an older generation of it held: a changed record counts as it is now. */
export function* currentFirst(records: Iterable<KeptRecord | KeptDamage>): Generator<KeptRecord> {
  const older: KeptRecord[] = [];
  for (const kept of records) {
    if ('damage' in kept) continue;
    if (kept.current) yield kept;
    else older.push(kept);
  }
  yield* older;
}

/** Yields the records that can be read; what was damaged, and what shared a line, becomes a repair. */
export function* readableRecords(records: Iterable<KeptRecord | KeptDamage>, repairs: Repair[]): Generator<KeptRecord> {
  let previous: KeptRecord | undefined;
  for (const kept of records) {
    if ('damage' in kept) {
      repairs.push({ code: 'malformed-line', message: `a kept line is damaged: ${kept.damage}` });
      continue;
    }
    if (previous?.generation === kept.generation && previous.sourceLine === kept.sourceLine) {
      const message = `line ${kept.sourceLine} of the source held several records`;
      repairs.push({ code: 'glued-line', message, line: kept.n });
    }
    previous = kept;
    yield kept;
  }
}
