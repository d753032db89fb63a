import { stripVTControlCharacters } from 'node:util';
import { LoomError } from '../kernel/loom-error.ts';
import { closest } from './closest.ts';

/** What the argument parser attaches to its errors; read structurally because the bundle may load it lazily. */
interface ParserError {
  readonly message: string;
  readonly flags?: readonly string[];
  readonly args?: readonly unknown[];
  readonly parse?: {
    readonly input?: {
      readonly flags?: Readonly<Record<string, { readonly char?: string; readonly allowNo?: boolean }>>;
      readonly context?: { readonly id?: string };
    };
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
  const id = error.parse?.input?.context?.id;
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

/** Turns an error of the argument parser into a usage error of loom; `undefined` for anything else. */
export function usageErrorOf(error: unknown): LoomError | undefined {
  if (!isParserError(error)) return undefined;
  const unknown = error.message.startsWith('Nonexistent flag') ? error.flags?.[0] : undefined;
  if (unknown !== undefined) return unknownFlag(error, unknown);
  const missing = missingArguments(error);
  if (missing.length > 0) return missingArgument(error, missing);
  const message = error.message.replace(/\nSee more help with --help$/, '');
  const choice = CHOICE.exec(message);
  if (choice !== null) return badChoice(error, choice);
  return new LoomError({ kind: 'usage', code: 'usage', message: plain(message), hints: [helpHint(error)] });
}

/** The parser's own words without colour and in loom's form: one line, no capital. */
function plain(message: string): string {
  const text = stripVTControlCharacters(message)
    .replace(/\s*\n\s*/g, ' ')
    .trim();
  return text.charAt(0).toLowerCase() + text.slice(1);
}
