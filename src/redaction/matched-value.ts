import { looksDrawn } from './drawn-text.ts';
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

/** A word that only a generator, or somebody who thought of a password, would write: nothing but a name stands before it. */
export function isChosenWord(value: string): boolean {
  if (value.length < 8 || /^[A-Z]{2,10}-?\d|^[a-z]+\d$/.test(value)) return looksSpoken(value, 'token');
  return looksSpoken(value, 'password') && !/[=:]|^[a-z]+(?:_[a-z]+)+$/.test(value);
}

/** Such a word, found by a pattern. */
export function isChosen(match: RegExpExecArray): boolean {
  return isChosenWord(textOf(match));
}

/** Where group `value` of a match that tells its indices stands, counted from where the matched text begins; nothing unless it passes. */
export function valueRange(
  match: RegExpExecArray | null,
  start: number,
  accepts: (value: string) => boolean,
): readonly (readonly [start: number, end: number])[] {
  const range = match?.indices?.groups?.['value'];
  if (range === undefined || !accepts(match?.groups?.['value'] ?? '')) return [];
  return [[start + range[0], start + range[1]]];
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
/** What ids of messages, calls, requests and public keys begin with, and digests. */
const PUBLIC_ID =
  /^(?:toolu|msg|call|req|resp|run|chatcmpl|cmpl|asst|thread|file|batch|item|evt|cus|price|prod|sub|in|pi|ch|pm|seti|acct|pk|G|UA|GTM|AW|arn|urn|vpc|subnet|sg|ami|vol|snap|eni|i|rtb|igw|sha\d*|md5|h1|npm|v\d|blob|data|chunk|index|main|vendor)[-_:]/;
/** An identifier that sorts by time, a number with signs, a file. */
const NO_KEY = /^[0-9A-HJKMNP-TV-Z]{26}$|^[\d.:+-]+$|[/.][a-z]{2,12}\d?$/;
const KEY_CHARS = /^[\w+/=.~-]+$/;

/** Drawn letters and digits of some length that are no id, digest or file: for places that say little about what they hold. */
export function isDrawnKey(value: string, shortest = 16): boolean {
  if (value.length < shortest || !KEY_CHARS.test(value) || NO_KEY.test(value)) return false;
  if (UUID.test(value) || PUBLIC_ID.test(value) || isReference(value)) return false;
  return /\d/.test(value) && /[A-Za-z]/.test(value) && looksDrawn(value);
}

/** An identifier that is no secret unless somebody says so. */
export function isUuid(value: string): boolean {
  return UUID.test(value);
}
