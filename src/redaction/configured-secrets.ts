import type { Codes } from './anchor-index.ts';
import { isNoReference, isTelling, textOf, valueRange } from './matched-value.ts';
import { comesAfter } from './name-probe.ts';
import { isNamedSecret, isReference } from './named-value.ts';
import type { SecretRule } from './secret-rule.ts';

const VALUE = String.raw`(?:(?<quote>\\{0,8}["'])(?<value>(?:(?!\k<quote>)(?:\\.|[^\n\r\\])){3,512})|(?<bare>[^\s"'\x60,;<>(){}[\]|&\\]{4,512}))`;
/** The same where an unquoted value may hold any sign but white space and quotes. */
const ARGUMENT = String.raw`(?:(?<quote>\\{0,8}["'])(?<value>(?:(?!\k<quote>)(?:\\.|[^\n\r\\])){3,512})|(?<bare>[^\s"'\x60\\]{4,512}))`;

function isPasswordValue(match: RegExpExecArray): boolean {
  const quoted = match.groups?.['value'] !== undefined;
  return isNamedSecret({ value: textOf(match), kind: 'password', quoted, shell: false, next: '' });
}

function decodesToUserinfo(match: RegExpExecArray): boolean {
  return /^[\x20-\x7e\xa0-\xff]{1,128}:[\x20-\x7e\xa0-\xff]+$/.test(
    Buffer.from(match.groups?.['value'] ?? '', 'base64').toString('latin1'),
  );
}

const isAfterP = comesAfter('p');

function isPsk(codes: Codes, at: number): boolean {
  const next = codes[at + 2] ?? 0;
  return isAfterP(codes, at) && (next === 0x3d || next === 0x22 || next === 0x20 || next === 0x5c || next === 0x27);
}

/** Secrets that stand in a fixed place of a file, of a command or of a protocol. */
export const CONFIGURED_SECRETS: readonly SecretRule[] = [
  {
    id: 'pgpass',
    anchors: [':5432:', ':5433:', ':6432:', ':6543:', ':5434:', ':*:*:'],
    contextual: true,
    pattern:
      /(?<=(?:^|[\n+\s"]|\\n)[\w.*-]{1,253})(?::\d{4,5}:[\w*.-]{1,64}|:\*:\*):[\w*.@-]{1,64}:(?<value>[^\s:"'\\]{4,512})(?=\s|\\|["']|$)/,
    accepts: isNoReference,
  },
  {
    id: 'registry-auth',
    anchors: ['auth"', 'auth\\', "auth'"],
    contextual: true,
    pattern: /(?<=["'])auth\\{0,8}["']\s{0,4}:\s{0,4}\\{0,8}["'](?<value>[A-Za-z0-9+/]{8,4096}={0,2})/,
    accepts: decodesToUserinfo,
  },
  {
    id: 'password-hash',
    anchors: ['$2a$', '$2b$', '$2y$', '$apr1$', '$argon2', '$scrypt$', '$pbkdf2', '$6$', '$5$', '$y$', '$7$'],
    contextual: true,
    pattern:
      /\$(?:2[aby]\$\d\d\$[A-Za-z0-9./]{53}|apr1\$[A-Za-z0-9./]{1,8}\$[A-Za-z0-9./]{22}|argon2(?:id|i|d)\$[\w$=,+/.-]{30,400}|scrypt\$[\w$=,+/.-]{30,400}|pbkdf2[\w-]{0,20}\$[\w$=,+/.-]{30,400}|[56]\$(?:rounds=\d+\$)?[A-Za-z0-9./]{1,16}\$[A-Za-z0-9./]{43,86}|(?:y|7)\$[A-Za-z0-9./]{1,20}\$[A-Za-z0-9./$]{40,120})/,
  },
  {
    id: 'wifi-key',
    anchors: ['sk=', 'sk"', 'sk\\', 'sk ='],
    probe: isPsk,
    contextual: true,
    get pattern() {
      return new RegExp(String.raw`(?<=(?<![A-Za-z])p)sk\\{0,8}["']?\s{0,4}[=:]\s{0,4}${VALUE}`);
    },
    accepts: isPasswordValue,
  },
  {
    id: 'named-secret',
    anchors: ['pass: ', 'pass = ', 'pass\\":', 'pass":', 'pass:\t', 'Pass: ', 'PASS: ', 'Pass = ', 'auth_pass '],
    contextual: true,
    get pattern() {
      return new RegExp(
        String.raw`(?:(?<![a-zA-Z])|(?<=ssh))(?:[pP]ass|PASS|auth_pass(?= ))\\{0,8}["']?(?:\s{0,2}[:=])?\s{1,4}${VALUE}`,
      );
    },
    accepts: isTelling,
  },
  {
    id: 'named-secret',
    anchors: ['_PASS ', 'SECRET ', 'TOKEN ', '_KEY ', 'PASSWORD '],
    contextual: true,
    get pattern() {
      return new RegExp(
        String.raw`(?<=(?:(?<!\w)(?:ENV|ARG)|set (?:-\w+ ){0,2}-\w+|setx|setenv|env:set|(?:env|secrets?|vars?|variables?|config) (?:set|add|put)|config:add|export|configure set)\s{1,4}\w{0,60})(?:_PASS|SECRET|TOKEN|_KEY|PASSWORD) ${ARGUMENT}`,
      );
    },
    accepts: isPasswordValue,
  },
  {
    id: 'named-secret',
    anchors: ['ccess_key '],
    contextual: true,
    get pattern() {
      return new RegExp(String.raw`(?<=configure set [\w.-]{0,60}secret_a)ccess_key ${ARGUMENT}`);
    },
    accepts: isNoReference,
  },
  {
    id: 'named-secret',
    anchors: ['base64:'],
    contextual: true,
    pattern: /(?<=_(?:KEY|SECRET)=["']?)base64:(?<value>[A-Za-z0-9+/]{24,512}={0,2})/,
  },
  {
    id: 'cli-password',
    anchors: ['equirepass ', 'asterauth '],
    contextual: true,
    get pattern() {
      return new RegExp(String.raw`(?<=(?<!\w)[rm])(?:equirepass|asterauth) ${ARGUMENT}`);
    },
    accepts: isNoReference,
  },
  {
    id: 'cli-password',
    anchors: ['> AUTH '],
    contextual: true,
    get pattern() {
      return new RegExp(String.raw`> AUTH (?:[\w.-]{1,64} (?=\S))?${ARGUMENT}`);
    },
    accepts: isNoReference,
  },
  {
    id: 'cli-password',
    anchors: [
      'chpasswd',
      '-password-stdin',
      'sudo -S',
      'passwd --stdin',
      'secret create ',
      'secrets create ',
      '-with-token',
      'env add ',
      'secret set ',
      'secret put ',
      'secrets set ',
      'secrets put ',
      'secrets versions add',
      'create secret ',
      'config set ',
      'kv put ',
    ],
    contextual: true,
    pattern:
      /chpasswd|-password-stdin|sudo -S|passwd --stdin|secrets? (?:create|set|put|versions add)|-with-token|env add |create secret |config set |kv put /,
    spans: echoedSecret,
  },
  {
    id: 'cli-password',
    anchors: ['http -a ', 'https -a ', '--auth '],
    contextual: true,
    pattern: /(?:https? -a|--auth) \\{0,8}["']?[\w.@+-]{1,64}:(?<value>[^\s"'\\]{3,256})/,
    accepts: isNoReference,
  },
  {
    id: 'cli-password',
    anchors: ['SecureString '],
    contextual: true,
    pattern:
      /(?<=ConvertTo-)SecureString (?:-(?:AsPlainText|Force) ){0,2}(?:-String )?(?:-(?:AsPlainText|Force) ){0,2}(?<quote>\\{0,8}["'])(?<value>(?:(?!\k<quote>)[^\n\r]){3,256})/,
    accepts: isNoReference,
  },
];

/** What is piped into a program that reads a password: `echo 'ada:x' | chpasswd`. */
function echoedSecret(text: string, at: number): readonly (readonly [number, number])[] {
  const recent = text.slice(Math.max(0, at - 400), at);
  const before = recent.slice(Math.max(recent.lastIndexOf('echo '), recent.lastIndexOf('printf '), 0));
  const match =
    /^(?:echo|printf)(?: -n| -e| '%s'| "%s")? \\{0,8}["']?(?:[\w.-]{1,64}:)?(?<value>[^\s"'\\|]{4,256})\\{0,8}["']?[^\n|]{0,10}\|[^\n|]*$/d.exec(
      before,
    );
  return valueRange(match, at - before.length, (value) => !isReference(value));
}
