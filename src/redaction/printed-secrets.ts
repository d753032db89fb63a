import type { Codes } from './anchor-index.ts';
import { isChosenWord } from './matched-value.ts';
import { looksSpoken } from './named-value.ts';
import type { SecretRule } from './secret-rule.ts';

type Range = readonly [start: number, end: number];

/** How far from a word the line that it stands in may begin and end. */
const REACH = 200;
/** A line that holds one word, perhaps in quotes, in a frame, indented, or behind its number. */
const ONE_WORD =
  /^(?:[ \t]*(?:\d{1,6}(?:→|\t|\| )|[│|>+] ?))?[ \t]*["'\x60]{0,3}(?<value>[^\s"'\x60\\<>|│]{6,512})["'\x60]{0,3}[ \t]*[│|]?$/d;
const FENCE = /^[ \t]*(?:\x60{3}\w*|~{3}\w*|-{3,}|={3,})?[ \t]*$/;
const PROMPT = /(?:^|[\w~/)\]\s:\\])[$#%❯➜»>] |^(?:>>>|\.\.\.|irb\S*|In \[\d+\]:) |^\+ |^PS /;
/** Commands that show what they are asked for, and what they show it of. */
const SHOWS =
  /\b(?:cat|echo|printenv|jq|yq|head|tail|get|show|read|print\w*|output|config|environ|ENV|secrets?|access|generate|create|rand|token|reveal|view|lookup|decrypt|base64|value|env|kubectl|whoami|pass|keys?|less|more|bat|type|Get-Content|pbpaste|xclip|cut|grep|awk|sed|tr|node|python3?|ruby|php)\b/;
/** What a label ends with, or what its last sentence says about the next line. */
const LABEL = /(?:[:：]|[:：]?\*\*|(?:is|are|below|again|follows|once)[.:)]*)\s*$/;
const SHORT_LABEL = /^[\s#*>|│-]*(?:\w+[ -]){0,3}\w+[\s*]*$/;
const MOST_BLANK = 2;

interface Line {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function lineFrom(text: string, start: number, most: number): Line | undefined {
  const part = text.slice(start, start + most);
  const length = part.indexOf('\n');
  if (length === -1 && start + most < text.length) return undefined;
  const whole = length === -1 ? part : part.slice(0, length);
  return { start, end: start + whole.length, text: whole.endsWith('\r') ? whole.slice(0, -1) : whole };
}

/** The line that a place is in, if it is a short one. */
function lineAround(text: string, at: number): Line | undefined {
  const before = text.slice(Math.max(0, at - REACH), at);
  const start = before.lastIndexOf('\n') + 1;
  if (start === 0 && at > REACH) return undefined;
  return lineFrom(text, at - before.length + start, 2 * REACH);
}

/** The only word of the next line that is not empty. */
function wordBelow(text: string, line: Line): { readonly value: string; readonly range: Range } | undefined {
  let next = lineFrom(text, line.end + 1, 640);
  for (let blank = 0; next !== undefined && FENCE.test(next.text) && blank < MOST_BLANK; blank += 1)
    next = lineFrom(text, next.end + 1, 640);
  const match = next === undefined ? null : ONE_WORD.exec(next.text);
  const range = match?.indices?.groups?.['value'];
  if (next === undefined || range === undefined) return undefined;
  return { value: match?.groups?.['value'] ?? '', range: [next.start + range[0], next.start + range[1]] };
}

/** Whether the word below a command is what it was asked to show: hardly a file name, a path, a version. */
function isShown(value: string): boolean {
  return looksSpoken(value, 'password') && !/^[a-z]+[-_.]?\d$|^[\w.-]+:\d+:?$|:$|^[\w.-]{1,32}=$|^\w+\(/.test(value);
}

/** The secret that a command, or a label, announces for the line below it. */
function valueBelow(text: string, at: number): readonly Range[] {
  const line = lineAround(text, at);
  const below = line === undefined ? undefined : wordBelow(text, line);
  if (line === undefined || below === undefined) return [];
  const isCommand = PROMPT.test(line.text) && SHOWS.test(line.text);
  const isLabel = LABEL.test(line.text) || SHORT_LABEL.test(line.text);
  if (isCommand ? isShown(below.value) : isLabel && isChosenWord(below.value)) return [below.range];
  return [];
}

/** The same below a command that shows secrets only, with a prompt or without. */
function shownBelow(text: string, at: number): readonly Range[] {
  const line = lineAround(text, at);
  const below = line === undefined ? undefined : wordBelow(text, line);
  return below !== undefined && isShown(below.value) ? [below.range] : [];
}

/** How far behind a word its line may end. */
const NEAR = 96;

/** Whether, within reach, a line ends and one of a single word begins. */
function hasWordBelow(codes: Codes, at: number): boolean {
  let end = at;
  while (end < at + NEAR && !isLineEnd(codes, end)) end += 1;
  if (end === at + NEAR || codes[end] === undefined) return false;
  let next = end;
  while (next < end + 40 && (isLineEnd(codes, next) || isMargin(codes[next] as number))) next += 1;
  let length = 0;
  while (length < 6 && (codes[next + length] ?? 0) > 0x20) length += 1;
  return length === 6;
}

/** A line feed, or its escape in JSON. */
function isLineEnd(codes: Codes, at: number): boolean {
  const code = codes[at] ?? 0x0a;
  return code === 0x0a || code === 0x0d || (code === 0x5c && (codes[at + 1] === 0x6e || codes[at + 1] === 0x72));
}

/** What may stand before a word in its line: space, a frame, a quote, and the letter of an escape. */
function isMargin(code: number): boolean {
  return code <= 0x20 || code === 0x6e || code === 0x72 || code === 0x22 || code === 0x27 || code === 0x60;
}

/** Commands that show nothing but a secret. */
const SHOW_COMMANDS: readonly string[] = [
  ...['op read ', 'op item get ', 'bw get ', 'pass show ', 'gopass ', 'lpass show ', 'rbw get ', 'secret-tool '],
  ...['gh auth t', 'fly auth t', 'flyctl auth t', 'oc whoami -t', 'create token ', 'setup-token', 'login:ci'],
  ...['vault read ', 'vault kv get ', 'vault token ', 'get-secret-value', 'ecr get-login', 'get-session-token'],
  ...['print-access-t', 'print-identity-t', 'print-refresh-t', 'versions access ', 'get-authorization-token'],
  ...['chamber read ', 'credstash get ', 'keyring get ', 'keyvault secret ', 'keys list', 'list-keys', 'get-access-t'],
  ...['config:get ', 'config get ', 'output -raw', 'sops -d ', 'sops --decrypt', 'age -d ', 'gpg -d ', 'b64decode'],
  ...['find-generic-p', 'find-internet-p', '| base64 -d', '| base64 --d', 'base64 -D', '/run/secrets/', '/.pgpass'],
  ...['openssl rand', 'pwgen ', 'rails secret', 'gen.secret', 'key:generate', 'apg -', 'urandom', 'master.key'],
  ...[
    'secrets.t',
    'randomBytes(',
    'generate_key(',
    'get_random_',
    'vault_pass',
    'wg genkey',
    'wg genpsk',
    'mkpasswd',
    'xkcdpass',
  ],
];

/** What opens an account when its password is lost. */
const RECOVERY = [
  'ecovery key',
  'ecovery Key',
  'ackup key',
  'nseal key',
  'mergency key',
  'ecovery phrase',
  'ncryption key',
];

/** Secrets that stand alone in a line, below the command that shows them or the words that announce them. */
export const PRINTED_SECRETS: readonly SecretRule[] = [
  {
    id: 'printed-secret',
    anchors: [
      'ssword',
      'sswd',
      'ssphrase',
      'ecret',
      'oken',
      'redential',
      'pi key',
      'pi_key',
      'pi-key',
      'cess key',
      '_pass',
    ],
    ignoreCase: true,
    probe: hasWordBelow,
    contextual: true,
    pattern: /./,
    spans: valueBelow,
  },
  {
    id: 'printed-secret',
    anchors: ['PASS', '_KEY', '_PWD', '/pass', 'pwd', '_pw', 'signing key', 'license key', 'icense Key', ...RECOVERY],
    probe: hasWordBelow,
    contextual: true,
    pattern: /./,
    spans: valueBelow,
  },
  {
    id: 'printed-secret',
    anchors: SHOW_COMMANDS,
    probe: hasWordBelow,
    contextual: true,
    pattern: /./,
    spans: shownBelow,
  },
];
