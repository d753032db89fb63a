import { deriveSessionId } from '../events/session-id.ts';
import type { SessionId } from '../kernel/ids.ts';
import { gatherSource } from './gather-source.ts';
import { keepFilled, openDraft } from './keep-records.ts';
import type { SourceIdentity } from './ports/importer.ts';
import type { Preparation, PreparedImport } from './prepared-import.ts';
import { fitsInMemory, type SourcePass } from './read-source.ts';
import { redactIdentity } from './redact-identity.ts';

/** Records that mostly tell who a source is. */
const FIRST_RECORDS = 50;
const START = { offset: 0, line: 0 } as const;

/** The session that the first records of a source speak of; the rest may tell otherwise. */
function guessSession({ app, importer, source, file }: Preparation): SessionId | undefined {
  const gatherer = importer.identify();
  let count = 0;
  for (const line of source.lines(START)) {
    if (line.kind === 'record') gatherer.add(line.value);
    count += 1;
    if (count >= FIRST_RECORDS) break;
  }
  const identity = gatherer.finish(file.path);
  if (identity === undefined) return undefined;
  return deriveSessionId(importer.agent, redactIdentity(app, identity).nativeId, app.sha256);
}

/** Whose draft to begin: nobody's yet, of a small source; undefined, when a large one must be read before it is kept. */
function beginnerOf(preparation: Preparation): SessionId | null | undefined {
  if (fitsInMemory(preparation.source, START)) return null;
  const session = guessSession(preparation);
  return session === undefined || isKnown(preparation, session) ? undefined : session;
}

function isKnown({ app }: Preparation, session: SessionId): boolean {
  return app.readModel.state(session) !== undefined;
}

/** What came of reading a source: it is kept as a new session, or it was only read. */
export type ReadWhole =
  | PreparedImport
  | { readonly kind: 'read'; readonly pass: SourcePass; readonly identity: SourceIdentity | undefined };

/**
 * Reads a source once from its beginning and keeps it on the way, where that can be known to be right: its session is new,
 * and of a large source the beginning and the end tell of the same one. Undefined when a source must be read before
 * anything of it is kept.
 */
export function keepWhileReading(preparation: Preparation): ReadWhole | undefined {
  const { app, importer, source, file, options } = preparation;
  const beginner = options.dryRun ? undefined : beginnerOf(preparation);
  if (beginner === undefined) return undefined;
  const draft = openDraft(preparation, { session: beginner });
  const { pass, identity, filled } = gatherSource({ app, importer, source, path: file.path }, draft);
  const session = identity === undefined ? undefined : deriveSessionId(importer.agent, identity.nativeId, app.sha256);
  const isOther = beginner !== null && session !== beginner;
  if (session === undefined || isOther || isKnown(preparation, session)) {
    draft.discard();
    return { kind: 'read', pass, identity };
  }
  if (beginner === null) draft.name(session);
  return keepFilled(preparation, { session, pass, identity, status: 'added' }, filled);
}
