import type { Undone } from '../../app/undo-event.ts';
import type { Answer } from '../answer.ts';
import { refusalError } from '../refusal-words.ts';
import { PROJECT_NOTHING_WORDS, PROJECT_WORDS } from '../words/project.ts';
import { NOTHING_WORDS, SESSION_WORDS } from '../words/session.ts';

type Outcome = {
  readonly kind: 'changed' | 'nothing';
  readonly said: string;
  readonly events: readonly string[];
  readonly about: object;
};

function sessionOutcome({ undone, change }: Extract<Undone, { kind: 'session' }>): Outcome {
  if (change.kind === 'refused') throw refusalError(SESSION_WORDS, change.refusal);
  const about = { session: change.session };
  if (change.kind === 'nothing') return { kind: 'nothing', said: NOTHING_WORDS[change.because], events: [], about };
  const events = change.events.map((event) => event.id);
  return { kind: 'changed', said: `undid ${undone.type} of session ${change.session}`, events, about };
}

function projectOutcome({ undone, change }: Extract<Undone, { kind: 'project' }>): Outcome {
  if (change.kind === 'refused') throw refusalError(PROJECT_WORDS, change.refusal);
  const about = { project: change.project };
  if (change.kind === 'nothing')
    return { kind: 'nothing', said: PROJECT_NOTHING_WORDS[change.because], events: [], about };
  const events = change.event === null ? [] : [change.event.id];
  return { kind: 'changed', said: `undid ${undone.type} of project ${change.project.id}`, events, about };
}

/** The answer of `loom undo`. A refusal is thrown as the error that the edge prints. */
export function answerUndo(undone: Undone): Answer {
  const outcome = undone.kind === 'session' ? sessionOutcome(undone) : projectOutcome(undone);
  const { id, type, at } = undone.undone;
  const again = undone.kind === 'session' ? outcome.events : [];
  return {
    json: { undone: { id, type, at }, result: outcome.kind, ...outcome.about, events: outcome.events },
    text: () => `${outcome.said}\n`,
    notes: again.map((event) => `Undo: loom undo ${event}`),
    committed: outcome.said,
  };
}
