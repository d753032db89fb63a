import type { AgentName } from '../events/agents.ts';
import { deriveSessionId } from '../events/session-id.ts';
import type { SessionId } from '../kernel/ids.ts';
import type { AppContext } from './context.ts';
import type { Importer, SourceIdentity } from './ports/importer.ts';
import { currentPlace } from './project-current.ts';
import { isContained } from './sync-source.ts';

/** A session that goes on with another one, as its agent tells it at its start. */
export interface ForkClue {
  readonly session: SessionId;
  readonly agent: AgentName;
  /** Native id of the original, where the agent names it. */
  readonly parent?: string;
  /** The agent's own transcript of the new session, where the agent names it: it may begin with what the original said. */
  readonly transcript?: string;
}

/** Sessions whose beginnings are looked at; what is forked is among the newest. */
const MOST_LOOKED_AT = 30;

/** Who a transcript says that it is, from its first records; only in a place of the agent's own. */
function beginningOf(app: AppContext, importer: Importer, transcript: string): SourceIdentity | undefined {
  if (!isContained(app, importer, transcript) || !app.sources.exists(transcript)) return undefined;
  const [file] = importer.find(transcript, app.sources);
  const head = file === undefined || 'code' in file ? undefined : app.sources.head(file);
  if (head === undefined) return undefined;
  const identity = importer.identify();
  for (const record of head.records) identity.add(record);
  return identity.finish(transcript);
}

function firstKeyOf(app: AppContext, importer: Importer, session: SessionId): string | undefined {
  const transcript = app.readModel.state(session)?.transcript ?? null;
  if (transcript === null) return undefined;
  for (const item of app.transcripts.records(session, transcript.keptLength)) {
    const key = 'damage' in item ? undefined : importer.facts(item.record).key;
    if (key !== undefined) return key;
  }
  return undefined;
}

/** The newest session of the project that begins with the same record. */
function sameBeginning(
  app: AppContext,
  importer: Importer,
  { session, firstKey }: { session: SessionId; firstKey: string },
) {
  const digest = app.keyedDigest(JSON.stringify([importer.agent, firstKey]));
  const known = app.readModel.byFirstRecord(digest).find((id) => id !== session);
  const { project } = currentPlace(app);
  if (known !== undefined || project === null) return known;
  // A session that began with a hook does not say how its transcript begins.
  const newest = app.readModel.list({ project, agent: importer.agent, limit: MOST_LOOKED_AT });
  return newest.find(({ id }) => id !== session && firstKeyOf(app, importer, id) === firstKey)?.id;
}

/** The original by the beginning of the new session's transcript: it says whose it is, or holds the same first record. */
function originInTranscript(app: AppContext, { session, agent, transcript }: ForkClue): SessionId | undefined {
  const importer = app.importerFor(agent);
  if (importer === undefined || transcript === undefined) return undefined;
  const { nativeId, parent, firstKey } = beginningOf(app, importer, transcript) ?? {};
  const idOf = (native: string): SessionId => deriveSessionId(agent, native, app.sha256);
  if (parent !== undefined && parent.kind !== 'subagent') return idOf(parent.nativeId);
  // A copy may bear the id of its original up to where it begins itself.
  if (nativeId !== undefined && idOf(nativeId) !== session) return idOf(nativeId);
  return firstKey === undefined ? undefined : sameBeginning(app, importer, { session, firstKey });
}

/** The session that a new one was forked from, if loom knows it. Reads the beginning of one file, and only the agent's own. */
export function findForkOrigin(app: AppContext, clue: ForkClue): SessionId | undefined {
  const { session, agent, parent } = clue;
  const named = parent === undefined ? undefined : deriveSessionId(agent, parent, app.sha256);
  const origin = named ?? originInTranscript(app, clue);
  return origin === undefined || origin === session || app.readModel.state(origin) === undefined ? undefined : origin;
}
