import type { Codes } from './anchor-index.ts';
import { execAt } from './exec-at.ts';
import { isDrawnKey } from './matched-value.ts';
import { comesAfter, isNameOfValue } from './name-probe.ts';
import { isNamedSecret, looksSpoken } from './named-value.ts';
import { isUnderPublicName, kindOfName, NAME_ANCHORS, NAME_SOURCE } from './secret-names.ts';
import type { SecretRule } from './secret-rule.ts';

const CLOSE = String.raw`(?:\*\*|\\{0,8}["'\x60])?(?:\]\\{0,8}["'\x60]?)?`;
const TYPED = String.raw`\s{0,4}:\s{0,4}&?[A-Za-z][\w<>|.? ]{0,30}?(?:\s{1,4}=\s{0,4}|=(?=\\{0,8}["'\x60]))|\s{0,4}\{ ?get;[^{}\n]{0,40}\} ?=\s{0,4}|\s(?:string|String|str|text) ?:?=\s{0,4}|\s{0,4}<-\s{0,4}(?=["'])`;
const NAMED_VALUE = String.raw`(?:\s{0,4},\s{0,8}\\{0,8}["'](?:Type|type|permissions|Version|kind|env|environment|description|scope)\\{0,8}["']\s{0,4}:\s{0,4}\\{0,8}["'][^"'\n\\]{0,60}\\{0,8}["']){0,2}\s{0,4}[,>]?\s{0,4}(?:<(?=value>))?\\{0,8}["']?(?:Parameter)?value\\{0,8}["']?\s{0,4}[:=>]\s{0,4}`;
/** `name: X` and, on the next line, `value: y`; `key="X" value="y"`; `variable "X" { default = "y" }`. */
const NEXT_VALUE = String.raw`(?:\s|\\{1,4}[nr]){1,8}[+-]?\s{0,24}value\\{0,8}["']?\s{0,4}[:=]\s{0,4}|\s{0,4}\{(?:\s|\\{1,4}[nr]){0,8}[^{}]{0,200}?default\s{0,8}=\s{0,4}`;
const CALL = String.raw`(?<call>(?<=["'\x60])\s{0,2},\s{0,4}(?=\\{0,8}["'\x60]))`;
/** What stands in where a variable is not set: `process.env.DB_PASSWORD || 'x'`. */
const OR_ELSE = String.raw`\s{0,4}(?:\|\||\?\?)\s{0,4}(?=\\{0,8}["'\x60])`;
/** What is typed into a field: `getByLabel('Password').fill('x')`. */
const TYPING = String.raw`\/[a-z]{0,2}\)\s{0,2},\s{0,4}(?=\\{0,8}["'\x60])|(?:\)|[_-]?(?:field|input|box))\s{0,4}\.(?:set|fill|type|send_?[kK]eys|setValue|set_value|val|setText|input)\(\s{0,4}(?=\\{0,8}["'\x60])`;
/** A default or a hint of a prompt: `Secret Access Key [None]: x`. */
const HINT = String.raw`(?: {1,2}[[(][^\])\n]{0,24}[\])])?`;
const SEPARATOR = String.raw`(?:${TYPED}|${OR_ELSE}|${TYPING}|${HINT}\s{0,8}(?<sep>:=|=>|={1,3}|\|\|=|:|：)(?:\*\*)?\s{0,8}(?:string\(\d{1,4}\) )?(?:!(?:!\w{1,16}|str) |&\w{1,16} |[|>][-+]?\s{0,2}\n\s{1,24})?|>(?:<!\[CDATA\[)?(?![\\"'\x60])|${NAMED_VALUE}|${NEXT_VALUE}|${CALL})`;
/** Calls that give a value to a name: `define('DB_PASSWORD', 'x')`, `setProperty("password", "x")`, `page.fill('#password', 'x')`. */
const GIVING_CALL =
  /(?:define|[Ss]et\w{0,24}|[Pp]ut\w{0,16}|[Aa]dd\w{0,16}|append|fill|type|sendKeys|config|env|[Hh]eader|Property)\(\s{0,4}\\{0,8}["'\x60][\w.#[\]="'-]{0,80}$/;
/** Calls that tell what to take where nothing is set: `os.environ.get('DB_PASSWORD', 'x')`. */
const ASKING_CALL = /(?:get\w{0,16}|Get\w{0,16}|fetch|option|default)\(\s{0,4}\\{0,8}["'\x60][\w.-]{0,80}$/;
const FLAG = String.raw`(?<=(?<![\w-])--?[\w-]{1,60})(?<flag>[ ]{1,4})(?!-)`;
/** What a language puts before a text (`r"x"`, `b'x'`, `f"x"`), or the call that hides it in a statement of SQL. */
const TEXT_MARK = String.raw`(?<mark>[rbufRBUFNE@$]{1,2}(?=["'])|(?:MD5|SHA1|SHA2|PASSWORD|crypt|CRYPT|\[\]byte|Buffer\.from|String::from|SecretString::from|new SecretString|SecretStr|b64decode|new String|bytes)\(\s{0,2}b?(?=\\{0,8}["']))?`;
const QUOTED = String.raw`${TEXT_MARK}(?<quote>\\{0,8}["'\x60])(?<value>(?:(?!\k<quote>)(?:\\.|[^\n\r\\])){1,4096})`;
const BARE = String.raw`(?<bare>[^\s"'\x60,;<>(){}\[\]|&\\]{3,512})`;

/** Skips the scheme of a credential, which is no secret. */
const SCHEME = String.raw`(?:(?:Basic|Bearer|Token|Digest|ApiKey|Key)\s{1,4})?`;

function acceptsNamed(match: RegExpExecArray): boolean {
  const groups = match.groups ?? {};
  const name = groups['name'] ?? '';
  const value = groups['value'] ?? groups['bare'] ?? '';
  if (groups['call'] !== undefined && !isGiven(match, value)) return false;
  if (isNotOfName(match, value) || isOfNextLine(match, value) || isBehindText(match)) return false;
  if (isUnderPublicName(`${wordBefore(match)}${name}`, value)) return false;
  if (/^[fF$]/.test(groups['mark'] ?? '') && /\{[^{}]*\}/.test(value)) return false;
  const upper = name === name.toUpperCase();
  const shell =
    groups['sep'] === '=' && /[A-Za-z0-9_]=["'\\]*$/.test(match[0].slice(0, match[0].length - value.length)) && upper;
  const next = match.input.charAt(match.index + match[0].length);
  return isNamedSecret({ value, kind: kindOfName(name), quoted: groups['value'] !== undefined, shell, next });
}

/** What the quote that closes a name is taken for the opening one of, and the name of a secret in an identifier of Amazon. */
function isNotOfName({ input, index }: RegExpExecArray, value: string): boolean {
  return /^\\{1,8}[nr]/.test(value) || /arn:[\w:/-]{1,80}$/.test(input.slice(Math.max(0, index - 90), index));
}

/** Nothing was assigned, and the next line assigns something else. */
function isOfNextLine({ 0: text, groups }: RegExpExecArray, value: string): boolean {
  const between = text.slice(0, text.length - value.length);
  if (groups?.['bare'] === undefined || !between.includes('\n')) return false;
  return /^(?:[A-Z][A-Z0-9_]{0,80}|[a-z]+(?:[_.-][a-z0-9]+){0,8})[=:]|^[A-Za-z_][\w.-]{0,80}[=:][^=:]/.test(value);
}

/** Whether the quote before the value ends a text that the name stands in: `read -p "Password: " PASSWORD`. */
function isBehindText({ input, index, groups }: RegExpExecArray): boolean {
  const quote = groups?.['quote'];
  if (quote === undefined || !/^[\s,+).;]/.test(groups?.['value'] ?? '')) return false;
  const before = input.slice(Math.max(0, index - 160), index);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  return line.split(quote).length % 2 === 0;
}

/** What a name begins with, before the part that tells what it names. */
function wordBefore({ input, index }: RegExpExecArray): string {
  return /[\w-]{0,40}$/.exec(input.slice(Math.max(0, index - 40), index))?.[0] ?? '';
}

/** Whether the value is an argument of a call that names a secret before it. What is asked for may be a label: it must not look like one. */
function isGiven({ input, index }: RegExpExecArray, value: string): boolean {
  const before = input.slice(Math.max(0, index - 120), index);
  return GIVING_CALL.test(before) || (ASKING_CALL.test(before) && looksSpoken(value, 'password'));
}

function acceptsCredential(match: RegExpExecArray): boolean {
  const value = match.groups?.['value'] ?? '';
  return isNamedSecret({ value, kind: 'token', quoted: false, shell: false, next: '' });
}

/** What follows a sign that ends a value in a shell or a form, up to the end of a line: no name with a value of its own, no second command. */
const REST_OF_LINE = /[&|<>({[](?![&|])(?![^\s"'\x60\\]{0,80}[\w\]]=)[^\s"'\x60\\)}\]]{2,80}(?=\r?\n|$)/y;

/** Follows an unquoted value that is longer than the pattern looked at; to the end of the line if nothing else can be there. */
function followBare(text: string, end: number): number {
  let at = end;
  while (at < text.length && /[\w+/=.~%@:-]/.test(text.charAt(at))) at += 1;
  return at + (execAt(REST_OF_LINE, text, at)?.[0].length ?? 0);
}

function decodesToUserinfo(match: RegExpExecArray): boolean {
  const bytes = Buffer.from(match.groups?.['value'] ?? '', 'base64').toString('latin1');
  return /^[\x20-\x7e\xa0-\xff]*:[\x20-\x7e\xa0-\xff]*$/.test(bytes);
}

function isNoReference(match: RegExpExecArray): boolean {
  return !/^(?:\$[{(A-Za-z_]|\{|<|%|\*+$|x+$|\[redacted)/.test(match.groups?.['value'] ?? '');
}

/** No port with a path or settings behind it, in which another sign stands; no form to fill in (`USER:PASSWORD@HOST`). */
function isUserinfo(match: RegExpExecArray): boolean {
  if (/^:\/\/[A-Z_]{3,20}:[A-Z_]{3,20}(?:@|$)/.test(match[0])) return false;
  return isNoReference(match) && !/^\d{1,5}[/;]/.test(match.groups?.['value'] ?? '');
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
    get pattern() {
      return new RegExp(`${NAME_SOURCE}(?:${CLOSE}${SEPARATOR}|${FLAG})(?:${QUOTED}|${SCHEME}${BARE})`, 'i');
    },
    accepts: acceptsNamed,
    extend: followBare,
  },
  {
    id: 'named-key',
    anchors: ['_KEY='],
    contextual: true,
    pattern:
      /(?<!PUBLIC|PUBLISHABLE|CACHE|PRIMARY|FOREIGN|SORT|PARTITION|IDEMPOTENCY)_KEY=["']?(?<value>[\w+/=.-]{12,512})/,
    accepts: (match) => /^(?!pk_).*\d/.test(match.groups?.['value'] ?? '') && acceptsCredential(match),
    extend: followBare,
  },
  {
    id: 'authorization',
    anchors: ['uthorization'],
    ignoreCase: true,
    probe: isNameOfValue,
    contextual: true,
    pattern:
      /uthorization\\{0,8}["']?(?:\]?\s{0,4}=\s{0,4}[bfrBFR@$]?(?=\\{0,8}["'\x60])|\s{0,4}[:=,]\s{0,4}(?:[bfrBFR@$](?=\\{0,8}["'\x60]))?)\\{0,8}["'\x60]?(?:[A-Za-z][\w-]{1,24} {1,2}(?=\S{6}))?(?<value>[^\s"'\x60\\,;<>]{6,4096})/i,
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
    accepts: isUserinfo,
  },
  {
    id: 'url-userinfo',
    anchors: ['://'],
    probe: hasAtSign,
    isProbeFar: true,
    contextual: true,
    pattern: /:\/\/(?<value>[\w.~-]{16,256})@(?=[A-Za-z0-9-]{1,63}\.)/,
    accepts: ({ groups }) =>
      isDrawnKey(groups?.['value'] ?? '', 16) || /^[0-9a-f]{32,64}$/.test(groups?.['value'] ?? ''),
  },
  {
    id: 'url-userinfo',
    anchors: ['://'],
    probe: hasAtSign,
    isProbeFar: true,
    contextual: true,
    pattern: /:\/\/[^\s:/?#@"'<>\\`]{0,256}:(?<value>[^\s/?#"'<>\\`]{1,512})@(?=[\w[.$-])/,
    accepts: isUserinfo,
  },
  {
    id: 'url-userinfo',
    anchors: ['://'],
    probe: hasAtSign,
    isProbeFar: true,
    contextual: true,
    pattern:
      /:\/\/[^\s:/?#@"'<>\\`]{0,256}:(?<value>[^\s@"'<>\\`]{1,256})@(?=[A-Za-z0-9.-]{1,255}(?::\d|\/[A-Za-z])|[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}(?:["'\s]|$))/,
    accepts: isUserinfo,
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
    anchors: [
      'nemonic',
      'eed phrase',
      'eed_phrase',
      'eedphrase',
      'very phrase',
      'very_phrase',
      'eed words',
      'very words',
    ],
    ignoreCase: true,
    contextual: true,
    pattern:
      /(?:nemonic|eed[_ ]?(?:phrase|words)|very[_ ](?:phrase|words))\w{0,8}(?: (?:for|of) [\w ]{1,24})?\\{0,8}["']?\s{0,4}(?:[:=]| is:?| was:?)\s{0,4}\\{0,8}["'\x60*]{0,3}(?<value>(?:(?:\d{1,2}[.)] ?)?[a-z]{3,8}[\s,]{1,3}){11,23}(?:\d{1,2}[.)] ?)?[a-z]{3,8})/i,
  },
  {
    id: 'signed-url',
    anchors: ['mz-Signature='],
    contextual: true,
    pattern: /mz-Signature=(?<value>[0-9a-f]{64})/,
  },
];
