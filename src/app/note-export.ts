import type { ExportEncryption } from '../events/policy-data.ts';
import type { SessionId } from '../kernel/ids.ts';
import { STORE_STREAM } from '../kernel/ids.ts';
import { formatInstant } from '../kernel/instant.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { commitDecision } from './commit-decision.ts';
import type { AppContext } from './context.ts';

/** An export that went to a file. */
export interface MadeExport {
  readonly format: string;
  readonly mode?: string;
  /** Absent for the whole store. */
  readonly sessions?: readonly SessionId[];
  readonly path: string;
  readonly bytes: number;
  readonly encrypted?: ExportEncryption | null;
}

/** Event lines are bounded: more sessions than this are counted, not named. */
const MOST_NAMED = 200;
/** An audit never delays a read for long. */
const AUDIT_WAIT = 250;

/** Journals that an export was made, so that a purge can name it. Gives a warning instead of failing the export. */
export async function noteExport(app: AppContext, made: MadeExport): Promise<string | undefined> {
  const { sessions, path, encrypted, ...rest } = made;
  const data = {
    ...rest,
    path: app.redactor.redact(path).text,
    ...(encrypted ? { encrypted } : {}),
    ...(sessions === undefined ? {} : { count: sessions.length, sessions: sessions.slice(0, MOST_NAMED) }),
  };
  const draft = {
    id: app.mintEventId(),
    stream: STORE_STREAM,
    at: formatInstant(app.clock()),
    by: app.actor,
    trust: 'person',
    type: 'export.made',
    data,
  } as const;
  try {
    await commitDecision<never>(app, () => () => ({ kind: 'append', drafts: [draft] }), { wait: AUDIT_WAIT });
    return undefined;
  } catch (error) {
    if (error instanceof LoomError) return `the export is written, but the journal could not note it: ${error.message}`;
    throw error;
  }
}
