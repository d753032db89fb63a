import { CONFIRMATIONS, type EventSubject, runningIn, sessionSubject } from '../domain/event-subjects.ts';
import { resolveProject } from '../domain/project-index.ts';
import { confirmationKey } from '../domain/resume-facts.ts';
import { FINDING_RULES, type FindingCode } from '../domain/resume-finding.ts';
import type { SessionState } from '../domain/session-state.ts';
import type { LoomEvent } from '../events/envelope.ts';
import { isErased } from '../events/erased.ts';
import type { ProcessMark } from '../events/session-data.ts';
import { eventTail, type IsoTime, type SessionId, sessionOfStream } from '../kernel/ids.ts';
import type { AppContext } from './context.ts';
import { entriesAbout } from './session-history.ts';

/** What the journal tells of a resume beside the session's own state. */
export interface ResumeHistory {
  /** The session's own events in journal order, each fact once. */
  readonly events: readonly LoomEvent[];
  /** What persons confirmed in the session's project, by any session of it. */
  readonly confirmed: ReadonlySet<string>;
  /** Memory that the session was shown. */
  readonly shownMemories: readonly string[];
  /** Tools that were approved while it ran, by name, with the number of calls. */
  readonly approvedTools: ReadonlyMap<string, number>;
  /** Starts of sessions in the process that this one was last started in, its own included, oldest first. */
  readonly starts: readonly { readonly session: SessionId; readonly at: IsoTime; readonly process: ProcessMark }[];
}

interface Gathering {
  readonly events: LoomEvent[];
  readonly tails: Set<string>;
  readonly confirmed: Set<string>;
  readonly shown: Set<string>;
  readonly approved: Map<string, number>;
  readonly starts: { session: SessionId; at: IsoTime; process: ProcessMark }[];
}

/** Only what was reviewed serves the whole project: another agent, model or process is confirmed anew each time. */
function servesProject(code: string): boolean {
  return (
    Object.hasOwn(FINDING_RULES, code) && FINDING_RULES[code as FindingCode].severity === 'capability-review-required'
  );
}

function takeOwn(into: Gathering, event: LoomEvent): void {
  const tail = eventTail(event.id);
  if (into.tails.has(tail)) return;
  into.tails.add(tail);
  into.events.push(event);
  if (event.type === 'memory.retrieved') for (const id of event.data.memories) into.shown.add(id);
  if (event.type === 'session.forked') for (const id of event.data.memories ?? []) into.shown.add(id);
  if (event.type === 'tool.approved') {
    const name = event.data.name ?? 'a tool';
    into.approved.set(name, (into.approved.get(name) ?? 0) + 1);
  }
}

function takeAny(into: Gathering, event: LoomEvent, isSameProject: (project: string) => boolean): void {
  const session = sessionOfStream(event.stream);
  if (event.type === 'session.started' && event.data.process !== undefined && session !== undefined) {
    into.starts.push({ session, at: event.at, process: event.data.process });
  }
  if (event.type !== 'resume.confirmed' || event.data.after === undefined || event.data.project === undefined) return;
  if (servesProject(event.data.code) && isSameProject(event.data.project)) {
    into.confirmed.add(confirmationKey(event.data.code, event.data.after));
  }
}

/** The process that a session was last started in. */
export function lastProcess(events: readonly LoomEvent[]): ProcessMark | null {
  const marks = events.flatMap((event) => (event.type === 'session.started' ? [event.data.process] : []));
  return marks.findLast((mark) => mark !== undefined) ?? null;
}

function* eventsAbout(app: AppContext, subjects: readonly EventSubject[]): Generator<LoomEvent> {
  for (const entry of entriesAbout(app, subjects)) {
    if (entry.kind === 'event' && !isErased(entry.event.data)) yield entry.event;
  }
}

/** Reads what a resume of this session needs: its own events, and those about its project and process. */
export function readResumeHistory(app: AppContext, state: SessionState): ResumeHistory {
  const projects = app.readModel.projects();
  const own = state.project === null ? null : resolveProject(projects, state.project);
  const isSameProject = (project: string) => own !== null && resolveProject(projects, project as typeof own) === own;
  const into: Gathering = {
    events: [],
    tails: new Set(),
    confirmed: new Set(),
    shown: new Set(),
    approved: new Map(),
    starts: [],
  };
  for (const event of eventsAbout(app, [sessionSubject(state.id)])) {
    if (sessionOfStream(event.stream) === state.id) takeOwn(into, event);
  }
  const mark = lastProcess(into.events);
  const others = [CONFIRMATIONS, ...(mark === null ? [] : [runningIn(mark)])];
  for (const event of eventsAbout(app, others)) takeAny(into, event, isSameProject);
  return {
    events: into.events,
    confirmed: into.confirmed,
    shownMemories: [...into.shown],
    approvedTools: into.approved,
    starts: into.starts,
  };
}
