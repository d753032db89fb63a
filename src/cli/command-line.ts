import { LoomError } from '../kernel/loom-error.ts';
import { closest } from './closest.ts';

/** What a command line asks for. */
export type CommandLine =
  | { readonly kind: 'version' }
  /** Help on a command or topic id (`sessions:list`), on a help page, or on loom as a whole. */
  | { readonly kind: 'help'; readonly subject: readonly string[] }
  | { readonly kind: 'command'; readonly id: string; readonly argv: readonly string[] };

/** What exists to be asked for. Ids use colons. */
export interface CommandNames {
  readonly commands: readonly string[];
  readonly topics: readonly string[];
  /** Flags that take the next argument as value, such as `--project`; asked only when a flag precedes the command. */
  readonly valued: () => ReadonlySet<string>;
}

interface Split {
  readonly words: readonly string[];
  /** Flags that stood before or between the words, then everything after them. */
  readonly rest: readonly string[];
}

function isKnown(words: readonly string[], names: CommandNames): boolean {
  const id = words.join(':');
  const prefix = `${id}:`;
  return [...names.commands, ...names.topics].some((name) => name === id || name.startsWith(prefix));
}

/** How many arguments the flag at `index` takes up: two when its value is the next one. */
function flagLength(argv: readonly string[], index: number, names: CommandNames): number {
  const flag = argv[index] ?? '';
  const hasValue = !flag.includes('=') && index + 1 < argv.length && names.valued().has(flag);
  return hasValue ? 2 : 1;
}

function isFlag(token: string): boolean {
  return token.startsWith('-') && token !== '-';
}

/** Takes the command's words, wherever flags stand among them; stops at `--` and at the first word that is no part of one. */
function splitWords(argv: readonly string[], names: CommandNames): Split {
  const words: string[] = [];
  const early: string[] = [];
  let index = 0;
  while (index < argv.length) {
    const token = argv[index] ?? '';
    if (token === '--' || !(isFlag(token) || isKnown([...words, token], names))) break;
    const length = isFlag(token) ? flagLength(argv, index, names) : 1;
    (isFlag(token) ? early : words).push(...argv.slice(index, index + length));
    index += length;
  }
  return { words, rest: [...early, ...argv.slice(index)] };
}

function beforeDashes(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--');
  return end === -1 ? argv : argv.slice(0, end);
}

function asksForHelp(argv: readonly string[]): boolean {
  return beforeDashes(argv).some((token) => token === '--help' || token === '-h');
}

/** The nearest command or topic to the words typed; as many of them as help are taken, the shortest name on a tie. */
function nearestName(typed: readonly string[], names: CommandNames): string | undefined {
  const known = [...names.topics, ...names.commands].map((name) => name.replaceAll(':', ' '));
  for (let length = Math.min(typed.length, 3); length > 0; length -= 1) {
    const guess = closest(typed.slice(0, length).join(' '), known);
    if (guess !== undefined) return guess;
  }
  return undefined;
}

function unknownCommand(words: readonly string[], rest: readonly string[], names: CommandNames): LoomError {
  const strays = beforeDashes(rest).filter((token) => !isFlag(token));
  const guess = nearestName([...words, ...strays], names);
  const topic = words.length > 0 ? `loom help ${words.join(' ')}` : 'loom help';
  const isNews = guess !== undefined && guess !== words.join(' ');
  return new LoomError({
    kind: 'usage',
    code: 'unknown-command',
    message: `unknown command: ${[...words, ...strays.slice(0, 1)].join(' ')}`,
    hints: isNews ? [`did you mean: loom ${guess}`, topic] : [topic],
  });
}

/** Reads which command is meant. Throws LoomError `usage` for a command that does not exist. */
export function resolveCommandLine(argv: readonly string[], names: CommandNames): CommandLine {
  const { words, rest } = splitWords(argv, names);
  const id = words.join(':');
  const isCommand = names.commands.includes(id);
  if (words.length === 0 && beforeDashes(argv)[0] === '--version') return { kind: 'version' };
  if (asksForHelp(rest) && (isCommand || !rest.some((token) => !token.startsWith('-')))) {
    return { kind: 'help', subject: words };
  }
  if (isCommand) return { kind: 'command', id, argv: rest };
  if (rest.some((token) => !isFlag(token) && token !== '--')) throw unknownCommand(words, rest, names);
  const flag = rest.find(
    (token) => !['--', '--json', '--no-color', '--color', '-q', '--quiet', '--debug'].includes(token),
  );
  if (flag !== undefined) throw unknownRootFlag(flag);
  return { kind: 'help', subject: words };
}

function unknownRootFlag(flag: string): LoomError {
  const guess = closest(flag, ['--version', '--help', '--json', '--quiet', '--debug', '--no-color']);
  return new LoomError({
    kind: 'usage',
    code: 'unknown-flag',
    message: `unknown flag: ${flag}`,
    hints: guess === undefined ? ['loom help'] : [`did you mean: loom ${guess}`, 'loom help'],
  });
}
