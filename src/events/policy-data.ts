/** Data of the events in which content leaves its project, or is allowed to. */
import type { EventId, ProjectId, SessionId } from '../kernel/ids.ts';

/** What a grant opens. */
export type GrantScope =
  | { readonly kind: 'cross-project'; readonly from: ProjectId; readonly to: ProjectId | 'all' }
  | { readonly kind: 'network'; readonly host: string; readonly purpose?: string };

/** A reader may conclude: a person opened exactly this, until it is revoked or `until` has passed. */
export interface PolicyGranted {
  readonly scope: GrantScope;
  readonly reason?: string;
  /** ISO-8601 instant. */
  readonly until?: string;
}

/** A reader may conclude: what that grant opened is closed again. What was read before stays read. */
export interface PolicyRevoked {
  readonly grant: EventId;
  readonly reason?: string;
}

/** A copy opens with a secret key, or with a passphrase. */
export type ExportEncryption = 'recipients' | 'passphrase';

/** A reader may conclude: a copy left the store in this form. loom cannot take it back; purge lists it. */
export interface ExportMade {
  readonly format: string;
  /** How much of the content: e.g. `compact`, `redacted`, `full`. */
  readonly mode?: string;
  /** Absent for an export of the whole store. */
  readonly sessions?: readonly SessionId[];
  /** Number of sessions, also when `sessions` is cut to fit. */
  readonly count?: number;
  /** Path as given, redacted; absent when it went to standard output. */
  readonly path?: string;
  readonly bytes?: number;
  readonly sha256?: string;
  /** How the copy is encrypted; absent for a plain one. */
  readonly encrypted?: ExportEncryption;
}
