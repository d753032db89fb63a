import { isReference, looksSpoken } from './named-value.ts';

/** Source of a value among the arguments of a command: quoted, or up to white space or a sign of the shell. */
export const ARGUMENT = String.raw`(?:(?<quote>\\{0,8}["'])(?<value>(?:(?!\k<quote>)(?:\\.|[^\n\r\\])){3,512})|(?<bare>[^\s"'\x60\\;|&<>]{4,512}))`;

/** The value that a pattern found, quoted or not. */
export function textOf({ groups }: RegExpExecArray): string {
  return groups?.['value'] ?? groups?.['bare'] ?? '';
}

/** Anything but the name of a place where a secret is kept. */
export function isNoReference(match: RegExpExecArray): boolean {
  return !isReference(textOf(match));
}

/** Letters and digits or signs mixed, as a word, a path or a file name is not. */
export function isTelling(match: RegExpExecArray): boolean {
  return textOf(match).length >= 6 && looksSpoken(textOf(match), 'password');
}

/** What a generator made. */
export function isKey(match: RegExpExecArray): boolean {
  return looksSpoken(textOf(match), 'token');
}
