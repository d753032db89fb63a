import { LoomError } from '../kernel/loom-error.ts';
import type { AppContext } from './context.ts';
import type { JournalEntry } from './ports/journal.ts';

/** What readings of an invocation may cost. It is asked again and again, and may change its answer. */
export interface ReadBounds {
  /** The time is up: every reading ends. */
  isOver(): boolean;
  /** Bytes of the journal that one reading may pass. */
  mostJournal(): number;
}

function tooMuch(): LoomError {
  return new LoomError({ kind: 'busy', code: 'out-of-time', message: 'there was no time to read so much' });
}

function* whileInTime<T>(items: Iterable<T>, bounds: ReadBounds): Generator<T> {
  for (const item of items) {
    if (bounds.isOver()) throw tooMuch();
    yield item;
  }
}

function* fewEntries(entries: Iterable<JournalEntry>, bounds: ReadBounds): Generator<JournalEntry> {
  let passed = 0;
  for (const entry of whileInTime(entries, bounds)) {
    passed += entry.place.length;
    if (passed > bounds.mostJournal()) throw tooMuch();
    yield entry;
  }
}

/**
 * Makes every long reading of journal and transcripts, the index's own included, end with LoomError `busy`/`out-of-time` once
 * it is out of bounds. Changes the context that it is given.
 */
export function boundReads(app: Pick<AppContext, 'journal' | 'transcripts'>, bounds: ReadBounds): void {
  const { journal, transcripts } = app;
  const read = journal.read.bind(journal);
  const readStretches = journal.readStretches.bind(journal);
  const distance = journal.distance.bind(journal);
  const records = transcripts.records.bind(transcripts);
  Object.assign(journal, {
    read: (after: Parameters<typeof read>[0]) => fewEntries(read(after), bounds),
    readStretches: (stretches: Parameters<typeof readStretches>[0]) => fewEntries(readStretches(stretches), bounds),
    distance: (cursor: Parameters<typeof distance>[0]) => {
      if (bounds.isOver()) throw tooMuch();
      return distance(cursor);
    },
  });
  Object.assign(transcripts, {
    records: (...args: Parameters<typeof records>) => whileInTime(records(...args), bounds),
  });
}
