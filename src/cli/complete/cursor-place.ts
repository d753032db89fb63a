/** A flag as completion knows it. */
export interface KnownFlag {
  readonly name: string;
  readonly char: string;
  /** A value follows it. */
  readonly valued: boolean;
  readonly summary: string;
  readonly options: readonly string[];
}

/** A command as completion knows it. */
export interface KnownCommand {
  readonly summary: string;
  readonly flags: readonly KnownFlag[];
  readonly args: readonly string[];
}

/** Commands by id, such as `sessions:list`. */
export type KnownCommands = Readonly<Record<string, KnownCommand>>;

/** What the word at the cursor is going to be. */
export type CursorPlace =
  /** A command, or a topic of commands; `topic` is empty for the first word. */
  | { readonly kind: 'command'; readonly topic: string }
  | { readonly kind: 'flag'; readonly id: string }
  /** `before`: what of the word comes before the value, such as `--agent=`. */
  | { readonly kind: 'value'; readonly id: string; readonly flag: KnownFlag; readonly before: string }
  | { readonly kind: 'argument'; readonly id: string; readonly name: string | null; readonly others: readonly string[] }
  | { readonly kind: 'nothing' };

export interface PlacedWord {
  readonly place: CursorPlace;
  /** What is typed of it. */
  readonly word: string;
  /** The words of the line, the one at the cursor left out. */
  readonly line: readonly string[];
}

function isTopic(commands: KnownCommands, word: string): boolean {
  return Object.keys(commands).some((id) => id.startsWith(`${word}:`));
}

/** How many words at the beginning name a command, and which. */
function commandOf(commands: KnownCommands, words: readonly string[]): { id: string; count: number } | undefined {
  const [first = '', second = ''] = words;
  if (Object.hasOwn(commands, `${first}:${second}`)) return { id: `${first}:${second}`, count: 2 };
  return Object.hasOwn(commands, first) && !isTopic(commands, first) ? { id: first, count: 1 } : undefined;
}

function findFlag({ flags }: KnownCommand, word: string): KnownFlag | undefined {
  if (word.startsWith('--')) return flags.find(({ name }) => `--${name}` === word);
  return flags.find(({ char }) => char !== '' && `-${char}` === word);
}

/** `--flag = value` is what bash makes of `--flag=value`. */
function joinAssignments(words: readonly string[]): readonly string[] {
  const joined: string[] = [];
  for (const [at, word] of words.entries()) {
    const last = joined.at(-1);
    const before = words[at - 1];
    if (last?.startsWith('--') === true && (word === '=' || before === '=')) joined[joined.length - 1] = last + word;
    else joined.push(word);
  }
  return joined;
}

/** Words that are arguments: no flags, and no values of flags. */
function argumentsIn(command: KnownCommand, words: readonly string[]): readonly string[] {
  return words.filter((word, at) => {
    if (word.startsWith('-') && word !== '-') return false;
    const before = words[at - 1];
    return before === undefined || findFlag(command, before)?.valued !== true;
  });
}

function placeIn(
  command: KnownCommand,
  id: string,
  { words, word }: { words: readonly string[]; word: string },
): CursorPlace {
  const [assigned = ''] = /^--[\w-]+=/.exec(word) ?? [];
  const flag = findFlag(command, assigned === '' ? (words.at(-1) ?? '') : assigned.slice(0, -1));
  const isValue = flag?.valued === true && !words.includes('--');
  if (isValue) return { kind: 'value', id, flag, before: assigned };
  if (word.startsWith('-') && word !== '-' && !words.includes('--')) return { kind: 'flag', id };
  const others = argumentsIn(command, words);
  return { kind: 'argument', id, name: command.args[others.length] ?? command.args.at(-1) ?? null, others };
}

/** Says what the last of the words, those after `loom` up to the cursor, is going to be. */
export function findPlace(commands: KnownCommands, typed: readonly string[]): PlacedWord {
  const all = joinAssignments(typed);
  const word = all.at(-1) ?? '';
  const line = all.slice(0, -1);
  const [first] = line;
  const found = commandOf(commands, line);
  if (found !== undefined) {
    const words = line.slice(found.count);
    return { place: placeIn(commands[found.id] as KnownCommand, found.id, { words, word }), word, line };
  }
  if (first === undefined) return { place: { kind: 'command', topic: '' }, word, line };
  const place: CursorPlace =
    line.length === 1 && isTopic(commands, first) ? { kind: 'command', topic: first } : { kind: 'nothing' };
  return { place, word, line };
}
