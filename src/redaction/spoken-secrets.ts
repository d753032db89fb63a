import { type Codes, isAlphanumeric } from './anchor-index.ts';
import { isChosenWord } from './matched-value.ts';
import { comesAfter, endsLine } from './name-probe.ts';
import { isReference, looksSpoken } from './named-value.ts';
import { kindOfName, SPOKEN_NAMES } from './secret-names.ts';
import type { SecretRule } from './secret-rule.ts';

/** How far after a name the word that joins it to a value may stand. */
const REACH = 48;
const NAME = `(?<name>(?:ssword|sswd|ssphrase|(?<![a-z])pwd|redentials?|ecret|oken|pi[ _-]?key|cess[ _-]key|vate[ _-]key)(?: key)?)`;
const ABOUT = String.raw`(?: (?:for|of|on|to|in|at) [\w@.'\x60"/ -]{1,40}?)?`;
const JOINT = String.raw`(?:(?:(?:'s| (?:is|was|are|be|to|should be|must be|will be|(?:has|have) been (?:set|reset|changed|updated) to|(?:re)?set to|changed to|becomes))(?: (?:now|set to|still|just|currently|actually|simply|always))?:? {1,3})|(?:\*{0,2}:?\*{0,2} {0,30}\| {0,30})| {1,3}(?=["'\x60]))`;
const END = String.raw`(?=[.,;:!?)\]]{0,3}(?:\*\*)?(?:["'\x60|<>\\\s]|$))`;

/** What a password has that a word has not: a digit or a sign. */
const TELLING = new Uint8Array(128);
for (const char of '0123456789!@#$%^&~-') TELLING[char.charCodeAt(0)] = 1;

/** Whether a digit or sign stands near on the same line. */
function hasTellingAfter(codes: Codes, at: number): boolean {
  for (let i = at; i < at + REACH && !endsLine(codes, i); i += 1) {
    if (TELLING[codes[i] as number] === 1) return true;
  }
  return false;
}

/** How far a sentence may go from the name to the value. */
const LINE_REACH = 110;

/** Whether a digit or sign stands further on in the line. */
function hasTellingInLine(codes: Codes, at: number): boolean {
  for (let i = at + 4; i < at + LINE_REACH && !endsLine(codes, i); i += 1) {
    if (TELLING[codes[i] as number] === 1) return true;
  }
  return false;
}

/** Whether, on the same line, a joint follows the name and something like a password follows the joint. */
function hasJointAfter(codes: Codes, at: number): boolean {
  let end = at + 3;
  while (isAlphanumeric(codes[end] ?? 0) && end < at + REACH) end += 1;
  if (codes[end] === 0x20 && isQuote(codes, end + 1)) return hasTellingAfter(codes, end + 2);
  for (let i = end; i < end + REACH && !endsLine(codes, i); i += 1) {
    if (
      codes[i] === 0x7c ||
      (codes[i] === 0x27 && codes[i + 1] === 0x73) ||
      (codes[i] === 0x20 && isJoint(codes, i + 1))
    )
      return hasTellingAfter(codes, i + 3);
  }
  return false;
}

function isQuote(codes: Codes, at: number): boolean {
  const code = codes[at];
  return code === 0x22 || code === 0x27 || code === 0x60 || (code === 0x5c && !endsLine(codes, at));
}

/** The short words of a statement, as two letters each: `is`, `be`, `to`, and the beginnings of `was` and `are`. */
const JOINTS: ReadonlySet<number> = new Set(
  ['is', 'be', 'to', 'wa', 'ar'].map((word) => word.charCodeAt(0) * 256 + word.charCodeAt(1)),
);

function isJoint(codes: Codes, at: number): boolean {
  const first = (codes[at] ?? 0) | 0x20;
  const second = (codes[at + 1] ?? 0) | 0x20;
  if (!JOINTS.has(first * 256 + second)) return false;
  const space = first === 0x77 || first === 0x61 ? at + 3 : at + 2;
  return codes[space] === 0x20 || codes[space] === 0x3a;
}

/** Whether the name stands in an expression of a template: what follows its bar is a filter. */
function isInTemplate({ input, index }: RegExpExecArray): boolean {
  return /\{\{[^{}\n]{0,160}$/.test(input.slice(Math.max(0, index - 160), index));
}

function isSpokenSecret(match: RegExpExecArray): boolean {
  const { name = '', value = '' } = match.groups ?? {};
  return !isInTemplate(match) && looksSpoken(value, kindOfName(name));
}

function isBareWord(match: RegExpExecArray): boolean {
  return !isInTemplate(match) && isChosenWord(match.groups?.['value'] ?? '');
}

/** Whether `login`, `password` or `account` comes after the next word, or its beginning. */
function isMachineEntry(codes: Codes, at: number): boolean {
  let i = at;
  while ((codes[i] ?? 0) > 0x20) i += 1;
  while (codes[i] === 0x20) i += 1;
  while ((codes[i] ?? 0) > 0x20 && codes[i] !== 0x5c) i += 1;
  while (codes[i] === 0x20 || codes[i] === 0x0a || codes[i] === 0x09) i += 1;
  const next = codes[i];
  return next === 0x6c || next === 0x70 || next === 0x61 || next === 0x5c;
}

const GAP = String.raw`(?:\s|\\{1,4}[nrt]){1,8}`;

/** Secrets that a sentence, a table or a list of words gives away. */
export const SPOKEN_SECRETS: readonly SecretRule[] = [
  {
    id: 'spoken-secret',
    anchors: [...SPOKEN_NAMES, 'pwd'],
    ignoreCase: true,
    probe: hasJointAfter,
    contextual: true,
    get pattern() {
      return new RegExp(
        String.raw`${NAME}(?:\*\*|["'\x60])?${ABOUT}${JOINT}(?:\*\*)?(?:\\{0,8}["'\x60])?(?<value>[^\s"'\x60|<>\\]{6,200}?)${END}`,
        'i',
      );
    },
    accepts: isSpokenSecret,
  },
  {
    id: 'spoken-secret',
    anchors: ['ssword ', 'sswd ', 'ssphrase '],
    contextual: true,
    get pattern() {
      return new RegExp(
        String.raw`(?<=(?:as|user|login|account|username) \S{1,64}(?:,| and| with|, and| \/)? (?:the )?pa)(?<name>ssword|sswd|ssphrase) (?<value>[^\s"'\x60|<>\\]{6,200}?)${END}`,
        'i',
      );
    },
    accepts: isSpokenSecret,
  },
  {
    id: 'spoken-secret',
    anchors: ['ssword', 'sswd', 'ssphrase', 'passcode'],
    ignoreCase: true,
    probe: hasTellingInLine,
    contextual: true,
    get pattern() {
      return new RegExp(
        String.raw`(?:ssword|sswd|ssphrase|passcode)(?:[ \t.│|]{1,32}:?|[^\n:=|]{1,60}?(?::| is| was| to|->|→| -| –| —| =|<-)(?: now| currently| still)?)\s{1,3}["'\x60*]{0,3}(?<value>[^\s"'\x60|<>\\]{8,128}?)${END}`,
        'i',
      );
    },
    accepts: isBareWord,
  },
  {
    id: 'spoken-secret',
    anchors: [' pw ', '(pw ', ' pass ', 'pass is ', 'pass -> ', '\npw ', 'pw for ', 'pw is ', 'pass: ', 'pass for '],
    contextual: true,
    get pattern() {
      return new RegExp(
        String.raw`(?:[ (\n]|(?<![A-Za-z_-]))(?:pw|pass)(?:[^\n:=|]{0,40}?(?: is| was|->|→|:))? {1,3}["'\x60*]{0,3}(?<value>[^\s"'\x60|<>\\]{8,128}?)${END}`,
      );
    },
    accepts: isBareWord,
  },
  {
    id: 'spoken-secret',
    anchors: ['ssword ', 'sswd ', 'ssphrase ', ', pass ', ' pwd ', 'passcode '],
    contextual: true,
    get pattern() {
      return new RegExp(
        String.raw`(?:ssword|sswd|ssphrase|, pass| pwd|passcode)\s{1,8}["'\x60]?(?<value>[^\s"'\x60|<>\\]{8,128}?)${END}`,
      );
    },
    accepts: isBareWord,
  },
  {
    id: 'spoken-secret',
    anchors: ['pass |', 'pw |', 'Pass |', 'PW |', 'pwd |', 'login |', 'passcode |'],
    contextual: true,
    pattern:
      /(?:(?<=[|] {0,24}\*{0,2}(?:\w{2,16} )?)(?:pass|pw|Pass|PW|pwd|login|passcode))\*{0,2} {0,24}\| {0,8}["'\x60*]{0,3}(?<value>[^\s"'\x60|<>\\]{6,200}?)["'\x60*]{0,3} {0,64}\|/,
    accepts: isBareWord,
  },
  {
    id: 'netrc',
    anchors: ['machine '],
    probe: isMachineEntry,
    contextual: true,
    get pattern() {
      return new RegExp(
        `machine${GAP}[^\\s\\\\]{1,255}(?:${GAP}(?:login|account)${GAP}[^\\s\\\\]{1,255}){0,2}${GAP}password${GAP}(?<value>[^\\s"'\\\\]{3,512})`,
      );
    },
    accepts: (match) => !isReference(match.groups?.['value'] ?? ''),
  },
  {
    id: 'netrc',
    anchors: ['t l'],
    probe: comesAfter('defaul'),
    contextual: true,
    get pattern() {
      return new RegExp(`(?<=defaul)t login${GAP}[^\\s\\\\]{1,255}${GAP}password${GAP}(?<value>[^\\s"'\\\\]{3,512})`);
    },
    accepts: (match) => !isReference(match.groups?.['value'] ?? ''),
  },
  {
    id: 'sql-password',
    anchors: ['fied by', 'fied with'],
    ignoreCase: true,
    contextual: true,
    pattern: /(?<=identi)fied (?:with \S{1,64} )?by(?: password)? {1,4}\\{0,8}["'](?<value>[^"'\n\\]{3,256})/i,
    accepts: (match) => !isReference(match.groups?.['value'] ?? ''),
  },
];
