import { deriveSessionId } from '../events/session-id.ts';
import type { SessionId } from '../kernel/ids.ts';
import { formatInstant } from '../kernel/instant.ts';
import { addToDraft, type FilledDraft, keepRecords, openDraft } from './keep-records.ts';
import { type ReadRecord, toKeptRecords } from './kept-as-read.ts';
import type { Preparation, PreparedImport } from './prepared-import.ts';
import { beginReading, fitsInMemory, type HeldRecord, type SourceReading } from './read-source.ts';
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

/** Redacts, writes and summarizes records as they are read. */
function fillWhileReading(preparation: Preparation, session: SessionId, reading: SourceReading): FilledDraft {
  const { app, importer } = preparation;
  const draft = openDraft(preparation, { session });
  const contents = importer.contents?.(app.snapshots.digestContent);
  const keep = (record: HeldRecord): ReadRecord => {
    contents?.add(record.value);
    return addToDraft(app, draft, record);
  };
  function* kept(): Generator<ReadRecord> {
    for (const record of reading.records) yield keep(record);
  }
  try {
    const asOf = formatInstant(app.clock());
    const records = kept();
    const summary = importer.summarize(toKeptRecords(importer, records), { asOf });
    // A summary may have seen enough before the end.
    for (const _rest of records);
    return { draft, contents, asRead: { summary, asOf, keptLength: draft.report().keptLength } };
  } catch (error) {
    draft.discard();
    throw error;
  }
}

/**
 * Keeps a source that is too large to be held, and whose session is new, in one pass instead of several. Undefined when
 * that is not its case, or when its end showed that it is another session than its beginning said: nothing is kept then.
 */
export function keepWhileReading(preparation: Preparation): PreparedImport | undefined {
  const { app, importer, source, file, options } = preparation;
  if (options.dryRun || fitsInMemory(source, START)) return undefined;
  const session = guessSession(preparation);
  if (session === undefined || app.readModel.state(session) !== undefined) return undefined;
  const reading = beginReading(importer, source, { from: START, path: file.path });
  const filled = fillWhileReading(preparation, session, reading);
  const pass = reading.finish();
  const identity = pass.identity === undefined ? undefined : redactIdentity(app, pass.identity);
  if (identity === undefined || deriveSessionId(importer.agent, identity.nativeId, app.sha256) !== session) {
    filled.draft.discard();
    return undefined;
  }
  return keepRecords(preparation, { session, pass, identity, status: 'added' }, filled);
}
