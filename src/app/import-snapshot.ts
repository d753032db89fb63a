import type { SnapshotTaken, Where } from '../events/session-data.ts';
import type { TouchedContent } from '../events/snapshot-data.ts';
import type { SessionId } from '../kernel/ids.ts';
import type { AppContext } from './context.ts';
import type { SourceIdentity } from './ports/importer.ts';
import type { TranscriptDraft } from './ports/transcripts.ts';
import { serialisedBytes } from './serialised-bytes.ts';
import { digestMark, prepareSnapshot } from './snapshot-document.ts';

/** What an import found out about the project beside the conversation. */
export interface ImportedSnapshot {
  readonly touched: readonly TouchedContent[];
  readonly identity: Pick<SourceIdentity, 'cwd' | 'branch' | 'repository'> | undefined;
  /** Folder of the session, as far as it is known already. */
  readonly cwd: string;
}

/** The place as the source itself names it: nobody looked at it. */
function placeOf({ identity, cwd }: ImportedSnapshot): Where {
  const head = identity?.repository?.head;
  const branch = identity?.repository?.branch ?? identity?.branch ?? null;
  const at = { cwd: identity?.cwd ?? cwd };
  return head === undefined ? at : { ...at, ...(branch === null ? {} : { branch }), head };
}

/** Bytes of touched files that an event holds itself: a file of its own would cost an import more than all else. */
const MOST_INLINE = 8 * 1024;

/**
 * The snapshot of an import: contents of touched files after their last access, and the commit that the source names. A long
 * list is a document that goes with the draft. `undefined` when the records carry neither.
 */
export function draftImportSnapshot(
  app: AppContext,
  session: SessionId,
  parts: { readonly draft: TranscriptDraft; readonly found: ImportedSnapshot },
): SnapshotTaken | undefined {
  const { draft, found } = parts;
  const where = placeOf(found);
  if (found.touched.length === 0) return where.head === undefined ? undefined : { where, occasion: 'import' };
  const touched = found.touched.map((content) => ({ ...content, path: app.redactor.redact(content.path).text }));
  if (serialisedBytes(touched) <= MOST_INLINE) {
    return { where, occasion: 'import', touched, keyed: digestMark(app) };
  }
  const snapshot = prepareSnapshot(app, session, { occasion: 'import', touched, where });
  draft.addBlob(snapshot.document);
  return snapshot.draft.data;
}
