import { AGENTS } from '../../events/agents.ts';
import { SETTING_DEFAULTS } from '../settings/setting-defaults.ts';
import type { CursorPlace, KnownCommands } from './cursor-place.ts';
import { COMPLETION_SHELLS } from './shell-scripts.ts';

/** One word that could stand at the cursor, and what it is. */
export interface Suggestion {
  readonly value: string;
  readonly about: string;
}

/** What the store knows, and a command line does not. */
export type StoredNames = 'sessions' | 'memories' | 'projects';

/** What could stand at the cursor: words, or what has to be asked for. */
export type Suggested =
  | { readonly kind: 'words'; readonly words: readonly Suggestion[] }
  | { readonly kind: 'stored'; readonly names: StoredNames }
  | { readonly kind: 'files' };

const NONE: Suggested = { kind: 'words', words: [] };

function plain(values: readonly string[], about = ''): Suggested {
  return { kind: 'words', words: values.map((value) => ({ value, about })) };
}

const TOPIC_WORDS: Readonly<Record<string, string>> = {
  sessions: 'conversations of every agent',
  memory: 'project memory, and search',
  project: 'what loom recognises projects by',
  journal: 'the append-only journal',
  index: 'the derived index',
  config: 'settings',
};

/** The word of a command that stands below a topic, and whether more words follow it. */
function wordBelow(id: string, topic: string): { readonly value: string; readonly isTopic: boolean } | undefined {
  const parts = id.split(':');
  if (topic !== '' && parts[0] !== topic) return undefined;
  const [value = '', ...rest] = topic === '' ? parts : parts.slice(1);
  return value === '' ? undefined : { value, isTopic: rest.length > 0 };
}

function commandWords(commands: KnownCommands, topic: string): Suggested {
  const found = new Map<string, string>();
  for (const [id, { summary }] of Object.entries(commands)) {
    const word = wordBelow(id, topic);
    if (word !== undefined) found.set(word.value, word.isTopic ? (TOPIC_WORDS[word.value] ?? '') : summary);
  }
  return { kind: 'words', words: [...found].map(([value, about]) => ({ value, about })) };
}

function flagWords(commands: KnownCommands, id: string): Suggested {
  const flags = commands[id]?.flags ?? [];
  return { kind: 'words', words: flags.map(({ name, summary }) => ({ value: `--${name}`, about: summary })) };
}

const STORED_SESSIONS: Suggested = { kind: 'stored', names: 'sessions' };

const VALUES: Readonly<Record<string, Suggested>> = {
  agent: plain(AGENTS),
  project: { kind: 'stored', names: 'projects' },
  session: STORED_SESSIONS,
  'for-session': STORED_SESSIONS,
  output: { kind: 'files' },
  path: { kind: 'files' },
  to: { kind: 'files' },
};

/** Arguments by what they name. */
const SESSION_ARGUMENTS = new Set(['handle', 'a', 'b']);
const MEMORY_ARGUMENTS = new Set(['id', 'old', 'successor']);
const PROJECT_ARGUMENTS = new Set(['project', 'from', 'into']);
const FILE_ARGUMENTS = new Set(['file', 'path', 'folder']);

/** Arguments that mean something of their own, by command. */
function ownArguments(commands: KnownCommands, id: string): Suggested | undefined {
  switch (id) {
    case 'config:get':
    case 'config:set':
    case 'config:unset':
      return plain(Object.keys(SETTING_DEFAULTS));
    case 'hook':
    case 'import':
      return plain(AGENTS);
    case 'autocomplete':
      return plain(COMPLETION_SHELLS);
    case 'help':
    case 'schema':
      return commandWords(commands, '');
    default:
      return undefined;
  }
}

/** What an argument is by its name. */
function namedArgument(id: string, name: string): Suggested {
  if (SESSION_ARGUMENTS.has(name)) return STORED_SESSIONS;
  if (id.startsWith('memory:') && MEMORY_ARGUMENTS.has(name)) return { kind: 'stored', names: 'memories' };
  if (id.startsWith('project:') && PROJECT_ARGUMENTS.has(name)) return { kind: 'stored', names: 'projects' };
  return FILE_ARGUMENTS.has(name) ? { kind: 'files' } : NONE;
}

function argumentWords(commands: KnownCommands, place: Extract<CursorPlace, { kind: 'argument' }>): Suggested {
  const { id, name, others } = place;
  const [first] = others;
  if (first === undefined) {
    const own = ownArguments(commands, id);
    if (own !== undefined) return own;
  } else {
    if (id === 'import') return { kind: 'files' };
    if (id === 'help' || id === 'schema') return commandWords(commands, first);
  }
  return name === null ? NONE : namedArgument(id, name);
}

/** What could stand at a place. */
export function suggest(commands: KnownCommands, place: CursorPlace): Suggested {
  switch (place.kind) {
    case 'command':
      return commandWords(commands, place.topic);
    case 'flag':
      return flagWords(commands, place.id);
    case 'value': {
      const { options, name } = place.flag;
      return options.length > 0 ? plain(options) : (VALUES[name] ?? (/file$/.test(name) ? { kind: 'files' } : NONE));
    }
    case 'argument':
      return argumentWords(commands, place);
    case 'nothing':
      return NONE;
  }
}
