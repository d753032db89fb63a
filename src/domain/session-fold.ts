import type { AgentName } from '../events/agents.ts';
import type { LoomEvent } from '../events/envelope.ts';
import { isErased } from '../events/erased.ts';
import type { SessionStarted, TranscriptSynced, Where } from '../events/session-data.ts';
import {
  type EventId,
  eventTail,
  type IsoTime,
  type ProjectId,
  type SessionId,
  sessionOfStream,
} from '../kernel/ids.ts';
import { countFact, NOTHING_CAPTURED } from './captured-figures.ts';
import { placeKey } from './place-key.ts';
import { foldClosed, foldRestored } from './session-endings.ts';
import type { SessionState, TranscriptState } from './session-state.ts';
import { withSummary } from './session-summaries.ts';
import { isPlausible, laterOf } from './session-times.ts';
import { mostTrust } from './trust-order.ts';

type Start = Extract<LoomEvent, { type: 'session.started' }>;

/** Events that more than one witness can tell, so that the same fact may arrive twice. */
const TOLD_TWICE: ReadonlySet<string> = new Set([
  'session.started',
  'session.linked',
  'session.closed',
  'session.reloaded',
]);

interface Origin {
  readonly id: SessionId;
  readonly agent: AgentName;
  readonly at: IsoTime;
  readonly event: EventId;
}

/** A session of which only the envelope of some event is known. */
function blankSession({ id, agent, at, event }: Origin): SessionState {
  return {
    id,
    agent,
    nativeId: '',
    headless: false,
    parent: null,
    firstRecord: null,
    where: null,
    project: null,
    places: [],
    linked: [],
    startedAt: at,
    lastAt: at,
    wokenAt: null,
    startTitle: null,
    title: null,
    pinned: false,
    archived: false,
    deleted: null,
    purged: false,
    closed: null,
    transcript: null,
    summaries: [],
    trust: 'untrusted',
    revision: 0,
    lastEvent: event,
    tails: [],
    captured: NOTHING_CAPTURED,
    capturedSince: NOTHING_CAPTURED,
    recent: [],
    process: null,
    assembled: null,
    blocked: null,
  };
}

/**
 * Folds one event of a session's stream. Facts that witnesses captured may come in any order and more than once;
 * decisions of a person count in journal order. Events of other streams change nothing.
 */
export function foldSession(state: SessionState | undefined, event: LoomEvent): SessionState | undefined {
  const id = sessionOfStream(event.stream);
  if (id === undefined) return state;
  const tail = eventTail(event.id);
  if (state !== undefined && isKnown(state, event, tail)) return foldProcess(state, event);
  const at = isPlausible(event.at, event.recorded) ? event.at : event.recorded;
  const base = state ?? blankSession({ id, agent: event.by.agent ?? 'loom', at, event: event.id });
  const erased = isErased(event.data);
  const known = TOLD_TWICE.has(event.type) && !erased;
  return {
    ...(erased ? base : foldFact(base, event)),
    revision: base.revision + 1,
    lastEvent: event.id,
    tails: known ? [...base.tails, tail].sort() : base.tails,
  };
}

function isKnown(state: SessionState, event: LoomEvent, tail: string): boolean {
  if (state.revision === 0) return false;
  return event.id === state.lastEvent || state.tails.includes(tail) || state.recent.includes(tail);
}

/** A session that goes on in another process tells its start again. */
function foldProcess(state: SessionState, event: LoomEvent): SessionState {
  if (event.type !== 'session.started' || isErased(event.data) || event.data.process === undefined) return state;
  if (state.process !== null && state.process.at >= event.at) return state;
  return { ...state, process: { mark: event.data.process, at: event.at } };
}

function foldFact(state: SessionState, event: LoomEvent): SessionState {
  switch (event.type) {
    case 'session.started':
      return foldProcess(foldStarted(state, event), event);
    case 'session.linked':
      return { ...seen(state, event), places: withPlace(state.places, event.data.where) };
    case 'session.closed':
      return foldClosed(seen(state, event), event);
    case 'session.reloaded':
      return event.by.kind === 'person' ? state : woken(state, event);
    case 'prompt.submitted':
    case 'run.completed':
    case 'tool.completed':
    case 'tool.failed':
    case 'error.recorded':
      return countFact(event.type === 'prompt.submitted' ? woken(state, event) : active(state, event), event);
    case 'context.assembled':
      return { ...state, assembled: event.data.digest ?? null };
    case 'snapshot.taken':
      // Taken after the fact: no sign of life.
      return ['import', 'close'].includes(event.data.occasion) ? state : seen(state, event);
    case 'transcript.synced':
      return foldSynced(state, event);
    case 'session.summarized':
      return { ...state, summaries: withSummary(state.summaries, event) };
    case 'session.purged':
      return foldPurged(state, event);
    default:
      return foldDecision(state, event);
  }
}

function foldDecision(state: SessionState, event: LoomEvent): SessionState {
  switch (event.type) {
    case 'session.renamed':
      // An empty title takes a person's title away: the undo of the first rename.
      return { ...state, title: event.data.title === '' ? null : event.data.title };
    case 'session.pinned':
      return { ...state, pinned: true };
    case 'session.unpinned':
      return { ...state, pinned: false };
    case 'session.archived':
      return { ...state, archived: true };
    case 'session.deleted':
      return { ...state, deleted: { event: event.id, at: event.at } };
    case 'session.restored':
      return foldRestored(state, event.data);
    default:
      return state;
  }
}

function withPlace(places: readonly string[], where: Where): readonly string[] {
  const key = placeKey(where);
  return places.includes(key) ? places : [...places, key];
}

/** What a person does to a session later is no activity of the session; neither is an implausible clock. */
function seen(state: SessionState, event: LoomEvent): SessionState {
  return event.by.kind === 'person' ? state : active(state, event);
}

/** A prompt or a tool is activity, whoever wrote it down. */
function active(state: SessionState, event: LoomEvent): SessionState {
  return isPlausible(event.at, event.recorded) ? { ...state, lastAt: laterOf(state.lastAt, event.at) } : state;
}

function woken(state: SessionState, event: LoomEvent): SessionState {
  if (!isPlausible(event.at, event.recorded)) return state;
  return { ...active(state, event), wokenAt: state.wokenAt === null ? event.at : laterOf(state.wokenAt, event.at) };
}

/** Two witnesses of one start: the earlier one speaks, the other fills what it left open. */
function foldStarted(state: SessionState, event: Start): SessionState {
  if (state.purged) return foldStarted(revive(state, event), event);
  const at = isPlausible(event.at, event.recorded) ? event.at : event.recorded;
  const { data } = event;
  const fresh = state.nativeId === '';
  const earlier = fresh || at < state.startedAt;
  const facts = startFacts(data);
  return {
    ...state,
    ...(earlier ? fillNulls(facts, state) : fillNulls(state, facts)),
    agent: earlier ? data.agent : state.agent,
    nativeId: earlier ? data.nativeId : state.nativeId,
    places: data.where === undefined ? state.places : withPlace(state.places, data.where),
    headless: state.headless || data.headless === true,
    startedAt: earlier ? at : state.startedAt,
    lastAt: fresh && state.revision === 0 ? at : laterOf(state.lastAt, at),
    trust: mostTrust(event.trust, state.trust),
  };
}

type StartFacts = Pick<SessionState, 'parent' | 'firstRecord' | 'where' | 'startTitle'>;

function startFacts(data: SessionStarted): StartFacts {
  return {
    parent: data.parent ?? null,
    firstRecord: data.firstRecord ?? null,
    where: data.where ?? null,
    startTitle: data.title ?? null,
  };
}

function fillNulls(first: StartFacts, second: StartFacts): StartFacts {
  return {
    parent: first.parent ?? second.parent,
    firstRecord: first.firstRecord ?? second.firstRecord,
    where: first.where ?? second.where,
    startTitle: first.startTitle ?? second.startTitle,
  };
}

function revive(state: SessionState, event: Start): SessionState {
  const blank = blankSession({ id: state.id, agent: state.agent, at: event.at, event: event.id });
  return { ...blank, blocked: state.blocked };
}

function foldSynced(state: SessionState, event: Extract<LoomEvent, { type: 'transcript.synced' }>): SessionState {
  return { ...state, transcript: transcriptState(event.data, event), capturedSince: NOTHING_CAPTURED };
}

function transcriptState(
  data: TranscriptSynced,
  event: { readonly id: EventId; readonly recorded: IsoTime },
): TranscriptState {
  return {
    source: data.source,
    keptLength: data.keptLength,
    lines: data.lines,
    generation: data.generation,
    tally: data.tally,
    inherited: data.inherited ?? null,
    event: event.id,
    recorded: event.recorded,
  };
}

/** Keeps only that the session was there and that a person erased it. */
function foldPurged(state: SessionState, event: LoomEvent): SessionState {
  const blank = blankSession({ id: state.id, agent: state.agent, at: event.at, event: event.id });
  return { ...blank, purged: true, blocked: state.blocked };
}

/** Marks a session whose stream holds a line that no fold understood: deciders refuse from then on. */
export function blockSession(
  state: SessionState | undefined,
  why: {
    readonly id: SessionId;
    readonly blocked: 'unknown-event' | 'damaged';
    readonly at: IsoTime;
    readonly event: EventId;
  },
): SessionState {
  const base = state ?? blankSession({ id: why.id, agent: 'loom', at: why.at, event: why.event });
  return { ...base, blocked: base.blocked === 'damaged' ? 'damaged' : why.blocked };
}

/**
 * Notes what the fold of places said: the project of the start, and others that were touched. Where no start told a place,
 * as when the first record of a session names no folder, the project that was touched first stands in, in whichever order
 * they come.
 */
export function placeSession(
  state: SessionState,
  { project, role }: { readonly project: ProjectId; readonly role: 'started' | 'linked' },
): SessionState {
  if (role === 'started') return { ...state, project, linked: state.linked.filter((one) => one !== project) };
  if (state.project === project || state.linked.includes(project)) return state;
  return { ...state, project: state.project ?? project, linked: [...state.linked, project].sort() };
}
