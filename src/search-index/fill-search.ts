import type { JournalCursor } from '../app/ports/journal.ts';
import type { SearchFeed, SearchSubjectId } from '../app/ports/search.ts';
import { CutAhead, cutEach, type WantedSubject } from './cut-ahead.ts';
import type { Cutter } from './cutting-thread.ts';
import { IndexVoid } from './index-store.ts';
import { noProgress, type SearchProgress, type SearchStore } from './search-store.ts';
import type { SearchWriter } from './search-writer.ts';

/** Keeps the time short for which a file that others wait for is locked. */
const MOST_AT_ONCE = 50;
/** Subjects that are looked up together. */
const LOOKED_UP = 100;
/** Subjects that an index nobody uses yet is given in one change. */
const WRITTEN_AT_ONCE = 1000;

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

/** Looks subjects up, some at a time. */
function* lookUp(
  feed: SearchFeed,
  ids: readonly SearchSubjectId[],
  sinceOf: (id: SearchSubjectId) => JournalCursor | null,
): Generator<WantedSubject> {
  for (let from = 0; from < ids.length; from += LOOKED_UP) {
    const some = ids.slice(from, from + LOOKED_UP).map((id) => ({ id, since: sinceOf(id) }));
    const subjects = feed.subjects(some);
    for (const asked of some) yield { asked, present: subjects.get(asked.id) };
  }
}

function putAll(writer: SearchWriter, feed: SearchFeed, { ids, unknownSince }: Wanted): void {
  for (const wanted of lookUp(feed, ids, (id) => writer.since(id) ?? unknownSince)) {
    writer.put({ ...wanted, documents: () => cutEach(wanted.present) });
  }
}

/** Opens a second thread for much work; `undefined` where there is none. */
export type OpenCutter = () => Cutter | undefined;

/** Fills an index that nobody else uses yet. An erasure that happens meanwhile makes it void. */
export function fillSearchStore(store: SearchStore, feed: SearchFeed, openCutter: OpenCutter = () => undefined): void {
  const cursor = feed.head();
  const { storeId } = feed;
  const ahead = new CutAhead(
    lookUp(feed, feed.all(), () => null),
    openCutter,
  );
  try {
    for (let more = true; more; ) {
      store.write((writer) => {
        more = putSome(writer, ahead);
        return { storeId, cursor, pending: [] };
      });
    }
  } finally {
    ahead.close();
  }
  store.settle();
  catchUpSearchStore(store, feed);
}

/** Returns whether there may be more. */
function putSome(writer: SearchWriter, ahead: CutAhead): boolean {
  for (let count = 0; count < WRITTEN_AT_ONCE; count += 1) {
    const subject = ahead.next();
    if (subject === undefined) return false;
    writer.put(subject);
  }
  return true;
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
