import { unlinkSync } from 'node:fs';
import { JOURNAL_START } from '../app/ports/journal.ts';
import type { EventDraft, LoomEvent } from '../events/envelope.ts';
import { MAX_COMMIT_EVENTS } from '../events/envelope.ts';
import type { EndReason } from '../events/journal-data.ts';
import type { SessionId } from '../kernel/ids.ts';
import { erasePageLines } from './digest-pages.ts';
import { eraseStreams, unlinkCopies } from './erase.ts';
import { readEntries } from './journal-reader.ts';
import { readTail } from './journal-tail.ts';
import type { Purge } from './purge-intent.ts';
import { readPurge } from './purge-intent.ts';
import { replaceFile, storageFault, syncFolder } from './safe-fs.ts';
import type { AppendContext } from './segment-writer.ts';
import { appendCommit } from './segment-writer.ts';
import type { StoreLayout } from './store-layout.ts';

/** Makes the intent durable; only under the lock. From here on the erasure will be finished, by whoever takes the lock. */
export function beginPurge(layout: StoreLayout, purge: Purge): void {
  replaceFile(layout.purgeIntentFile, [Buffer.from(`${JSON.stringify(purge)}\n`)]);
}

/**
 * Does everything that is left of a pending erasure; only under the lock, repeatable. Order: intent event on a segment of its
 * own, erased lines, `unlink` (transcripts, blobs, index, quarantine), done events, and last the intent file.
 */
export function finishPurge(
  context: AppendContext,
  unlink: (sessions: readonly SessionId[]) => void,
): readonly LoomEvent[] {
  const { layout, sha256 } = context;
  const purge = readPurge(layout);
  const present = presentIds(context, purge);
  const intended = appendMissing(context, [purge.intent], { present, end: 'purge' });
  const subjects = [...purge.sessions, ...(purge.projects ?? []), ...(purge.memories ?? [])];
  eraseStreams(layout, { subjects, sha256 });
  unlinkCopies(layout, subjects);
  erasePageLines(layout.projectsDir, subjects);
  unlink(purge.sessions);
  const done = appendMissing(context, purge.done, { present });
  try {
    unlinkSync(layout.purgeIntentFile);
    syncFolder(layout.home);
  } catch (error) {
    throw storageFault({ operation: 'unlink', path: layout.purgeIntentFile, cause: error });
  }
  return [...intended, ...done];
}

function appendMissing(
  context: AppendContext,
  drafts: readonly EventDraft[],
  options: { readonly present: ReadonlySet<string>; readonly end?: EndReason },
): LoomEvent[] {
  const missing = drafts.filter((draft) => !options.present.has(draft.id));
  const events: LoomEvent[] = [];
  for (let from = 0; from < missing.length; from += MAX_COMMIT_EVENTS) {
    const tail = readTail(context.layout, context.sha256);
    const batch = missing.slice(from, from + MAX_COMMIT_EVENTS);
    events.push(...appendCommit(context, { tail, drafts: batch, end: options.end }).events);
  }
  return events;
}

/** Ids of this erasure's events that an interrupted round appended. */
function presentIds(context: AppendContext, purge: Purge): ReadonlySet<string> {
  const own = new Set<string>([purge.intent, ...purge.done].map((draft) => draft.id));
  const present = new Set<string>();
  for (const entry of readEntries({ ...context, after: JOURNAL_START })) {
    if (entry.kind !== 'damage' && own.has(entry.event.id)) present.add(entry.event.id);
  }
  return present;
}
