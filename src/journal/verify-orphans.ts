import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionId } from '../kernel/ids.ts';
import { parseSessionId } from '../kernel/ids.ts';
import { namesIn } from './safe-fs.ts';
import type { SessionNames } from './session-names.ts';
import type { StoreLayout } from './store-layout.ts';
import type { FindingList } from './verify-report.ts';

/** A transcript or blob folder. */
export interface StoredSession {
  readonly session: SessionId;
  readonly kind: 'transcript' | 'blobs';
  readonly path: string;
}

/** Lists the transcripts and blob folders of a store, and reports what else lies among them. */
export function listStored(layout: StoreLayout, list: Pick<FindingList, 'about'>): StoredSession[] {
  return [...listTranscripts(layout, list), ...listBlobFolders(layout, list)];
}

function* listTranscripts(layout: StoreLayout, list: Pick<FindingList, 'about'>): Generator<StoredSession> {
  for (const folder of namesIn(layout.transcriptsDir)) {
    for (const name of namesIn(join(layout.transcriptsDir, folder))) {
      const path = join(layout.transcriptsDir, folder, name);
      const session = name.endsWith('.jsonl') ? parseSessionId(name.slice(0, -'.jsonl'.length)) : undefined;
      if (session?.startsWith(folder) === true) yield { session, kind: 'transcript', path };
      else reportOther(path, list);
    }
  }
}

function* listBlobFolders(layout: StoreLayout, list: Pick<FindingList, 'about'>): Generator<StoredSession> {
  for (const name of namesIn(layout.blobsDir)) {
    const path = join(layout.blobsDir, name);
    const session = parseSessionId(name);
    let blobs = 0;
    for (const blob of namesIn(path)) {
      if (/^[0-9a-f]{64}$/.test(blob)) blobs += 1;
      else reportOther(join(path, blob), list);
    }
    if (session === undefined) reportOther(path, list);
    else if (blobs > 0) yield { session, kind: 'blobs', path };
  }
}

function reportOther(path: string, list: Pick<FindingList, 'about'>): void {
  if (path.endsWith('.part')) {
    list.about(path, {
      severity: 'info',
      code: 'leftover',
      detail: 'of a write that goes on or was cut short; not read',
    });
  } else list.about(path, { severity: 'warning', code: 'foreign-file', detail: 'is not known to loom; not read' });
}

/** What is wrong with a transcript or blob folder. */
export interface StoredFault {
  readonly session: SessionId;
  readonly path: string;
  readonly severity: 'error' | 'warning';
  readonly code: string;
  readonly detail: string;
}

/** Finds what no event names, what should be gone, and bytes after what an event names. */
export function judgeStored(stored: readonly StoredSession[], names: SessionNames): StoredFault[] {
  const faults = stored.flatMap((each) => orphanFault(each, names) ?? lengthFault(each, names) ?? []);
  const lost = new Set(faults.flatMap(({ code, session }) => (code === 'orphan-transcript' ? [session] : [])));
  return faults.map((fault) =>
    fault.code === 'orphan-blobs' && !lost.has(fault.session) ? unusedBlobs(fault) : fault,
  );
}

/**
 * Transcripts of sessions that no event names, where there is a journal that could: without one nothing is known of any. One of a session
 * that is known otherwise is left to the next import.
 */
export function orphanTranscripts(layout: StoreLayout, names: SessionNames): readonly string[] {
  if (names.cursor.segment === 0) return [];
  const stored = [...listTranscripts(layout, { about: () => undefined })];
  return judgeStored(stored, names)
    .filter(({ code, session }) => code === 'orphan-transcript' && !names.named.has(session))
    .map(({ path }) => path);
}

/** A blob is written before the event that names it: alone it tells of a command that was cut short, not of lost lines. */
function unusedBlobs(fault: StoredFault): StoredFault {
  return { ...fault, severity: 'warning', detail: 'no event names them: a command was cut short; they are not read' };
}

function orphanFault({ session, kind, path }: StoredSession, names: SessionNames): StoredFault | undefined {
  if (names.damaged.has(session)) return undefined;
  if (kind === 'transcript' ? names.kept.has(session) : names.named.has(session) && !names.purged.has(session)) {
    return undefined;
  }
  const purged = names.purged.has(session);
  const detail = purged
    ? 'belongs to a purged session, of which nothing should be left'
    : 'no event names it: an import or fork was killed (import again, or set it aside: loom journal repair), or the journal lost lines';
  return { session, path, severity: 'error', code: `${purged ? 'purged' : 'orphan'}-${kind}`, detail };
}

function lengthFault({ session, kind, path }: StoredSession, names: SessionNames): StoredFault | undefined {
  const keptLength = kind === 'transcript' ? names.kept.get(session) : undefined;
  const rest = (lstatSync(path, { throwIfNoEntry: false })?.size ?? 0) - (keptLength ?? Number.POSITIVE_INFINITY);
  if (rest <= 0) return undefined;
  const detail = `${rest} byte(s) that no event names: an import was cut short, or the journal lost lines`;
  return { session, path, severity: 'warning', code: 'unnamed-bytes', detail };
}
