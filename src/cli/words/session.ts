import type { NothingCode, SessionRefusal } from '../../domain/session-decide.ts';
import type { RefusalTable } from '../refusal-words.ts';

/** What a person reads when a change of a session is a no. */
export const SESSION_WORDS: RefusalTable<SessionRefusal> = {
  'session-unknown': {
    kind: 'not-found',
    message: () => 'there is no such session',
    hints: () => ['loom sessions list --all'],
  },
  'session-purged': {
    kind: 'not-found',
    message: ({ session }) => `session ${session} was purged; nothing of it is left`,
  },
  'session-deleted': {
    kind: 'not-found',
    message: ({ session }) => `session ${session} is deleted`,
    hints: ({ session }) => [`loom sessions restore ${session}`],
  },
  'stream-blocked': {
    kind: 'problem',
    message: ({ session, because }) =>
      because === 'damaged'
        ? `the journal of session ${session} is damaged; nothing is added to it until it is repaired`
        : `session ${session} has an event of a type that this loom does not know; a newer loom wrote it`,
    hints: ({ because }) => (because === 'damaged' ? ['loom journal verify', 'loom journal repair'] : ['update loom']),
  },
  'title-empty': { kind: 'usage', message: () => 'a title needs at least one visible character' },
  'title-too-long': {
    kind: 'usage',
    message: ({ length, limit }) => `the title has ${length} characters; at most ${limit} are kept`,
  },
  'not-undoable': { kind: 'refused', message: ({ type }) => `${type} cannot be undone` },
  'undo-too-late': {
    kind: 'refused',
    message: ({ type }) => `a later change replaced this ${type}`,
    hints: () => ['loom journal tail'],
  },
};

/** What a person reads when a wish is already true. */
export const NOTHING_WORDS: Readonly<Record<NothingCode, string>> = {
  'already-named': 'it has that title already',
  'already-pinned': 'it is pinned already',
  'not-pinned': 'it is not pinned',
  'already-archived': 'it is archived already',
  'not-archived-or-deleted': 'it is neither archived nor deleted',
  'already-deleted': 'it is deleted already',
  'already-closed': 'it is closed already',
  'already-started': 'it is known already',
  'already-purged': 'it is purged already',
  'already-undone': 'it is undone already',
};
