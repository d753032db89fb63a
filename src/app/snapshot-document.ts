import type { SnapshotTaken, Where } from '../events/session-data.ts';
import {
  type LeftOut,
  type ProjectSnapshot,
  SNAPSHOT_VERSION,
  type SnapshotDocument,
  type TouchedContent,
} from '../events/snapshot-data.ts';
import type { SessionId } from '../kernel/ids.ts';
import { toHex } from '../kernel/to-hex.ts';
import type { AppContext } from './context.ts';

type Keeping = Pick<AppContext, 'transcripts' | 'sha256' | 'keyedDigest'>;

/** What a `snapshot.taken` is to hold. */
export interface SnapshotToKeep {
  readonly occasion: SnapshotTaken['occasion'];
  readonly snapshot?: ProjectSnapshot;
  readonly touched?: readonly TouchedContent[];
  /** The place as the event names it; the snapshot's own when absent. */
  readonly where: Where;
}

/** A snapshot event, and its document, which must be written before the event counts. */
export interface PreparedSnapshot {
  readonly draft: { readonly type: 'snapshot.taken'; readonly data: SnapshotTaken };
  readonly document: { readonly sha256: string; readonly content: Uint8Array };
  /** Writes the document durably; to be called before the append. */
  readonly write: () => void;
}

const encoder = new TextEncoder();

/** Tells documents of this store from those of another, whose digests compare with nothing here. */
export function digestMark(app: Pick<AppContext, 'keyedDigest'>): string {
  return app.keyedDigest('snapshot digests');
}

function countLeft(left: readonly LeftOut[]): Pick<SnapshotTaken, 'left'> {
  if (left.length === 0) return {};
  return { left: Object.fromEntries(left.map(({ code, count }) => [code, count])) };
}

/** Makes the event of a snapshot and the document that it names; everything in both is redacted already. */
export function prepareSnapshot(app: Keeping, session: SessionId, keep: SnapshotToKeep): PreparedSnapshot {
  const { occasion, snapshot, touched, where } = keep;
  const document: SnapshotDocument = {
    v: SNAPSHOT_VERSION,
    keyed: digestMark(app),
    ...(snapshot === undefined ? {} : { snapshot }),
    ...(touched === undefined ? {} : { touched }),
  };
  const content = encoder.encode(JSON.stringify(document));
  const blob = toHex(app.sha256(content));
  const data: SnapshotTaken = {
    where,
    occasion,
    document: { blob, bytes: content.length },
    ...(snapshot?.git == null ? {} : { dirty: snapshot.git.dirty.length }),
    ...countLeft(snapshot?.left ?? []),
  };
  return {
    draft: { type: 'snapshot.taken', data },
    document: { sha256: blob, content },
    write: () => void app.transcripts.putBlob(session, content),
  };
}
