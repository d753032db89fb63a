import { renameSync } from 'node:fs';
import { join } from 'node:path';
import type { DrainReport } from '../app/ports/journal.ts';
import type { EventDraft } from '../events/envelope.ts';
import { readEntries } from './journal-reader.ts';
import { readTail } from './journal-tail.ts';
import { ensureFolder, storageFault, syncFolder } from './safe-fs.ts';
import type { AppendContext } from './segment-writer.ts';
import { appendCommit } from './segment-writer.ts';
import { beginSpoolFile, listSpool, readSpool, removeSpoolFile, type SpoolFile } from './spool.ts';

const NOTHING: DrainReport = { events: 0, left: 0, setAside: [] };

/**
 * Appends what hooks left beside the journal, each file as one commit; only under the lock. A file goes only after its events
 * are durable, and a drain that was killed in between is finished without appending an event twice. A journal that holds
 * events of a newer loom takes none: the files wait.
 */
export function drainSpool(context: AppendContext, most = Number.POSITIVE_INFINITY): DrainReport {
  const files = listSpool(context.layout);
  if (files.length === 0) return NOTHING;
  const setAside: string[] = [];
  let events = 0;
  let taken = 0;
  for (const file of files.slice(0, most)) {
    if (readTail(context.layout, context.sha256).last?.newer === true) break;
    const drafts = readSpool(file);
    if (drafts === undefined) setAside.push(quarantine(context, file));
    else if (drafts !== 'gone') events += appendFile(context, file, drafts);
    taken += 1;
  }
  if (taken > 0) syncFolder(context.layout.spoolDir);
  return { events, left: files.length - taken, setAside };
}

function appendFile(context: AppendContext, file: SpoolFile, drafts: readonly EventDraft[]): number {
  const present = file.begunAt === undefined ? new Set<string>() : idsSince(context, file.begunAt, drafts);
  const missing = drafts.filter((draft) => !present.has(draft.id));
  const newest = readTail(context.layout, context.sha256).newest?.segment.number ?? 0;
  const begun = beginSpoolFile(context.layout, file, newest);
  if (missing.length > 0) {
    appendCommit(context, { tail: readTail(context.layout, context.sha256), drafts: missing });
  }
  removeSpoolFile(begun);
  return missing.length;
}

/** Ids of these events that a drain which was cut short has appended. */
function idsSince(context: AppendContext, segment: number, drafts: readonly EventDraft[]): ReadonlySet<string> {
  const wanted = new Set<string>(drafts.map((draft) => draft.id));
  const present = new Set<string>();
  for (const entry of readEntries({ ...context, after: { segment, offset: 0, id: '', sum: '' } })) {
    if (entry.kind !== 'damage' && wanted.has(entry.event.id)) present.add(entry.event.id);
  }
  return present;
}

function quarantine({ layout }: AppendContext, file: SpoolFile): string {
  ensureFolder(layout.quarantineDir);
  const path = join(layout.quarantineDir, `spool-${file.name}`);
  try {
    renameSync(file.path, path);
  } catch (error) {
    throw storageFault({ operation: 'rename', path: file.path, cause: error });
  }
  syncFolder(layout.quarantineDir);
  return path;
}
