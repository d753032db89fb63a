import type { Codes } from './anchor-index.ts';
import { looksDrawn } from './drawn-text.ts';
import { isChosen, isChosenWord, isDrawnKey, isUuid } from './matched-value.ts';
import { endsLine } from './name-probe.ts';
import { isReference } from './named-value.ts';
import { quotedBehind } from './quoted-behind.ts';
import { isUnderPublicName, SPOKEN_NAMES } from './secret-names.ts';
import type { SecretRule } from './secret-rule.ts';

/** How far behind a word for a secret, in its line, what it speaks of may begin. */
const REACH = 64;
const LONGEST = 256;
const LINE_END = /\n|\\{1,8}[nr]/;
const WORD =
  /(?<=^|[\s"'\x60(:：=>—–|是为は])[^\s"'\x60(),;:：|<>[\]{}\\]{8,256}(?=[.,;:!?)\]]{0,3}(?:[\s"'\x60(),;|<>\\]|$))/g;
/** Right behind the word for it, nothing else can be meant. */
const RIGHT_BEHIND =
  /^[\w-]{0,12}(?: [kK]ey| cookie| to)?(?:\*\*)?(?: value| is| was| 是| =>| ->| \([\w ]{1,16}\))?[\s"'\x60(:=*：]{1,16}$/;
const HEX_KEY = /^[0-9a-f]{32,128}$/i;
/** Inside a value that is encrypted for its file. */
const SEALED = /\bENC\[[^\]]{0,512}$/;
const SIGN_INSIDE = /^[A-Za-z0-9](?=.*[A-Za-z])(?=.*\d)[^/@:=]*[!$%^&*#?][^/@:=]*$/;

function isPasswordName(word: string): boolean {
  return /^(?:ss|pw)/i.test(word);
}

/** Drawn, or as mixed with signs as only passwords are; what may be a digest or an id counts right behind the name only. */
function isMeant(value: string, before: string): boolean {
  if (isReference(value) || SEALED.test(before) || (value.includes('/') && value.length < 30)) return false;
  if (isDrawnKey(value, 16) && /[A-Z]/.test(value) && /[a-z]/.test(value)) return true;
  if (RIGHT_BEHIND.test(before) && (HEX_KEY.test(value) || isUuid(value) || isDrawnKey(value, 12))) return true;
  if (isPasswordName(before) && isDrawnKey(value, 8)) return true;
  return (
    isPasswordName(before) && SIGN_INSIDE.test(value) && value.length <= 40 && (value.length >= 10 || looksDrawn(value))
  );
}

function nameAround(text: string, at: number): string {
  const before = /[\w-]{0,24}$/.exec(text.slice(Math.max(0, at - 24), at))?.[0] ?? '';
  return before + (/^[\w-]{0,24}/.exec(text.slice(at, at + 24))?.[0] ?? '');
}

/** The first word of the line behind a name that is a secret by its look. */
function meantBehind(text: string, at: number): readonly (readonly [number, number])[] {
  if (isUnderPublicName(nameAround(text, at), '')) return [];
  const part = text.slice(at, at + REACH + LONGEST);
  const end = part.search(LINE_END);
  const line = end === -1 ? part : part.slice(0, end);
  for (const match of line.matchAll(WORD)) {
    if (match.index > REACH) return [];
    if (isMeant(match[0], line.slice(0, match.index))) return [[at + match.index, at + match.index + match[0].length]];
  }
  return [];
}

function wordEnd(codes: Codes, from: number): number {
  let end = from;
  while ((codes[end] ?? 0) > 0x20 && codes[end] !== 0x5c && end < from + REACH) end += 1;
  return end;
}

function hasDigit(codes: Codes, from: number, to: number): boolean {
  for (let i = from; i < to; i += 1) if ((codes[i] as number) >= 0x30 && (codes[i] as number) <= 0x39) return true;
  return false;
}

/** Whether a long word with a digit stands near in the line. */
function hasLongWordAfter(codes: Codes, at: number): boolean {
  for (let i = at + 3; i < at + REACH + 24; ) {
    const end = wordEnd(codes, i);
    if (end - i >= 8 && hasDigit(codes, i, end)) return true;
    if (endsLine(codes, end)) return false;
    i = end + 1;
  }
  return false;
}

/** A chosen word with a capital letter or a sign, or a drawn one: no name of a label, a file or a color. */
function isQuotedPassword(value: string): boolean {
  return isChosenWord(value) && !value.includes('/') && (/[A-Z!$%^&*]/.test(value) || looksDrawn(value));
}

function quotedPassword(text: string, at: number): readonly (readonly [number, number])[] {
  const range = quotedBehind(text, at);
  return range !== undefined && isQuotedPassword(text.slice(...range)) ? [range] : [];
}

/** Signs of every kind among drawn letters and digits: no code, no address, no call. */
function isWild({ groups }: RegExpExecArray): boolean {
  const value = groups?.['value'] ?? '';
  if (isReference(value) || /^\w+[([]|:\/\/|[\w\]]=\w|^[\w.+/=~-]+$|\\[nrt]/.test(value)) return false;
  return looksDrawn(value.replaceAll(/[^A-Za-z0-9]/g, ''));
}

/** Secrets in the same line as a word for them, known by how they look. */
export const NEAR_SECRETS: readonly SecretRule[] = [
  {
    id: 'near-secret',
    anchors: [...SPOKEN_NAMES, ...['pi-key', 'ning key', 'tion key', 'vice key', 'ssion cookie', 'pw to ', 'earer ']],
    ignoreCase: true,
    probe: hasLongWordAfter,
    contextual: true,
    pattern: /./,
    spans: meantBehind,
  },
  {
    id: 'near-secret',
    anchors: ['ssword', 'sswd', 'ssphrase', 'ecret', 'oken', 'pi_key', 'pi key', 'pikey', '_key', '_pass'],
    ignoreCase: true,
    probe: hasLongWordAfter,
    contextual: true,
    pattern:
      /(?:ssword|sswd|ssphrase|ecret|oken|pi[_ ]?key|_key|_pass)[\w-]{0,16}(?:\*\*)?(?:\s?[:=]{1,2}| is:?| was| to| ->| →)(?:\*\*)? {0,4}(?<value>[^\s"'\x60]{8,128})(?=\s|$|\\n)/i,
    accepts: isWild,
  },
  {
    id: 'near-secret',
    anchors: ['ssword', 'sswd', 'ssphrase', '_pass', '"pw"', '_pwd'],
    ignoreCase: true,
    probe: hasLongWordAfter,
    contextual: true,
    pattern: /./,
    spans: quotedPassword,
  },
  {
    id: 'near-secret',
    anchors: ['nter ', 'ype ', 'nswer ', 'Is ', ' is '],
    probe: hasLongWordAfter,
    contextual: true,
    pattern:
      /(?:nter|ype|nswer|Is| is) ["'\x60*]{0,3}(?<value>[^\s"'\x60*]{8,128})["'\x60*]{0,3}(?= (?:when|at|to|as|for|in|into|still)\b[^\n]{0,48}(?:ssword|ssphrase|sscode|rompt|login)\b)/,
    accepts: isChosen,
  },
  {
    id: 'near-secret',
    anchors: [' PAT ', ' PAT: ', 'PAT: ', ' PAT is ', 'PAT=', ' --key ', ' --key=', ' -k '],
    probe: hasLongWordAfter,
    contextual: true,
    pattern: /(?: |(?<![\w-]))(?:PAT|--key|-k)(?::| is| =|=)? ?["'\x60]?(?<value>[\w+/=.~-]{16,512})/,
    accepts: ({ groups }) => isDrawnKey(groups?.['value'] ?? '', 16) || HEX_KEY.test(groups?.['value'] ?? ''),
  },
];
