import { COMMAND_WORDS } from 'virtual:loom-words';
import { silenceNotices, writeAnswer } from '../output.ts';
import { type CursorPlace, findPlace, type KnownCommands, type PlacedWord } from './cursor-place.ts';
import { type Suggested, type Suggestion, suggest } from './suggestions.ts';

function knownCommands(): KnownCommands {
  return Object.fromEntries(
    Object.entries(COMMAND_WORDS).map(([id, { summary, flags, args }]) => [
      id,
      {
        summary,
        args,
        flags: flags.map(([name, char, valued, about, options]) => ({ name, char, valued, summary: about, options })),
      },
    ]),
  );
}

function flagValue(line: readonly string[], flag: string): string | undefined {
  const assigned = line.find((word) => word.startsWith(`${flag}=`));
  return assigned === undefined ? line[line.indexOf(flag) + 1 || line.length] : assigned.slice(flag.length + 1);
}

function putAwayBy(place: CursorPlace): 'archived' | 'deleted' | null {
  return place.kind === 'argument' && place.id === 'sessions:purge' ? 'deleted' : null;
}

/** What is typed of the value itself. */
function typedOf({ place, word }: PlacedWord): string {
  return place.kind === 'value' ? word.slice(place.before.length) : word;
}

async function wordsOf(placed: PlacedWord, suggested: Suggested): Promise<readonly Suggestion[]> {
  if (suggested.kind === 'files') return [];
  if (suggested.kind === 'words') return suggested.words;
  const { askStore } = await import('./stored-suggestions.ts');
  return askStore({
    names: suggested.names,
    word: typedOf(placed),
    everyProject: placed.line.includes('--all'),
    project: flagValue(placed.line, '--project'),
    putAway: putAwayBy(placed.place),
  });
}

/** A tab parts a word from what it is; neither holds one. */
function lineOf({ value, about }: Suggestion, before: string): string {
  return `${before}${value}\t${about.replace(/\s+/g, ' ')}\n`;
}

/**
 * Answers a shell that completes a command line: `complete SHELL WORD…` with the words after `loom` up to the cursor. The
 * first line says whether files could stand there, too; every other is a word, a tab, and what it is. Whatever goes wrong,
 * the answer is empty and the exit code 0: a press of a key is no place for errors.
 */
export async function runComplete(argv: readonly string[]): Promise<number> {
  const [shell = '', ...typed] = argv;
  silenceNotices();
  try {
    const commands = knownCommands();
    const placed = findPlace(commands, typed);
    const suggested = suggest(commands, placed.place);
    const words = await wordsOf(placed, suggested);
    const typedWord = typedOf(placed).toLowerCase();
    const fitting = words.filter(({ value }) => value.toLowerCase().startsWith(typedWord));
    // bash takes `--flag=` for words of its own.
    const before = placed.place.kind === 'value' && shell !== 'bash' ? placed.place.before : '';
    const head = suggested.kind === 'files' ? ':files\n' : ':words\n';
    writeAnswer(head + fitting.map((one) => lineOf(one, before)).join(''));
  } catch {
    // Nothing is offered.
  }
  return 0;
}
