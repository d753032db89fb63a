import { isSampleToken, type SecretRule, shannonEntropy, WORD_START } from './secret-rule.ts';

/** Words that issuers put between their name and the random part of a key. */
const HEX_MARKS = [
  'live',
  'prod',
  'production',
  'sandbox',
  'sdbx',
  'secret',
  'pat',
  'sk',
  'oat',
  'token',
  'apikey',
  'personal',
];
const MIXED_MARKS = [
  'test',
  'dev',
  'key',
  'api',
  'access',
  'admin',
  'user',
  'auth',
  'svc',
  'sec',
  'priv',
  'stg',
  'rt',
  'at',
  'v1',
  'v2',
];
const NO_ISSUER =
  /cache|hash|sha|md5|image|img|build|deps|lock|node|npm|commit|tree|blob|layer|public|publish|pub$|^pk$|message|msg|call|tool|run|trace|span|request|req|session|thread|event|file|asset/i;

const ENTROPY = 3.2;

function marksWith(marks: readonly string[]): string[] {
  return ['_', '-'].flatMap((join) => marks.map((mark) => join + mark + join));
}

function isRandom(match: RegExpExecArray): boolean {
  const { issuer = '', body = '' } = match.groups ?? {};
  if (NO_ISSUER.test(issuer) || isSampleToken(body)) return false;
  return shannonEntropy(body) >= ENTROPY;
}

/** A row for keys of issuers that no other row knows: a name, one of the marks, and a long random part. */
function shapedKey(marks: readonly string[], body: string): SecretRule {
  const key = String.raw`[_-](?:${marks.join('|')})[_-](?<body>${body})(?![A-Za-z0-9])`;
  return {
    id: 'shaped-key',
    anchors: marksWith(marks),
    pattern: new RegExp(
      String.raw`(?=${key})(?<=${WORD_START}(?<lead>(?<issuer>[A-Za-z][A-Za-z0-9]{1,20}(?:[_-][a-z]{1,10})?)))${key.replace('?<body>', '?:')}`,
    ),
    accepts: isRandom,
  };
}

const MIXED = '(?=[A-Za-z]{0,96}[0-9])(?=[a-z0-9]{0,96}[A-Z])(?=[A-Z0-9]{0,96}[a-z])[A-Za-z0-9]{20,512}';

/** Keys that are built as issuers build them, without being known by name. */
export const SHAPED_KEYS: readonly SecretRule[] = [
  shapedKey(
    HEX_MARKS,
    `(?:${MIXED}|(?=[a-f]{0,96}[0-9])(?=[0-9]{0,96}[a-f])[0-9a-f]{32,512}|(?=[a-z]{0,96}[0-9])[a-z0-9]{30,512})`,
  ),
  shapedKey(MIXED_MARKS, MIXED),
];
