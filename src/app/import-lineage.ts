import type { AgentName } from '../events/agents.ts';
import type { ParentRef } from '../events/session-data.ts';
import { deriveSessionId } from '../events/session-id.ts';
import type { SessionId } from '../kernel/ids.ts';
import type { AppContext } from './context.ts';
import type { Importer, SourceIdentity } from './ports/importer.ts';
import type { KeyedRecord } from './read-source.ts';

/** Where a new session's beginning came from. */
export interface Lineage {
  readonly parent: ParentRef | undefined;
  readonly inherited: { readonly session: SessionId; readonly records: number } | undefined;
  /** Keyed digest of the first record's key; undefined when no record has one. */
  readonly firstRecord: string | undefined;
}

/** Sessions prepared in this run and not yet in the journal, by the digest of their first record. */
export type PendingBeginnings = Map<string, { readonly session: SessionId; readonly keys: ReadonlySet<string> }>;

interface LineageQuestion {
  readonly app: AppContext;
  readonly importer: Importer;
  readonly session: SessionId;
  readonly identity: SourceIdentity;
  readonly records: () => Iterable<KeyedRecord>;
  readonly pending: PendingBeginnings;
}

/** Native keys of the records a session already holds; empty when nothing of it is kept. */
export function keptKeys(app: AppContext, importer: Importer, session: SessionId): Set<string> {
  const keys = new Set<string>();
  const transcript = app.readModel.state(session)?.transcript;
  if (transcript === null || transcript === undefined) return keys;
  for (const item of app.transcripts.records(session, transcript.keptLength)) {
    if ('damage' in item) continue;
    const key = importer.facts(item.record).key;
    if (key !== undefined) keys.add(key);
  }
  return keys;
}

/** Length of the leading run of records whose keys are already known; records without a key count when inside it. */
function countInherited(records: Iterable<KeyedRecord>, known: ReadonlySet<string>): number {
  let seen = 0;
  let inherited = 0;
  for (const record of records) {
    seen += 1;
    if (record.key === undefined) continue;
    if (!known.has(record.key)) break;
    inherited = seen;
  }
  return inherited;
}

function beginningDigest(app: AppContext, agent: AgentName, firstKey: string | undefined): string | undefined {
  return firstKey === undefined ? undefined : app.keyedDigest(JSON.stringify([agent, firstKey]));
}

interface Origin {
  readonly session: SessionId;
  readonly keys: ReadonlySet<string>;
}

function findOrigin(
  question: LineageQuestion,
  named: SessionId | undefined,
  digest: string | undefined,
): Origin | undefined {
  const { app, importer, session, pending } = question;
  const known =
    named ?? (digest === undefined ? undefined : app.readModel.byFirstRecord(digest).find((id) => id !== session));
  if (known !== undefined) {
    const waiting = [...pending.values()].find((item) => item.session === known);
    return waiting ?? { session: known, keys: keptKeys(app, importer, known) };
  }
  const beginning = digest === undefined ? undefined : pending.get(digest);
  return beginning === undefined || beginning.session === session ? undefined : beginning;
}

/** Finds the session that a new one continues: the one its source names, else one that begins with the same record. */
function traceLineage(question: LineageQuestion): Lineage {
  const { app, importer, identity } = question;
  const firstRecord = beginningDigest(app, importer.agent, identity.firstKey);
  const named =
    identity.parent === undefined ? undefined : deriveSessionId(importer.agent, identity.parent.nativeId, app.sha256);
  if (named !== undefined && identity.parent?.kind === 'subagent') {
    return {
      parent: { session: named, kind: 'subagent', ...atOf(identity.parent.at) },
      inherited: undefined,
      firstRecord,
    };
  }
  const origin = findOrigin(question, named, firstRecord);
  if (origin === undefined) return { parent: undefined, inherited: undefined, firstRecord };
  const records = countInherited(question.records(), origin.keys);
  return {
    parent: { session: origin.session, kind: identity.parent?.kind ?? 'continuation', ...atOf(identity.parent?.at) },
    inherited: records > 0 ? { session: origin.session, records } : undefined,
    firstRecord,
  };
}

/** Traces the lineage of a session and remembers how it begins, for those of the same run that go on with it. */
export function noteBeginning(question: LineageQuestion, keys: ReadonlySet<string>): Lineage {
  const lineage = traceLineage(question);
  const { session, pending } = question;
  if (lineage.firstRecord !== undefined) pending.set(lineage.firstRecord, { session, keys });
  return lineage;
}

function atOf(at: string | undefined): { at?: string } {
  return at === undefined ? {} : { at };
}
