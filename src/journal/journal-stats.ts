import type { JournalEntry } from '../app/ports/journal.ts';
import { JOURNAL_START } from '../app/ports/journal.ts';
import type { JournalFigures } from '../app/ports/store-care.ts';
import type { Sha256 } from '../kernel/sources.ts';
import { readEntries } from './journal-reader.ts';
import { scanTail } from './journal-tail.ts';
import { listSegments, resolveEnds } from './segment-list.ts';
import type { StoreLayout } from './store-layout.ts';

/** Counts a journal in one pass. */
export function journalStats(layout: StoreLayout, sha256: Sha256): JournalFigures {
  const segments = resolveEnds(listSegments(layout), 0, sha256).map((segment) => scanTail(segment, sha256));
  const tally = new Tally();
  for (const entry of readEntries({ layout, sha256, after: JOURNAL_START })) tally.count(entry);
  return {
    segments: segments.length,
    bytes: segments.reduce((sum, scan) => sum + scan.size, 0),
    journalBytes: segments.reduce((sum, scan) => sum + scan.end, 0),
    ...tally.result(),
  };
}

class Tally {
  readonly #types = new Map<string, number>();
  readonly #streams = new Set<string>();
  #events = 0;
  #commits = 0;
  #unknown = 0;
  #damaged = 0;
  #first: string | null = null;
  #last: string | null = null;

  count(entry: JournalEntry): void {
    if (entry.kind === 'damage') {
      this.#damaged += 1;
      return;
    }
    const { type, stream, recorded, commit } = entry.event;
    this.#events += 1;
    if (entry.kind === 'unknown') this.#unknown += 1;
    if (commit[1] === commit[2] - 1) this.#commits += 1;
    this.#types.set(type, (this.#types.get(type) ?? 0) + 1);
    this.#streams.add(stream);
    this.#first ??= recorded;
    this.#last = recorded;
  }

  result(): Omit<JournalFigures, 'segments' | 'bytes' | 'journalBytes'> {
    const types = Object.fromEntries([...this.#types].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)));
    return {
      events: this.#events,
      commits: this.#commits,
      streams: this.#streams.size,
      unknown: this.#unknown,
      damaged: this.#damaged,
      types,
      first: this.#first,
      last: this.#last,
    };
  }
}
