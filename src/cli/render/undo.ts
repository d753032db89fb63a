import type { SessionChange } from '../../app/change-session.ts';
import type { Undone } from '../../app/undo-event.ts';
import type { Answer } from '../answer.ts';
import { refusalError } from '../refusal-words.ts';
import { MEMORY_NOTHING_WORDS, MEMORY_WORDS } from '../words/memory.ts';
import { PROJECT_NOTHING_WORDS, PROJECT_WORDS } from '../words/project.ts';
import { NOTHING_WORDS, SESSION_WORDS } from '../words/session.ts';

type Outcome = {
  readonly kind: 'changed' | 'nothing';
  readonly said: string;
  readonly events: readonly string[];
  readonly about: object;
};

function eventsOf(change: SessionChange): readonly string[] {
  return change.kind === 'changed' ? change.events.map((event) => event.id) : [];
}

function sessionOutcome({ undone, change, others }: Extract<Undone, { kind: 'session' }>): Outcome {
  if (change.kind === 'refused' && others.length === 0) throw refusalError(SESSION_WORDS, change.refusal);
  const all = [change, ...others];
  const changed = all.filter((one) => one.kind === 'changed');
  const about = { session: change.session, sessions: changed.map((one) => one.session) };
  const events = all.flatMap(eventsOf);
  if (changed.length === 0) return { kind: 'nothing', said: nothingSaid(change), events, about };
  const sessions = changed.length === 1 ? `session ${changed[0]?.session}` : `${changed.length} sessions`;
  return { kind: 'changed', said: `undid ${undone.type} of ${sessions}`, events, about };
}

function nothingSaid(change: SessionChange): string {
  return change.kind === 'nothing' ? NOTHING_WORDS[change.because] : 'nothing was undone';
}

function projectOutcome({ undone, change }: Extract<Undone, { kind: 'project' }>): Outcome {
  if (change.kind === 'refused') throw refusalError(PROJECT_WORDS, change.refusal);
  const about = { project: change.project };
  if (change.kind === 'nothing')
    return { kind: 'nothing', said: PROJECT_NOTHING_WORDS[change.because], events: [], about };
  const events = change.event === null ? [] : [change.event.id];
  return { kind: 'changed', said: `undid ${undone.type} of project ${change.project.id}`, events, about };
}

function memoryOutcome({ undone, change }: Extract<Undone, { kind: 'memory' }>): Outcome {
  if (change.kind === 'refused') throw refusalError(MEMORY_WORDS, change.refusal);
  if (change.kind === 'nothing') {
    return {
      kind: 'nothing',
      said: MEMORY_NOTHING_WORDS[change.because],
      events: [],
      about: { memory: change.memory },
    };
  }
  const { memories, events } = change;
  const records = memories.length === 1 ? `memory ${memories[0]}` : `${memories.length} memory records`;
  return {
    kind: 'changed',
    said: `undid ${undone.type} of ${records}`,
    events: events.map(({ id }) => id),
    about: { memory: memories[0], memories },
  };
}

function outcomeOf(undone: Undone): Outcome {
  switch (undone.kind) {
    case 'session':
      return sessionOutcome(undone);
    case 'project':
      return projectOutcome(undone);
    case 'memory':
      return memoryOutcome(undone);
  }
}

/** The answer of `loom undo`. A refusal is thrown as the error that the edge prints. */
export function answerUndo(undone: Undone): Answer {
  const outcome = outcomeOf(undone);
  const { id, type, at } = undone.undone;
  return {
    json: { undone: { id, type, at }, result: outcome.kind, ...outcome.about, events: outcome.events },
    text: () => `${outcome.said}\n`,
    notes: undone.kind === 'session' && outcome.events.length > 0 ? ['Undo: loom undo'] : [],
    committed: outcome.said,
  };
}
