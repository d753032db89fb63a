import type { Command } from '@oclif/core';
import { type Definition, definitionLines, paragraphLines, section, wrapParagraph } from './layout.ts';

/** A command as the manifest describes it, with loom's own statics. */
export type DescribedCommand = Pick<
  Command.Cached,
  'id' | 'args' | 'flags' | 'summary' | 'description' | 'examples' | 'strict'
> & {
  readonly exitCodes?: readonly string[];
  readonly environment?: readonly string[];
};

type Flag = Command.Flag.Cached;
type Arg = Command.Arg.Cached;

/** How a person types the command: `loom sessions list`. */
export function commandWords(id: string): string {
  return `loom ${id.replaceAll(':', ' ')}`;
}

function argWord(arg: Arg, repeats: boolean): string {
  const word = `${arg.name.toUpperCase()}${arg.multiple || repeats ? '…' : ''}`;
  return arg.required ? word : `[${word}]`;
}

/** The one line that shows arguments in order. */
export function usageLine(command: DescribedCommand): string {
  const all = Object.values(command.args);
  const args = all.map((arg, index) => argWord(arg, command.strict === false && index === all.length - 1));
  return [commandWords(command.id), ...args, '[FLAGS]'].join(' ');
}

function flagTerm(flag: Flag): string {
  const short = flag.char ? `-${flag.char}, ` : '';
  const long = flag.type === 'boolean' && flag.allowNo ? `--[no-]${flag.name}` : `--${flag.name}`;
  return flag.type === 'option' ? `${short}${long}=${flag.helpValue ?? 'VALUE'}` : `${short}${long}`;
}

function flagMeaning(flag: Flag): string {
  const parts = [flag.required ? 'Required.' : '', flag.summary ?? flag.description ?? ''];
  if (flag.type === 'option' && flag.options) parts.push(`One of: ${flag.options.join(', ')}.`);
  if (flag.type === 'option' && flag.default !== undefined) parts.push(`Default: ${String(flag.default)}.`);
  if (flag.type === 'option' && flag.multiple) parts.push('May be given several times.');
  if (flag.env) parts.push(`Environment: ${flag.env}.`);
  return parts.filter((part) => part !== '').join(' ');
}

/** Flags of one group in order of name, as term and meaning. */
export function flagDefinitions(command: DescribedCommand, group: string | undefined): readonly Definition[] {
  return Object.values(command.flags)
    .filter((flag) => flag.helpGroup === group)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((flag) => ({ term: flagTerm(flag), meaning: flagMeaning(flag) }));
}

/** Arguments in order, as term and meaning. */
export function argDefinitions(command: DescribedCommand): readonly Definition[] {
  return Object.values(command.args).map((arg) => ({
    term: arg.name.toUpperCase(),
    meaning: [arg.description ?? '', arg.options ? `One of: ${arg.options.join(', ')}.` : ''].join(' ').trim(),
  }));
}

/** One example: what it is for, and the line to type. */
export interface HelpExample {
  readonly description: string;
  readonly command: string;
}

/** Examples with the name of the program filled in. */
export function examplesOf(command: DescribedCommand): readonly HelpExample[] {
  const fill = (text: string): string =>
    text.replaceAll('<%= config.bin %>', 'loom').replaceAll('<%= command.id %>', command.id.replaceAll(':', ' '));
  const examples = command.examples ?? [];
  return (Array.isArray(examples) ? examples : [examples]).map((example) =>
    typeof example === 'string'
      ? { description: '', command: fill(example) }
      : { description: fill(example.description), command: fill(example.command) },
  );
}

function exampleLines(command: DescribedCommand): readonly string[] {
  return examplesOf(command).flatMap((example) => [
    ...(example.description === '' ? [] : wrapParagraph(`# ${example.description}`, 78).map((line) => `  ${line}`)),
    `  ${example.command}`,
  ]);
}

function spaced(line: string): Definition {
  const [term = '', ...meaning] = line.split(/\s{2,}/);
  return { term, meaning: meaning.join(' ') };
}

/** Exit codes of a command: the common ones and its own. */
export function exitCodeDefinitions(command: DescribedCommand): readonly Definition[] {
  const own = (command.exitCodes ?? []).map(spaced);
  const common = ['0  It worked; no results is no failure.', '2  The command line is wrong.'].map(spaced);
  const missing = common.filter(({ term }) => !own.some((line) => line.term === term));
  return [...missing, ...own].sort((a, b) => Number(a.term) - Number(b.term));
}

/** Environment variables that a command reads beyond the ones of `loom help environment`. */
export function environmentDefinitions(command: DescribedCommand): readonly Definition[] {
  return ['LOOM_HOME  Folder of the store.', ...(command.environment ?? [])].map(spaced);
}

/** The help of one command: usage, examples first, then arguments, flags, exit codes and environment. */
export function renderCommandPage(command: DescribedCommand): string {
  const summary = command.summary ?? command.description ?? '';
  const description = command.summary === undefined ? '' : (command.description ?? '');
  return [
    ...wrapParagraph(summary, 80),
    ...section('USAGE', [`  ${usageLine(command)}`]),
    ...section('EXAMPLES', exampleLines(command)),
    ...section('ARGUMENTS', definitionLines(argDefinitions(command))),
    ...section('FLAGS', definitionLines(flagDefinitions(command, undefined))),
    ...section('GLOBAL FLAGS', definitionLines(flagDefinitions(command, 'GLOBAL'))),
    ...section('DESCRIPTION', paragraphLines(description)),
    ...section('EXIT CODES', [...definitionLines(exitCodeDefinitions(command)), '  More: loom help exit-codes']),
    ...section('ENVIRONMENT', [...definitionLines(environmentDefinitions(command)), '  More: loom help environment']),
    '',
  ].join('\n');
}
