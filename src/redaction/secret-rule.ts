import type { AnchorProbe } from './anchor-index.ts';

/**
 * One row of the redaction table: where to look, what a secret looks like there, and which lookalikes to spare.
 * Patterns have no right delimiter, so that a secret before `,`, `)`, `&` or an escape is found too.
 */
export interface SecretRule {
  /** Kebab-case; printed in the placeholder and counted in reports. */
  readonly id: string;
  /** Literals of at least three characters, where U+0000 stands for any; the pattern is tried exactly where one of them begins. */
  readonly anchors: readonly string[];
  /** Anchors match in any case. */
  readonly ignoreCase?: boolean;
  /** The anchor must not stand inside a word: cheap rejection before the pattern is tried. */
  readonly wordStart?: boolean;
  /** A cheap look around the anchor before the pattern is tried; also asked of JSON text. */
  readonly probe?: AnchorProbe;
  /** It looks over much of a line, which takes as long as a pattern. */
  readonly isProbeFar?: boolean;
  /**
   * Tried at the anchor. Group `value`, `bare` or `word` is the secret, else the whole match; group `lead` (in a lookbehind)
   * extends it to the left.
   */
  readonly pattern: RegExp;
  /** Several secrets that one match gives away; in place of the match itself. */
  readonly spans?: (text: string, at: number) => readonly (readonly [start: number, end: number])[];
  /** Last word on a match. */
  readonly accepts?: (match: RegExpExecArray) => boolean;
  /** Follows a secret beyond the part that the pattern matched; returns the end of the span. */
  readonly extend?: (text: string, end: number) => number;
  /** Recognised by its surroundings, not by its shape: a rule of the other sort gives the span its id. */
  readonly contextual?: boolean;
}

/**
 * Source of a lookbehind: not inside a word, where an escape (`\n`, `%3A`, a colour code) is no word.
 * Nested encodings leave such escapes in the text.
 */
export const WORD_START = String.raw`(?:(?<![A-Za-z0-9])|(?<=\\[nrtbf])|(?<=\\u00[01][0-9a-fA-F])|(?<=%[0-9A-F]{2})|(?<=\[[0-9;]{1,8}m))`;

/** Longest part of a token that a pattern looks at, and how far ahead it looks for a character that must be there. */
const LONGEST = 512;
const FAR_AHEAD = 96;
const TOKEN_CHAR = /[\w+/=.%-]/;

/** Bounds what is open in a pattern, so that no text makes it look at the same characters over and over. */
function bounded(body: string): string {
  return body.replaceAll(/\{(\d+),\}/g, `{$1,${LONGEST}}`).replaceAll(/(\(\?=[^()]*)\]\*/g, `$1]{0,${FAR_AHEAD}}`);
}

/** Follows a token that is longer than its pattern looked at. */
function followLong(text: string, end: number): number {
  for (let at = end - 1; at > end - LONGEST; at -= 1) if (!TOKEN_CHAR.test(text.charAt(at))) return end;
  let at = end;
  while (at < text.length && TOKEN_CHAR.test(text.charAt(at))) at += 1;
  return at;
}

/** Builds a row for a token that is known by its prefix: `body` is tried at a prefix that starts a word. */
export function prefixedToken(id: string, prefixes: readonly string[], body: string): SecretRule {
  return new PrefixedToken(id, prefixes, body);
}

/** There are hundreds of them, and few are met in one run: each makes its pattern when it is asked for. */
class PrefixedToken implements SecretRule {
  readonly id: string;
  readonly anchors: readonly string[];
  readonly wordStart = true;
  readonly extend = followLong;
  readonly #body: string;

  constructor(id: string, anchors: readonly string[], body: string) {
    this.id = id;
    this.anchors = anchors;
    this.#body = body;
  }

  get pattern(): RegExp {
    const prefixes = this.anchors.map((prefix) => prefix.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
    return new RegExp(`${WORD_START}(?:${prefixes.join('|')})${bounded(this.#body)}`);
  }

  accepts(match: RegExpExecArray): boolean {
    return !isSampleToken(match[0]);
  }
}

const SAMPLE =
  /x{6,}|\*{3,}|\.{3}|EXAMPLE|your[-_]?(?:api|key|token|secret|own|openai|anthropic)|(?:key|token|secret)[-_]here|placeholder|^<|<[\w -]+>|\.\.\.$/i;

/** Whether a token is a stand-in that documentation uses: `ghp_xxxx…`, `sk-your-key-here`, `AKIA…EXAMPLE`. */
export function isSampleToken(value: string): boolean {
  return SAMPLE.test(value);
}

/** Shannon entropy in bits per character. */
export function shannonEntropy(text: string): number {
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}
