/** Endings of names whose values are secrets, as sources of case-insensitive patterns. Each contains one of the anchors. */
export type NameKind = 'password' | 'token';

const PASSWORD = String.raw`ssword|sswd|ssphrase|(?<![a-z])pwd|_pass(?=\W)|(?<![a-z])pass(?=\\{0,8}["']?=|\\{0,8}["'] ?:)`;
const TOKEN =
  'ecret|(?<!br|sp|w)oken|crypt[_-]?key|ipher[_-]?key|ared[_-]?key|sumer[_-]?key|lient[_-]?key|pi[ _-]?key|cess[ _-]?key|vate[ _-]?key|redentials?|uth[_-]?key|ption[_-]?key|gning[_-]?key|ster[_-]?key|ction[_-]?string';
const SUFFIX = '(?:[_-]?(?:access|secret|key|token|base|value|string|hash)){0,3}_?[0-9]{0,2}';

/** Literals at which a secret-like name may be recognised (any case). */
export const NAME_ANCHORS: readonly string[] = [
  'ssword',
  'sswd',
  'ssphrase',
  'pwd',
  'pass=',
  '_pass',
  'pass"',
  "pass'",
  'pass\\',
  'ecret',
  'oken',
  ...['crypt', 'ipher', 'ared', 'sumer', 'lient', 'pi', 'cess', 'vate', 'uth', 'ption', 'gning', 'ster'].flatMap(
    (word) => [`${word}key`, `${word}_key`, `${word}-key`],
  ),
  'pi key',
  'cess key',
  'vate key',
  'redential',
  'ctionstring',
  'ction_string',
  'ction-string',
];

/** The same for names that a sentence is made with. */
export const SPOKEN_NAMES: readonly string[] = [
  ...['ssword', 'sswd', 'ssphrase', 'redential', 'ecret', 'oken'],
  ...['pi key', 'pi_key', 'pikey', 'cess key', 'vate key'],
];

/** Source of a pattern for the rest of a secret-like name, from its anchor on. */
export const NAME_SOURCE = `(?<name>(?:${PASSWORD}|${TOKEN})${SUFFIX})`;

const PASSWORD_NAME = new RegExp(`^(?:${PASSWORD}|pass)`, 'i');
const WHOLE_NAME = new RegExp(
  `(?:${PASSWORD}|(?<![a-z])pass|${TOKEN})${SUFFIX}$|(?:^|[-_])(?:authorization|cookie|mnemonic|seed[_-]?phrase)$`,
  'i',
);
const PUBLIC_NAME = /publi(?:c|sh)|next[_-]?(?:page[_-]?)?token|continuation|(?:page|sync|cursor)[_-]?token$/i;

/** Names of what holds the names of secrets: an object of a cluster, and the key in it. */
const HOLDS_NAME = /(?:existing|pull|tls)_?secret$/i;
const MAY_HOLD_NAME = /(?:credentials?|from|use)_?secret$|(?:password|passwd|token|secret)_?keys?$/i;
const PLAIN_NAME = /^[a-z]+(?:[-_.][a-z]+|[-_.]?\d{1,3}){1,8}$/;

/** Whether what stands under a whole name is a name as well, or a mark that is made to be shown. */
export function isUnderPublicName(name: string, value: string): boolean {
  if (PUBLIC_NAME.test(name) || HOLDS_NAME.test(name)) return true;
  return MAY_HOLD_NAME.test(name) && PLAIN_NAME.test(value);
}

/** Kind of a name that {@link NAME_SOURCE} matched. */
export function kindOfName(name: string): NameKind {
  return PASSWORD_NAME.test(name) ? 'password' : 'token';
}

/** One of them is in every name of a secret: to look for them costs less than to compile the patterns, once in each process. */
const SIGNS = [
  'pass',
  'sswd',
  'ssword',
  'ssphrase',
  'pwd',
  'ecret',
  'oken',
  'key',
  'redential',
  'string',
  'authorization',
  'cookie',
  'mnemonic',
  'phrase',
];

function mayBeSecret(key: string): boolean {
  const lower = key.toLowerCase();
  return SIGNS.some((sign) => lower.includes(sign));
}

/** Kind of an object key whose value is a secret by name; `undefined` for any other key. */
export function secretKeyKind(key: string): NameKind | undefined {
  if (!mayBeSecret(key)) return undefined;
  const match = WHOLE_NAME.exec(key);
  if (match === null || PUBLIC_NAME.test(key)) return undefined;
  return /ss|pwd|phrase|mnemonic|authorization|cookie/i.test(match[0]) && !/access/i.test(match[0])
    ? 'password'
    : 'token';
}
