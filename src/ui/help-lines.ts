import type { PaneLine } from './ui-host.ts';

type Entry = readonly [string, string];

const LISTS: readonly Entry[] = [
  ['↑ ↓ j k', 'move; PgUp, PgDn, g, G: by pages, first, last'],
  ['/', 'find words in what was said and done; Esc clears'],
  ['Enter', 'read what is chosen; Esc goes back to the list'],
  ['Tab', 'sessions, memory'],
  ['w', 'this project, every project'],
  ['u', 'undo what was done last here'],
  ['Ctrl-L', 'read everything again'],
  ['q, Ctrl-C', 'leave'],
];

const SESSIONS: readonly Entry[] = [
  ['s', 'recent, pinned, archived, deleted'],
  ['t', 'the next agent, every agent'],
  ['r', 'resume: what changed is shown first'],
  ['f', 'fork after a turn'],
  ['n', 'give it a name'],
  ['p', 'pin, unpin'],
  ['a', 'archive; of an archived one: restore'],
  ['d', 'delete; of a deleted one: restore'],
  ['D', 'of a deleted one: erase it for good'],
  ['x', 'export to a file'],
  ['c', 'compare with another one: c on each'],
];

const MEMORY: readonly Entry[] = [
  ['← →', 'accepted, working context, observations, evidence, superseded, review'],
  ['v', 'what waits for you'],
  ['c p e s x D', 'of what is accepted: confirm, pin, edit, supersede by a new text, not true, forget for good'],
  ['a r s e n', 'in review: accept, reject, supersede another, edit, next'],
];

const MARKS: readonly Entry[] = [
  ['*', 'pinned'],
  ['+', 'goes on'],
  ['=', 'to be compared'],
  ['!', 'reads like an instruction to an agent'],
];

const KEY_WIDTH = 11;

function section(title: string, entries: readonly Entry[]): readonly PaneLine[] {
  return [
    { text: title, tone: 'heading' },
    ...entries.map(([key, words]) => ({ text: `  ${key.padEnd(KEY_WIDTH)} ${words}` })),
    { text: '' },
  ];
}

/** Every key. */
export const HELP_LINES: readonly PaneLine[] = [
  ...section('Both lists', LISTS),
  ...section('Sessions', SESSIONS),
  ...section('Memory', MEMORY),
  ...section('Marks', MARKS),
];
