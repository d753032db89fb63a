import type { ProjectNothing, ProjectRefusal } from '../../domain/project-decide.ts';
import type { RefusalTable } from '../refusal-words.ts';

/** What a person reads when a change of projects is a no. */
export const PROJECT_WORDS: RefusalTable<ProjectRefusal> = {
  'project-unknown': {
    kind: 'not-found',
    message: ({ project }) => `there is no project ${project}`,
    hints: () => ['loom project list'],
  },
  'same-project': { kind: 'refused', message: ({ project }) => `${project} is one project already` },
  'merge-circle': {
    kind: 'refused',
    message: ({ from, into }) => `project ${into} is part of ${from} already`,
    hints: ({ from }) => [`loom project show ${from}`],
  },
  'project-blocked': {
    kind: 'problem',
    message: ({ project, because }) =>
      because === 'damaged'
        ? `the journal of project ${project} is damaged; nothing is added to it until it is repaired`
        : `project ${project} has an event of a type that this loom does not know; a newer loom wrote it`,
    hints: ({ because }) => (because === 'damaged' ? ['loom journal verify', 'loom journal repair'] : ['update loom']),
  },
  'project-not-undoable': { kind: 'refused', message: ({ type }) => `${type} cannot be undone` },
};

/** What a person reads when a wish about projects is already true. */
export const PROJECT_NOTHING_WORDS: Readonly<Record<ProjectNothing, string>> = {
  'already-there': 'the folder belongs to it already',
  'already-merged': 'they are one project already',
  'already-undone': 'it is undone already',
};
