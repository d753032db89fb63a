import type { NameKind } from './secret-names.ts';
import { isSampleToken, shannonEntropy } from './secret-rule.ts';

/** A value that stands under a secret-like name. */
export interface NamedValue {
  readonly value: string;
  readonly kind: NameKind;
  /** In quotes, or a JSON string. */
  readonly quoted: boolean;
  /** `NAME=value` as a shell or an env file writes it. */
  readonly shell: boolean;
  /** Text that follows an unquoted value. */
  readonly next: string;
}

const REFERENCE =
  /\$\{|\{\{|\$\(|#\{|%s|%\(|^\$[A-Za-z_]\w*$|^%\w+%$|^<|^\{|^\[|^process\.|^import\.meta|^os\.environ|getenv|^env[.([]|\[redacted:/i;
const STAND_IN =
  /^(?:null|none|nil|undefined|true|false|string|str|text|bytes?|number|int(?:eger)?|float|bool(?:ean)?|object|array|any|unknown|void|never|required|optional|password|passwd|passphrase|secret|token|pass(?:wor[dt]|code|phrase)?:?|contraseña:?|mot de passe ?:?|senha:?|hasło:?|wachtwoord:?|пароль:?|密码|密碼|パスワード|비밀번호|hidden|empty|unset|todo|value|file|path|stdin|prompt|bearer|basic|default|auto|yes|no|on|off|self|this|new|await|async|function)$/i;
const PLACEHOLDER =
  /^(.)\1*$|change[-_ ]?me|placeholder|redacted|your[-_ ]|my[-_](?:secret|token|password|api)[-_a-z]*$|^\W+$|dummy|^example/i;
const TYPE_NAME =
  /^(?:[ui](?:8|16|32|64|128|size)|u?int\d{0,3}(?:_t)?|float\d*|f32|f64|(?:Big)?(?:Uint|Int|Float)\d+(?:Clamped)?Array|(?:base|sha|utf|md|hmac|blake|aes|rs|es|hs|p|x|ed)[-_]?\d{1,5}(?:[-_][a-z0-9]{1,12}|[a-z]{0,8}))$/i;
const IDENTIFIER = /^[A-Za-z_$][A-Za-z_$]*$/;
const DOTTED = /^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+$/;
const CAPITAL = /^[A-Z][a-z]+ /;
const PROSE =
  /\b(?:the|your|a|an|is|are|must|to|enter|password|passwort|token|secret|key|of|for|with|not|and|or|in)\b/i;
const WORD = /^["'(\x60*]{0,3}(?:\p{L}[\p{L}'’-]*|\d{1,3})[.,:;!?)"'\x60*]{0,3}$|^[-–—&/]$/u;
const LONGEST_PHRASE = 128;
/** `32-byte`, `8-16`, `v1.2.3`, `2026-01-01`, `SHA-256`, `RFC-7519`, `base64-encoded`, `user_credentials_v2`, and words about secrets. */
const SPOKEN_OF =
  /^\d+[-.]?[a-z]+$|^v?\d+(?:[-.,:/]\d+)+\w{0,3}$|^\d{4}-\d\d-\d\d|^[A-Z]{2,10}-\d{1,6}$|^(?:base|sha|utf|md|hmac|blake|aes|rs|es|hs|x|ed|oauth|ipv|http|rsa|argon|pbkdf)[-_]?\d{1,5}[-\w]*$|^[a-z]+(?:_[a-z]+)*_v?\d{1,3}$|password|secret|token|key|^[a-z]+-[a-z]+$|\.(?:json|ya?ml|toml|md|[jt]sx?|py|rs|go|txt|env|lock)$/i;
/** Four or more words joined by signs, as password managers draw them. */
const PHRASE = /^\p{L}{3,12}(?:[-_.]\p{L}{3,12}){3,}$/u;
const FILE_PATH = /^(?:~|\.{0,2})\/[\w@.-]+(?:\/[\w@.-]*)+$|^[A-Za-z]:\\|^(?:~|\.{1,2})\/|^\/\w+$/;
const LINK = /^[a-z][a-z+.-]*:\/\//i;

/** Whether a value under a secret-like name is a secret: not a reference, a type, code, a stand-in, a path or prose. */
export function isNamedSecret(named: NamedValue): boolean {
  const { value } = named;
  if (value.length < (named.kind === 'password' ? 4 : 6)) return false;
  if (isStandIn(value) || LINK.test(value) || looksLikePath(value)) return false;
  if (/\s/.test(value)) return named.quoted && !isProse(value);
  return named.quoted ? isQuotedSecret(named) : isBareSecret(named);
}

/** Several words that are a sentence or a label. Words of a password phrase have digits or signs, or say nothing about it. */
function isProse(value: string): boolean {
  if (value.length > LONGEST_PHRASE) return CAPITAL.test(value) || PROSE.test(value);
  const words = value.trim().split(/\s+/);
  const isText =
    words.every((word) => WORD.test(word)) && words.filter((word) => word.length >= 3).length * 2 >= words.length;
  return isText && (CAPITAL.test(value) || PROSE.test(value));
}

/** Whether a value stands in for a secret that is elsewhere: a variable, a template, a placeholder. */
export function isReference(value: string): boolean {
  return isStandIn(value) || /^(?:\$|%[A-Za-z])/.test(value);
}

/** Whether a word of a sentence about a password or token is the thing itself: no plain word, name, number, date, version or path. */
export function looksSpoken(value: string, kind: NameKind): boolean {
  if (isReference(value) || LINK.test(value) || SPOKEN_OF.test(value) || DOTTED.test(value)) return false;
  if (/[()/{}[\]]/.test(value) && !/[!@#$%^&]/.test(value) && !(kind === 'token' && looksEncoded(value))) return false;
  if (/^\d+$/.test(value)) return kind === 'password' && value.length >= 6;
  if (kind === 'password' && PHRASE.test(value)) return true;
  return kind === 'token' ? isMixed(value) && value.length >= 12 : isMixed(value) || hasSignInside(value, SIGNS);
}

function isMixed(value: string): boolean {
  return /[A-Za-z]/.test(value) && /\d/.test(value);
}

const SIGNS = /[!@#$%^&*~]/g;
const BARE_SIGNS = /[!@#%^~]/g;

/** Base64 with slashes, and no path: long, of one piece, with capitals and digits all over. */
function looksEncoded(value: string): boolean {
  return (
    value.length >= 24 && /^[A-Za-z0-9+/]+={0,2}$/.test(value) && /[A-Z]/.test(value) && /(?:\D*\d){4}/.test(value)
  );
}

/** Whether a sign stands after the first letter and before the last letter or digit, in one pass: values may be long. */
function hasSignInside(value: string, signs: RegExp): boolean {
  const first = value.search(/[A-Za-z]/);
  if (first === -1) return false;
  let last = value.length - 1;
  while (last > first && !/[A-Za-z0-9]/.test(value.charAt(last))) last -= 1;
  signs.lastIndex = first;
  const sign = signs.exec(value);
  return sign !== null && sign.index < last;
}

function isStandIn(value: string): boolean {
  return (
    REFERENCE.test(value) ||
    STAND_IN.test(value) ||
    PLACEHOLDER.test(value) ||
    TYPE_NAME.test(value) ||
    isSampleToken(value)
  );
}

/** A part of a path that nobody calls a file: letters and digits change places too often. */
const RANDOM_PART = /(?:[A-Za-z]\d|\d[A-Za-z])(?:.*?(?:[A-Za-z]\d|\d[A-Za-z])){2}/;

function isRandomPart(part: string): boolean {
  return part.length >= 10 && /[A-Z]/.test(part) && /[a-z]/.test(part) && RANDOM_PART.test(part);
}

function looksLikePath(value: string): boolean {
  if (value.split('/').some(isRandomPart)) return false;
  return FILE_PATH.test(value) && value.split('/').every((part) => part.length < 40 || shannonEntropy(part) < 3.5);
}

function isQuotedSecret({ value, kind }: NamedValue): boolean {
  if (kind === 'password') return !/^[a-z]+(?:\.[a-z]+)+$/i.test(value);
  if (/^\d+$/.test(value)) return value.length >= 10;
  if (IDENTIFIER.test(value))
    return value.length >= 16 && /^(?:[a-z]+|[A-Z]+)$/.test(value) === false && shannonEntropy(value) >= 3.7;
  return /\d/.test(value) || value.length >= 10;
}

function isBareSecret(named: NamedValue): boolean {
  const { value, kind, shell } = named;
  if (isCode(named)) return false;
  if (/^\d+$/.test(value)) return value.length >= (kind === 'password' ? 6 : 12);
  if (IDENTIFIER.test(value)) return isSecretWord(named);
  if (/\d/.test(value)) return true;
  if (kind === 'password' && hasSignInside(value, BARE_SIGNS)) return true;
  return shell || value.length >= 12;
}

/** Letters alone: where a shell assigns them, or when nobody would call anything so. */
function isSecretWord({ value, kind, shell }: NamedValue): boolean {
  return (shell && value.length >= (kind === 'password' ? 6 : 16)) || looksDrawn(value);
}

/** Letters that nobody pronounces: hardly a vowel, and small and capital ones without order. */
function looksDrawn(value: string): boolean {
  if (value.length < 16 || /_/.test(value)) return false;
  const vowels = value.match(/[aeiouy]/gi)?.length ?? 0;
  const changes = value.match(/[a-z](?=[A-Z])|[A-Z](?=[a-z])/g)?.length ?? 0;
  return changes / value.length > 0.28 && vowels / value.length < 0.26;
}

/** A call, a path of names, or a name that says what it holds. */
function isCode({ value, shell, next }: NamedValue): boolean {
  if (next === '(' || value.includes('::') || value.startsWith(':')) return true;
  if (DOTTED.test(value) && !/\d{3}/.test(value)) return true;
  return !shell && /^[\w$]+$/.test(value) && /password|secret|token|key/i.test(value);
}
