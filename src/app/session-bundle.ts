import type { SessionState } from '../domain/session-state.ts';
import type { EventDraft } from '../events/envelope.ts';
import type { SessionId } from '../kernel/ids.ts';
import { LoomError } from '../kernel/loom-error.ts';
import type { AppContext } from './context.ts';
import { settleBlobs } from './import-blobs.ts';
import { numberKeptLines } from './number-kept-lines.ts';

/** All that an export carries of one session. */
export interface SessionBundle {
  readonly session: SessionId;
  /** Events in the exporting journal's order, the newest sync last. */
  readonly events: readonly EventDraft[];
  /** Kept lines as text. */
  readonly kept: readonly string[];
  readonly blobs: readonly Uint8Array[];
  /** What was wrong with the line that says how the session started. */
  readonly startFault?: string | undefined;
}

/** What of a bundle can be kept: its lines in sequence, and every blob that they name. */
export interface BundleContent {
  readonly kept: readonly string[];
  readonly blobs: readonly Uint8Array[];
  readonly leftOut: number;
  /** Numbers of the records in the exporting store. */
  readonly before: readonly number[];
  readonly breaks: number;
}

/** Blobs that an event names: a long prompt, a summary, a snapshot. */
function blobsNamed({ data }: EventDraft): readonly string[] {
  if ('blob' in data) return [String(data.blob)];
  return 'document' in data && data.document !== undefined ? [data.document.blob] : [];
}

/** Throws LoomError `problem` for lines that are none, and for blobs that are not there. */
export function settleContent(app: AppContext, bundle: SessionBundle): BundleContent {
  const { lines, before, breaks } = numberKeptLines(bundle.kept);
  const namedByEvents = new Set(bundle.events.flatMap(blobsNamed));
  const { session, blobs } = bundle;
  return { ...settleBlobs(app, { session, kept: lines, blobs, namedByEvents }), before, breaks };
}

/** All that a store tells of a session that was purged there. */
function isTombstone(bundle: SessionBundle): boolean {
  return bundle.kept.length === 0 && bundle.events.some((event) => event.type === 'session.purged');
}

/**
 * A session without a start would be kept and never seen: it is not brought in. Of one that was purged elsewhere only that is
 * told. Throws LoomError `problem`/`no-session-start`.
 */
export function requireStart(bundle: SessionBundle, state: SessionState | undefined): SessionBundle {
  const started = bundle.events.some((event) => event.type === 'session.started');
  if (started || (state !== undefined && state.nativeId !== '')) return bundle;
  if (isTombstone(bundle)) return { ...bundle, events: bundle.events.filter(({ type }) => type === 'session.purged') };
  const message =
    bundle.startFault === undefined
      ? 'the export does not say how it started: that line is missing or damaged'
      : `the line that says how it started cannot be used: ${bundle.startFault}`;
  throw new LoomError({ kind: 'problem', code: 'no-session-start', message });
}
