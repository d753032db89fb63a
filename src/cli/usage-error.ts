import { stripVTControlCharacters } from 'node:util';
import { LoomError } from '../kernel/loom-error.ts';
import { closest } from './closest.ts';

/** What the argument parser attaches to its errors; read structurally because the bundle may load it lazily. */
interface ParserError {
  readonly message: string;
  /** The command at hand, where the parser does not say. */
  readonly commandId?: string | undefined;
  readonly flags?: readonly string[] | undefined;
  readonly args?: readonly unknown[] | undefined;
  readonly parse?: ParserInput | undefined;
}

interface ParserInput {
  readonly input?: {
    readonly flags?: Readonly<Record<string, { readonly char?: string; readonly allowNo?: boolean }>>;
    readonly context?: { readonly id?: string };
  };
}

function isParserError(error: unknown): error is Error & ParserError {
  return error instanceof Error && 'oclif' in error;
}

function flagNames(error: ParserError): readonly string[] {
  return Object.entries(error.parse?.input?.flags ?? {}).flatMap(([name, flag]) => [
    `--${name}`,
    ...(flag.allowNo ? [`--no-${name}`] : []),
  ]);
}

function unknownFlag(error: ParserError, given: string): LoomError {
  const guess = closest(given.replace(/=.*$/s, ''), flagNames(error));
  return new LoomError({
    kind: 'usage',
    code: 'unknown-flag',
    message: `unknown flag: ${given}`,
    hints: [...(guess === undefined ? [] : [`did you mean: ${guess}`]), helpHint(error)],
  });
}

function helpHint(error: ParserError): string {
  const id = error.parse?.input?.context?.id ?? error.commandId;
  return id === undefined ? 'loom help' : `loom help ${id.replaceAll(':', ' ')}`;
}

const CHOICE = /^Expected (?:--(\S+?)=)?(.*) to be one of: (.*)$/s;

function badChoice(error: ParserError, match: RegExpExecArray): LoomError {
  const [, flag, given = '', options = ''] = match;
  const guess = closest(given, options.split(', '));
  const place = flag === undefined ? 'argument' : `--${flag}`;
  return new LoomError({
    kind: 'usage',
    code: 'bad-value',
    message: `${place} cannot be ${JSON.stringify(given)}; it is one of: ${options}`,
    hints: [
      ...(guess === undefined ? [] : [`did you mean: ${flag === undefined ? '' : `--${flag} `}${guess}`]),
      helpHint(error),
    ],
  });
}

/** Names of the required arguments that were not given. */
function missingArguments(error: ParserError): readonly string[] {
  if (!error.message.startsWith('Missing ')) return [];
  return (error.args ?? []).flatMap((arg) => {
    const named = typeof arg === 'object' && arg !== null && 'name' in arg && typeof arg.name === 'string';
    return named ? [String(arg.name).toUpperCase()] : [];
  });
}

function missingArgument(error: ParserError, names: readonly string[]): LoomError {
  return new LoomError({
    kind: 'usage',
    code: 'missing-argument',
    message: `missing ${names.length === 1 ? 'argument' : 'arguments'}: ${names.join(', ')}`,
    hints: [helpHint(error)],
  });
}

/** How the parser words what loom words differently. */
const REWORDED: readonly (readonly [pattern: RegExp, words: string])[] = [
  [
    /^Parsing (--\S+) Expected an integer greater than or equal to (\S+) but received: (.*)$/,
    '$1 must be $2 or more, not $3',
  ],
  [
    /^Parsing (--\S+) Expected an integer less than or equal to (\S+) but received: (.*)$/,
    '$1 must be $2 or less, not $3',
  ],
  [/^Parsing (--\S+) Expected an integer but received: (.*)$/, '$1 must be a whole number, not $2'],
  [/^Flag (--\S+) expects a value$/, '$1 needs a value'],
  [
    /^The following errors? occurred: (--[^\s=]+)(?:=\S+)? cannot also be provided when using (--\S+).*$/,
    '$1 and $2 exclude each other',
  ],
];

/** The parser's own words in loom's form: one line without colour, no capital. */
function plainMessage(message: string): string {
  const text = stripVTControlCharacters(message).replace(/\s+/g, ' ').trim();
  const reworded = REWORDED.find(([pattern]) => pattern.test(text));
  return reworded === undefined ? text.charAt(0).toLowerCase() + text.slice(1) : text.replace(reworded[0], reworded[1]);
}

/**
 * Turns an error of the argument parser into a usage error of loom; `undefined` for anything else. `commandId` is for the
 * errors that do not name their command.
 */
export function usageErrorOf(error: unknown, commandId?: string): LoomError | undefined {
  if (!isParserError(error)) return undefined;
  const known: ParserError = {
    message: error.message,
    flags: error.flags,
    args: error.args,
    parse: error.parse,
    commandId,
  };
  const unknown = error.message.startsWith('Nonexistent flag') ? error.flags?.[0] : undefined;
  if (unknown !== undefined) return unknownFlag(known, unknown);
  const missing = missingArguments(known);
  if (missing.length > 0) return missingArgument(known, missing);
  const message = error.message.replace(/\nSee more help with --help$/, '');
  const choice = CHOICE.exec(message);
  if (choice !== null) return badChoice(known, choice);
  return new LoomError({ kind: 'usage', code: 'usage', message: plainMessage(message), hints: [helpHint(known)] });
}
