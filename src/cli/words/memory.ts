import type { MemoryNothing, MemoryRefusal } from '../../domain/memory-decide.ts';
import type { RefusalTable } from '../refusal-words.ts';

const INSTEAD: Readonly<Record<string, (memory: string) => readonly string[]>> = {
  proposed: (memory) => [`loom memory accept ${memory}`],
  rejected: (memory) => [`loom memory show ${memory}`, 'loom undo EVENT takes the rejection back'],
};

/** What a person reads when a change of memory is a no. */
export const MEMORY_WORDS: RefusalTable<MemoryRefusal> = {
  'memory-unknown': {
    kind: 'not-found',
    message: ({ memory }) => `there is no memory record ${memory}`,
    hints: () => ['loom memory list --any-status'],
  },
  'memory-forgotten': {
    kind: 'not-found',
    message: ({ memory }) => `memory ${memory} was forgotten; nothing of its text is left`,
  },
  'memory-blocked': {
    kind: 'problem',
    message: ({ memory, because }) =>
      because === 'damaged'
        ? `the journal of memory ${memory} is damaged; nothing is added to it until it is repaired`
        : `memory ${memory} has an event of a type that this loom does not know; a newer loom wrote it`,
    hints: ({ because }) => (because === 'damaged' ? ['loom journal verify', 'loom journal repair'] : ['update loom']),
  },
  'memory-not-proposed': {
    kind: 'refused',
    message: ({ memory, status }) => `memory ${memory} is ${status}, no proposal`,
    hints: ({ memory }) => [`loom memory show ${memory}`],
  },
  'memory-not-accepted': {
    kind: 'refused',
    message: ({ memory, status }) => `memory ${memory} is ${status}, not accepted`,
    hints: ({ memory, status }) => INSTEAD[status]?.(memory) ?? [`loom memory show ${memory}`],
  },
  'memory-superseded': {
    kind: 'refused',
    message: ({ memory, head }) => `memory ${memory} was superseded; ${head} stands in its place`,
    hints: ({ head }) => [`loom memory show ${head}`],
  },
  'memory-supersedes-itself': { kind: 'refused', message: ({ memory }) => `memory ${memory} cannot supersede itself` },
  'memory-of-another-project': {
    kind: 'refused',
    message: ({ memory, other }) => `memory ${memory} and ${other} are not of the same project`,
    hints: ({ memory }) => [`loom memory show ${memory}`],
  },
  'memory-instruction': {
    kind: 'refused',
    message: ({ memory }) => `memory ${memory} reads like an instruction to an agent; accepting it takes a second yes`,
    hints: ({ memory }) => [`loom memory show ${memory}`, `loom memory accept ${memory} --confirm-instruction`],
  },
  'memory-changed-meanwhile': {
    kind: 'refused',
    message: ({ memory }) => `memory ${memory} was changed while you looked at it; it stays a proposal`,
    hints: ({ memory }) => [`loom memory show ${memory}`, `loom memory accept ${memory}`],
  },
  'person-needed': {
    kind: 'refused',
    message: ({ memory }) => `only a person makes memory; ${memory} stays as it is`,
    hints: ({ memory }) => [`loom memory accept ${memory}`],
  },
  'memory-text-empty': { kind: 'usage', message: () => 'a memory record needs at least one visible character' },
  'memory-text-too-long': {
    kind: 'usage',
    message: ({ bytes, limit }) => `the text has ${bytes} bytes; a memory record holds at most ${limit}`,
    hints: () => ['say it shorter, or propose several records'],
  },
  'memory-text-forgotten': {
    kind: 'refused',
    message: () => 'this very text was forgotten on purpose; it is not proposed again',
    hints: () => ['loom memory propose TEXT --revive'],
  },
  'memory-not-undoable': {
    kind: 'refused',
    message: ({ type }) => `${type} cannot be undone`,
    hints: ({ type, memory }) => (type === 'memory.reopened' ? [`loom memory show ${memory}`] : []),
  },
  'memory-undo-too-late': {
    kind: 'refused',
    message: ({ type }) => `a later change replaced this ${type}`,
    hints: ({ memory }) => [`loom memory show ${memory}`],
  },
};

/** What a person reads when a wish about memory is already true. */
export const MEMORY_NOTHING_WORDS: Readonly<Record<MemoryNothing, string>> = {
  'already-accepted': 'it is accepted already',
  'already-rejected': 'it is rejected already',
  'already-superseded': 'it is superseded by that one already',
  'already-retracted': 'it is retracted already',
  'already-pinned': 'it is pinned already',
  'not-pinned': 'it is not pinned',
  'already-forgotten': 'it is forgotten already',
  unchanged: 'nothing of it would change',
  'already-undone': 'it is undone already',
};
