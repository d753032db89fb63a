import type { JournalCursor } from '../app/ports/journal.ts';
import type { SearchFeed, SearchSubjectId } from '../app/ports/search.ts';
import { IndexVoid } from './index-store.ts';
import { noProgress, type SearchProgress, type SearchStore } from './search-store.ts';
import type { SearchWriter } from './search-writer.ts';

/** Keeps the time short for which a file that others wait for is locked. */
const MOST_AT_ONCE = 50;
/** Subjects that are looked up together. */
const LOOKED_UP = 100;

/** Throws IndexVoid unless the store is of this journal and nothing was erased since. */
function checkFit(progress: SearchProgress, feed: SearchFeed): void {
  if (progress.storeId !== feed.storeId) throw new IndexVoid('store');
  if (!feed.holds(progress.cursor)) throw new IndexVoid('cursor');
}

interface Wanted {
  readonly ids: readonly SearchSubjectId[];
  /** Subjects that the index does not know have no event before this place; null where they may have. */
  readonly unknownSince: JournalCursor | null;
}

function putAll(writer: SearchWriter, feed: SearchFeed, { ids, unknownSince }: Wanted): void {
  for (let from = 0; from < ids.length; from += LOOKED_UP) {
    const some = ids.slice(from, from + LOOKED_UP).map((id) => ({ id, since: writer.since(id) ?? unknownSince }));
    const subjects = feed.subjects(some);
    for (const asked of some) writer.put(asked, subjects.get(asked.id));
  }
}

/** Fills an index that nobody else uses yet. An erasure that happens meanwhile makes it void. */
export function fillSearchStore(store: SearchStore, feed: SearchFeed): void {
  const cursor = feed.head();
  const ids = feed.all();
  const { storeId } = feed;
  for (let from = 0; from < ids.length || from === 0; from += LOOKED_UP * 10) {
    store.write((writer) => {
      putAll(writer, feed, { ids: ids.slice(from, from + LOOKED_UP * 10), unknownSince: null });
      return { storeId, cursor, pending: [] };
    });
  }
  store.settle();
  catchUpSearchStore(store, feed);
}

/**
 * Takes over what changed since the index was last brought up to date, in several steps, each of them whole. Throws IndexVoid
 * when the index does not continue to the journal that is there, or when something was erased. Returns whether it wrote.
 */
export function catchUpSearchStore(store: SearchStore, feed: SearchFeed): boolean {
  const known = store.progress() ?? noProgress(feed.storeId);
  checkFit(known, feed);
  const head = feed.head();
  if (isAt(known, head)) return false;
  for (let more = true; more; ) {
    more = false;
    store.write((writer) => {
      // Another process may have taken over more while this one waited for its turn.
      const progress = store.progress() ?? noProgress(feed.storeId);
      checkFit(progress, feed);
      const step = nextStep(progress, feed);
      putAll(writer, feed, { ids: step.now, unknownSince: progress.cursor });
      more = step.later.length > 0;
      return { storeId: feed.storeId, cursor: step.cursor, pending: step.later };
    });
  }
  return true;
}

function isAt({ cursor, pending }: SearchProgress, head: SearchProgress['cursor']): boolean {
  return (
    pending.length === 0 && cursor.segment === head.segment && cursor.offset === head.offset && cursor.id === head.id
  );
}

interface Step {
  readonly now: readonly SearchSubjectId[];
  readonly later: readonly SearchSubjectId[];
  readonly cursor: SearchProgress['cursor'];
}

function nextStep(progress: SearchProgress, feed: SearchFeed): Step {
  const cursor = feed.head();
  const { subjects, erased } = feed.changes(progress.cursor);
  if (erased) throw new IndexVoid('erased');
  const ids = [...new Set([...progress.pending, ...subjects])];
  return { now: ids.slice(0, MOST_AT_ONCE), later: ids.slice(MOST_AT_ONCE), cursor };
}
