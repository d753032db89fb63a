import { createHash } from 'node:crypto';
import type { ProjectFold } from '../../src/domain/project-fold.ts';
import { emptyProjects, foldProjects } from '../../src/domain/project-fold.ts';
import type { ProjectsState } from '../../src/domain/project-state.ts';
import type { EventData, EventType } from '../../src/events/catalogue.ts';
import type { LoomEvent } from '../../src/events/envelope.ts';
import type { Where } from '../../src/events/session-data.ts';
import { formatInstant } from '../../src/kernel/instant.ts';
import { makeEventId } from '../../src/kernel/ulid.ts';

export const STORE = '01JXSTORE0000000000000000A';

export function sha256(content: string | Uint8Array): Uint8Array {
  return createHash('sha256').update(content).digest();
}

/** A folder that is its own root; with any git fact it is a git top level. */
export function place(path: string, facts: Partial<Where> = {}): Where {
  const git = facts.gitDir !== undefined || facts.rootCommits !== undefined || facts.origin !== undefined;
  return { cwd: path, realCwd: path, ...(git ? { root: path } : {}), ...facts };
}

let minted = 0;

/** Invented event; ids and times grow with every call. */
export function event<T extends EventType>(type: T, stream: string, data: EventData<T>): LoomEvent {
  minted += 1;
  const tail = sha256(`event ${minted}`);
  const at = formatInstant(1_790_000_000_000 + minted * 1000);
  const envelope = { v: 1, id: makeEventId(minted, tail), prev: '', stream, type, at, recorded: at };
  const rest = { commit: ['c', 0, 1], by: { kind: 'import' }, trust: 'untrusted', data, sum: '' };
  return { ...envelope, ...rest } as unknown as LoomEvent;
}

/** Stream of the nth invented session. */
export function sessionStreamOf(n: number): string {
  return `session/${String(n).padStart(16, '0')}`;
}

export function started(n: number, where?: Where): LoomEvent {
  const data = { agent: 'claude-code', nativeId: `native-${n}`, ...(where === undefined ? {} : { where }) } as const;
  return event('session.started', sessionStreamOf(n), data);
}

/** Folds events one after another and keeps every session's place. */
export function foldAll(events: readonly LoomEvent[], from: ProjectsState = emptyProjects(STORE)) {
  let state = from;
  const sessions: NonNullable<ProjectFold['session']>[] = [];
  for (const each of events) {
    const folded = foldProjects(state, each, { sha256 });
    state = folded.state;
    if (folded.session !== undefined) sessions.push(folded.session);
  }
  return { state, sessions };
}

/** Projects founded by one session in each place. */
export function projectsOf(places: readonly Where[]): ProjectsState {
  return foldAll(places.map((where, n) => started(n, where))).state;
}
