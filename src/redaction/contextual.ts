import type { Codes } from './anchor-index.ts';
import { comesAfter, isNameOfValue } from './name-probe.ts';
import { isNamedSecret } from './named-value.ts';
import { kindOfName, NAME_ANCHORS, NAME_SOURCE } from './secret-names.ts';
import type { SecretRule } from './secret-rule.ts';

const CLOSE = String.raw`(?:\*\*|\\{0,8}["'\x60])?\]?`;
const TYPED = String.raw`\s{0,4}:\s{0,4}&?[A-Za-z][\w<>|.? ]{0,30}?\s{0,4}=\s{0,4}`;
const NAMED_VALUE = String.raw`\s{0,4},\s{0,4}\\{0,8}["']?value\\{0,8}["']?\s{0,4}:\s{0,4}`;
/** `name: X` and, on the next line, `value: y`; `key="X" value="y"`; `variable "X" { default = "y" }`. */
const NEXT_VALUE = String.raw`(?:\s|\\{1,4}[nr]){1,8}[+-]?\s{0,24}value\\{0,8}["']?\s{0,4}[:=]\s{0,4}|\s{0,4}\{(?:\s|\\{1,4}[nr]){0,8}[^{}]{0,200}?default\s{0,8}=\s{0,4}`;
const CALL = String.raw`(?<call>\s{0,2},\s{0,4}(?=\\{0,8}["'\x60]))`;
const SEPARATOR = String.raw`(?:${TYPED}|\s{0,8}(?<sep>:=|=>|={1,3}|:)(?:\*\*)?\s{0,8}|>(?![\\"'\x60])|${NAMED_VALUE}|${NEXT_VALUE}|${CALL})`;
/** Calls that give a value to a name: `define('DB_PASSWORD', 'x')`, `setProperty("password", "x")`, `page.fill('#password', 'x')`. */
const GIVING_CALL =
  /(?:define|set\w{0,24}|put\w{0,16}|add\w{0,16}|append|fill|type|sendKeys|config|env|Property)\(\s{0,4}\\{0,8}["'\x60][\w.#[\]=-]{0,80}$/;
const FLAG = String.raw`(?<=(?<![\w-])--?[\w-]{1,60})(?<flag>[ ]{1,4})(?!-)`;
const QUOTED = String.raw`(?<quote>\\{0,8}["'\x60])(?<value>(?:(?!\k<quote>)(?:\\.|[^\n\r\\])){1,4096})`;
const BARE = String.raw`(?<bare>[^\s"'\x60,;<>(){}\[\]|&\\]{3,512})`;

/** Skips the scheme of a credential, which is no secret. */
const SCHEME = String.raw`(?:(?:Basic|Bearer|Token|Digest|ApiKey|Key)\s{1,4})?`;

function acceptsNamed(match: RegExpExecArray): boolean {
  const groups = match.groups ?? {};
  const name = groups['name'] ?? '';
  const value = groups['value'] ?? groups['bare'] ?? '';
  if (groups['call'] !== undefined && !GIVING_CALL.test(match.input.slice(Math.max(0, match.index - 120), match.index)))
    return false;
  const upper = name === name.toUpperCase();
  const shell =
    groups['sep'] === '=' && /[A-Za-z0-9_]=["'\\]*$/.test(match[0].slice(0, match[0].length - value.length)) && upper;
  const next = match.input.charAt(match.index + match[0].length);
  return isNamedSecret({ value, kind: kindOfName(name), quoted: groups['value'] !== undefined, shell, next });
}

function acceptsCredential(match: RegExpExecArray): boolean {
  const value = match.groups?.['value'] ?? '';
  return isNamedSecret({ value, kind: 'token', quoted: false, shell: false, next: '' });
}

/** Follows an unquoted value that is longer than the pattern looked at. */
function followBare(text: string, end: number): number {
  let at = end;
  while (at < text.length && /[\w+/=.~%@:-]/.test(text.charAt(at))) at += 1;
  return at;
}

function decodesToUserinfo(match: RegExpExecArray): boolean {
  const bytes = Buffer.from(match.groups?.['value'] ?? '', 'base64').toString('latin1');
  return /^[\x20-\x7e\xa0-\xff]*:[\x20-\x7e\xa0-\xff]*$/.test(bytes);
}

function isNoReference(match: RegExpExecArray): boolean {
  return !/^(?:\$[{(A-Za-z_]|\{|<|%|\*+$|x+$|\[redacted)/.test(match.groups?.['value'] ?? '');
}

/** Whether an `@` follows before the link is over, or another begins. */
function hasAtSign(codes: Codes, at: number): boolean {
  for (let i = at + 3; i < at + 800; i += 1) {
    const code = codes[i] ?? 0;
    if (code === 0x40) return true;
    if (code <= 0x20 || code === 0x22 || code === 0x3c || code === 0x3e) return false;
    if (code === 0x3a && codes[i + 1] === 0x2f && codes[i + 2] === 0x2f) return false;
  }
  return false;
}

const COOKIE_ATTRIBUTE = /; {0,4}(?:path|domain|expires|max-age|samesite|priority)=[^;]*/gi;

/** Secrets that only their surroundings give away: names, headers, command lines, URLs. */
export const CONTEXTUAL: readonly SecretRule[] = [
  {
    id: 'named-secret',
    anchors: NAME_ANCHORS,
    ignoreCase: true,
    probe: isNameOfValue,
    contextual: true,
    pattern: new RegExp(`${NAME_SOURCE}(?:${CLOSE}${SEPARATOR}|${FLAG})(?:${QUOTED}|${SCHEME}${BARE})`, 'i'),
    accepts: acceptsNamed,
    extend: followBare,
  },
  {
    id: 'named-key',
    anchors: ['_KEY='],
    contextual: true,
    pattern: /(?<!PUBLIC|CACHE|PRIMARY|FOREIGN|SORT|PARTITION|IDEMPOTENCY)_KEY=["']?(?<value>[\w+/=.-]{12,512})/,
    accepts: (match) => /\d/.test(match.groups?.['value'] ?? '') && acceptsCredential(match),
    extend: followBare,
  },
  {
    id: 'authorization',
    anchors: ['uthorization'],
    ignoreCase: true,
    probe: isNameOfValue,
    contextual: true,
    pattern:
      /uthorization\\{0,8}["']?\s{0,4}[:=,]\s{0,4}\\{0,8}["'\x60]?(?:[A-Za-z][\w-]{1,24} {1,2}(?=\S{6}))?(?<value>[^\s"'\x60\\,;<>]{6,4096})/i,
    accepts: acceptsCredential,
  },
  {
    id: 'authorization',
    anchors: ['Bearer ', 'bearer '],
    contextual: true,
    pattern: /[Bb]earer {1,4}(?<value>[A-Za-z0-9._~+/=-]{10,4096})/,
    accepts: (match) => /\d/.test(match.groups?.['value'] ?? '') && acceptsCredential(match),
  },
  {
    id: 'authorization',
    anchors: ['Basic ', 'basic '],
    contextual: true,
    pattern: /[Bb]asic {1,4}(?<value>[A-Za-z0-9+/]{6,4096}={0,2})/,
    accepts: decodesToUserinfo,
  },
  {
    id: 'curl-user',
    anchors: ['-u ', '-U ', '-user ', '-user=', '-proxy-user '],
    contextual: true,
    pattern:
      /(?<=curl\b[^\n|;]{0,240}[\s\\n]-?)-(?:u|U|user|proxy-user)[ =]{1,4}(?:\\{0,8}["'])?[^\s:"'\\]{1,128}:(?<value>[^\s"'\\]{1,512})/,
    accepts: isNoReference,
  },
  {
    id: 'url-userinfo',
    anchors: ['://'],
    probe: hasAtSign,
    contextual: true,
    pattern: /:\/\/[^\s:/?#@"'<>\\`]{0,256}:(?<value>[^\s/?#"'<>\\`]{1,512})@(?=[\w[.$-])/,
    accepts: isNoReference,
  },
  {
    id: 'url-userinfo',
    anchors: ['://'],
    probe: hasAtSign,
    contextual: true,
    pattern: /:\/\/[^\s:/?#@"'<>\\`]{1,256}:(?<value>[^\s@"'<>\\`]{1,256})@(?=[A-Za-z0-9.-]{1,255}(?::\d|\/[A-Za-z]))/,
    accepts: (match) => isNoReference(match) && !/^\d{1,5}\//.test(match.groups?.['value'] ?? ''),
  },
  {
    id: 'cookie',
    anchors: ['ookie:', 'ookie":', "ookie':", 'ookie\\', 'ookie"'],
    ignoreCase: true,
    contextual: true,
    pattern:
      /(?<=[Cc])ookie\\{0,8}["']?: {0,4}(?:\\{0,8}["'])?(?<value>(?:[\w.$-]{1,128}=[^\s;"'\\]{1,4096})(?:; {0,4}[\w.$-]{1,128}(?:=[^\s;"'\\]{1,4096})?){0,64})/i,
    accepts: (match) =>
      /=[^;]{6}/.test(match[0].replaceAll(COOKIE_ATTRIBUTE, '')) &&
      !/=\$\{/.test(match[0]) &&
      !/^[\w.$-]+=\[redacted/.test(match.groups?.['value'] ?? ''),
  },
  {
    id: 'cookie',
    anchors: ['okie =', 'okie='],
    probe: comesAfter('document.co'),
    contextual: true,
    pattern: /(?<=document\.co)okie {0,2}= {0,2}\\{0,8}["'](?<value>[\w.$-]{1,128}=[^\s;"'\\]{6,4096})/,
    accepts: isNoReference,
  },
  {
    id: 'seed-phrase',
    anchors: ['nemonic', 'eed phrase', 'eed_phrase', 'eedphrase', 'very phrase', 'very_phrase'],
    ignoreCase: true,
    contextual: true,
    pattern:
      /(?:nemonic|eed[_ ]?phrase|very[_ ]phrase)\w{0,8}\\{0,8}["']?\s{0,4}[:=]\s{0,4}\\{0,8}["']?(?<value>(?:[a-z]{3,8}\s){11,23}[a-z]{3,8})/i,
  },
  {
    id: 'signed-url',
    anchors: ['mz-Signature='],
    contextual: true,
    pattern: /mz-Signature=(?<value>[0-9a-f]{64})/,
  },
];
