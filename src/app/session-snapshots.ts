import type { TakenSnapshot } from '../domain/path-baselines.ts';
import type { LoomEvent } from '../events/envelope.ts';
import type { SnapshotTaken } from '../events/session-data.ts';
import { SNAPSHOT_VERSION, type SnapshotDocument, type TouchedContent } from '../events/snapshot-data.ts';
import { parseSnapshotDocument } from '../events/snapshot-document.ts';
import { addAll } from '../kernel/add-all.ts';
import type { IsoTime, SessionId } from '../kernel/ids.ts';
import type { AppContext } from './context.ts';
import { digestMark } from './snapshot-document.ts';

/** A `snapshot.taken` with its time. */
export interface NotedPlace {
  readonly at: IsoTime;
  readonly taken: SnapshotTaken;
}

/** Everything that a session's snapshots hold. */
export interface SessionSnapshots {
  /** All of them, whole or not, in order of time. */
  readonly noted: readonly NotedPlace[];
  /** Those with a whole document, in order of time. */
  readonly whole: readonly TakenSnapshot[];
  /** What native records carried of touched files, oldest first. */
  readonly touched: readonly TouchedContent[];
}

function readDocument(
  app: Pick<AppContext, 'transcripts' | 'decodeText'>,
  session: SessionId,
  { document, touched, keyed }: SnapshotTaken,
): SnapshotDocument | undefined {
  if (document === undefined) {
    if (touched === undefined) return undefined;
    return { v: SNAPSHOT_VERSION, touched, ...(keyed === undefined ? {} : { keyed }) };
  }
  const blob = app.transcripts.blob(session, document.blob);
  return blob === undefined ? undefined : parseSnapshotDocument(app.decodeText(blob));
}

/** Reads the snapshots of a session. A document that is missing, damaged, of a newer loom or of another store
 * counts as not taken. */
export function readSessionSnapshots(
  app: Pick<AppContext, 'transcripts' | 'decodeText' | 'keyedDigest'>,
  session: SessionId,
  events: readonly LoomEvent[],
): SessionSnapshots {
  const noted = events
    .flatMap((event) => (event.type === 'snapshot.taken' ? [{ at: event.at, taken: event.data }] : []))
    .sort((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)));
  const whole: TakenSnapshot[] = [];
  const touched: TouchedContent[] = [];
  for (const { at, taken } of noted) {
    const document = readDocument(app, session, taken);
    if (document?.keyed !== digestMark(app)) continue;
    if (document.snapshot !== undefined) whole.push({ at, occasion: taken.occasion, snapshot: document.snapshot });
    addAll(touched, document.touched ?? []);
  }
  return { noted, whole, touched };
}
