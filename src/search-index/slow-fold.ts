import type { Clock } from '../kernel/sources.ts';
import type { FoldDeps } from './catch-up.ts';

const SLOW_MILLIS = 1000;

/** The same journal and transcripts, with somebody told, once, when reading them has taken more than a second. */
export function tellWhenSlow<Deps extends FoldDeps>(deps: Deps, now: Clock, tell: () => void): Deps {
  const start = now();
  let told = false;
  const look = (): void => {
    if (told || now() - start <= SLOW_MILLIS) return;
    told = true;
    tell();
  };
  const { journal, transcripts } = deps;
  return {
    ...deps,
    journal: {
      read: (after) => watched(journal.read(after), look),
      head: () => journal.head(),
      holds: (cursor) => journal.holds(cursor),
      distance: (cursor) => journal.distance(cursor),
      look: () => journal.look(),
      recall: (cursor, look) => journal.recall(cursor, look),
    },
    transcripts: {
      records: (...args) => {
        look();
        return transcripts.records(...args);
      },
    },
  };
}

function* watched<T>(items: Iterable<T>, look: () => void): Iterable<T> {
  for (const item of items) {
    look();
    yield item;
  }
}
