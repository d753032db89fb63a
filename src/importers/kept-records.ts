import type { KeptDamage, KeptRecord } from '../app/ports/transcripts.ts';
import type { Repair } from '../domain/conversation.ts';

/** What makes two kept records the same fact: a native key, or undefined to compare them by their text. */
export type KeyOf = (record: unknown) => string | undefined;

/** Records of an older generation, by key; equal ones in their order. */
class OlderRecords {
  readonly #byKey = new Map<string, KeptRecord[]>();
  readonly #keyOf: KeyOf;

  constructor(keyOf: KeyOf) {
    this.#keyOf = keyOf;
  }

  #keyText(record: unknown): string {
    return this.#keyOf(record) ?? `text:${JSON.stringify(record)}`;
  }

  add(kept: KeptRecord): void {
    const key = this.#keyText(kept.record);
    const twins = this.#byKey.get(key);
    if (twins === undefined) this.#byKey.set(key, [kept]);
    else twins.push(kept);
  }

  /** Takes out the older record that a current one stands for. Costs nothing while nothing was rewritten. */
  replace(current: KeptRecord): void {
    if (this.#byKey.size > 0) this.#byKey.get(this.#keyText(current.record))?.shift();
  }

  /** What is left, in the order in which it was kept: where several bear one id, the first of them counts everywhere. */
  rest(): readonly KeptRecord[] {
    return [...this.#byKey.values()].flat().sort((a, b) => a.n - b.n);
  }
}

/**
 * The records without those of an older generation that the present one holds or replaces, in their order. What is left of
 * older ones are turns that a rewrite dropped.
 */
export function withoutReplaced(records: readonly KeptRecord[], keyOf: KeyOf): readonly KeptRecord[] {
  if (records.every(({ current }) => current)) return records;
  const older = new OlderRecords(keyOf);
  // Only what came later stands for an older record; a twin that was there before it does not.
  for (const kept of records) {
    if (kept.current) older.replace(kept);
    else older.add(kept);
  }
  const dropped = new Set(older.rest());
  return records.filter((kept) => kept.current || dropped.has(kept));
}

/** The current records as they come, then those that a rewrite dropped. Holds no current record. */
export function* currentThenDropped(records: Iterable<KeptRecord | KeptDamage>, keyOf: KeyOf): Generator<KeptRecord> {
  const older = new OlderRecords(keyOf);
  for (const kept of records) {
    if ('damage' in kept) continue;
    if (!kept.current) older.add(kept);
    else {
      older.replace(kept);
      yield kept;
    }
  }
  yield* older.rest();
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
