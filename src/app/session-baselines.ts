import { commitsMade } from '../domain/commits-made.ts';
import type { Message } from '../domain/conversation.ts';
import { countOpaqueTools } from '../domain/opaque-tools.ts';
import { calledTools, listAccesses } from '../domain/path-accesses.ts';
import { foldPathBaselines } from '../domain/path-baselines.ts';
import type { HeadBaseline, SessionBaselines } from '../domain/session-baselines.ts';
import type { SessionState } from '../domain/session-state.ts';
import { pairTools } from '../domain/tool-pairing.ts';
import type { LoomEvent } from '../events/envelope.ts';
import type { SnapshotTaken, Where } from '../events/session-data.ts';
import type { AppContext } from './context.ts';
import { lastProcess } from './resume-history.ts';
import { sessionEvents } from './session-history.ts';
import { readSessionSnapshots, type SessionSnapshots } from './session-snapshots.ts';

type Reading = Pick<AppContext, 'journal' | 'readModel' | 'transcripts' | 'importerFor' | 'decodeText' | 'keyedDigest'>;

/** What a caller may know already. */
export interface KnownConversation {
  readonly messages?: readonly Message[];
  readonly events?: readonly LoomEvent[];
}

/** Moments at which a session stood at a commit. A resume only showed one to it, and a shell's is one of its own commits. */
const HEAD_OCCASIONS: ReadonlySet<SnapshotTaken['occasion']> = new Set(['start', 'stop', 'close', 'import']);

function messagesOf(app: Reading, state: SessionState): readonly Message[] {
  const importer = app.importerFor(state.agent);
  if (state.transcript === null || importer === undefined) return [];
  const { keptLength, inherited } = state.transcript;
  const records = app.transcripts.records(state.id, keptLength);
  return importer.normalize(records, { inheritedRecords: inherited?.records ?? 0 }).messages;
}

/** The newest moment that names a commit, or that was looked at whole. */
function headBaseline({ noted, whole }: SessionSnapshots): HeadBaseline | null {
  const found = noted.findLast(
    ({ at, taken }) =>
      HEAD_OCCASIONS.has(taken.occasion) &&
      (taken.where.head !== undefined || whole.some((one) => one.at === at && one.occasion === taken.occasion)),
  );
  if (found === undefined) return null;
  const { at, taken } = found;
  const snapshot = whole.findLast((one) => one.at === at && one.occasion === taken.occasion)?.snapshot;
  return {
    where: taken.where,
    ...(snapshot === undefined ? {} : { snapshot }),
    occasion: taken.occasion,
    at,
    inferred: taken.inferred === true,
  };
}

function ownCommits(messages: readonly Message[], { noted }: SessionSnapshots): readonly string[] {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const printed = [...pairTools(messages).calls.values()].flatMap((call) => {
    const result = call.resultMessageId === null ? undefined : byId.get(call.resultMessageId);
    const block = result?.content.find((one) => one.type === 'toolResult' && one.callId === call.id);
    return block?.type === 'toolResult' ? commitsMade(call, block.content) : [];
  });
  const afterShells = noted.flatMap(({ taken }) =>
    taken.occasion === 'tool' && taken.where.head !== undefined ? [taken.where.head] : [],
  );
  return [...new Set([...printed, ...afterShells])];
}

/** Where the session started; a session that nobody placed is taken to be where it was first looked at. */
function startWhere(state: SessionState, { noted }: SessionSnapshots): Where | null {
  return state.where ?? noted[0]?.taken.where ?? null;
}

const NOWHERE: Where = { cwd: '' };

/** Folds everything that is known of a session into what it knew of its project. Reads only; looks at no folder. */
export function sessionBaselines(app: Reading, state: SessionState, known: KnownConversation = {}): SessionBaselines {
  const events = known.events ?? sessionEvents(app, state.id);
  const messages = known.messages ?? messagesOf(app, state);
  const snapshots = readSessionSnapshots(app, state.id, events);
  const where = startWhere(state, snapshots);
  const first = snapshots.whole[0];
  const accesses = listAccesses(messages, events, where?.cwd ?? '');
  return {
    where,
    head: headBaseline(snapshots),
    policy: first === undefined ? null : { snapshot: first.snapshot, occasion: first.occasion, at: first.at },
    paths: foldPathBaselines(accesses, {
      where: where ?? NOWHERE,
      snapshots: snapshots.whole.filter(({ occasion }) => occasion !== 'resume'),
      touched: snapshots.touched,
    }),
    ownCommits: ownCommits(messages, snapshots),
    opaqueTools: countOpaqueTools(calledTools(messages, events)),
    process: lastProcess(events),
    lastAt: state.lastAt,
    ended: state.closed !== null && !state.closed.inferred,
  };
}
