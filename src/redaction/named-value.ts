import { looksDrawn } from './drawn-text.ts';
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
  /\$\{|\{\{|\$\(|#\{|%s(?![A-Za-z0-9])|%\(\w{1,40}\)|^\$[A-Za-z_]\w*$|^%\w+%$|^<|^\{|^\[|^process\.|^import\.meta|^os\.environ|getenv|^env[.([]|^![a-z_:]+$|^\}|^%>|^ENC[[(]|^(?:vault|ref\+\w{2,20}|ssm|secretsmanager|arn|file|env|keyring|keychain|kv|workspace|npm|link|catalog):|\[redacted:/i;
const STAND_IN =
  /^(?:null|none|nil|undefined|true|false|string|str|text|bytes?|number|int(?:eger)?|float|bool(?:ean)?|object|array|any|unknown|void|never|required|optional|password|passwd|passphrase|secret|token|pass(?:wor[dt]|code|phrase)?:?|contraseña:?|mot de passe ?:?|senha:?|hasło:?|wachtwoord:?|kennwort:?|lösenord:?|adgangskode:?|passord:?|salasana:?|heslo:?|jelszó:?|parola:?|şifre:?|contrasenya:?|kata sandi:?|mật khẩu:?|пароль:?|лозинка:?|密码|密碼|パスワード|비밀번호|hidden|empty|unset|todo|value|file|path|stdin|prompt|bearer|basic|default|auto|yes|no|on|off|self|this|new|await|async|function)$/i;
const PLACEHOLDER =
  /^(.)\1*$|change[-_ ]?me|placeholder|redacted|your[-_ ]|my[-_](?:secret|token|password|api)[-_a-z]*$|^\W+$|dummy|^example/i;
const TYPE_NAME =
  /^(?:[ui](?:8|16|32|64|128|size)|u?int\d{0,3}(?:_t)?|float\d*|f32|f64|(?:Big)?(?:Uint|Int|Float)\d+(?:Clamped)?Array)$/i;
/** Names of algorithms, encodings and protocols, with what people add to them: `base64-encoded`, `sha256sum`, `RSA-2048`. */
const ALGORITHM =
  /^(?:(?:scram|hmac|pbkdf2|rsa|ecdsa|dsa|ecdh|dh|hkdf|x509|with)[-_]){0,2}(?:base[-_]?(?:16|32|36|45|58|62|64|85|91)|sha[-_]?(?:1|2|3|224|256|384|512)|sha[23][-_]\d{3}|utf[-_]?(?:7|8|16|32)|md[-_]?[2-6]|hmac(?:[-_]?sha)?[-_]?\d{0,3}|blake(?:2[bs]?|3)|aes[-_]?(?:128|192|256)?|[reph]s(?:256|384|512)|p[-_]?(?:192|224|256|384|521)|x(?:86|25519|448|509)|ed(?:25519|448)|rsa[-_]?\d{0,4}|oauth[12]?|ipv[46]|https?[123]?|argon2(?:id|i|d)?|pbkdf2|bcrypt|scrypt|secp256[kr]1|latin1|es20\d\d)(?:[-_/][\w-]{1,24}|[a-z]{0,10}\d?)$/i;
/** What only looks drawn: colours and sizes of a style sheet, versions and ranges of them, values that are sealed for a cluster. */
const MEASURE =
  /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8});?$|^-?(?:\d{1,6}|\d{0,6}\.\d{1,6})(?:px|r?em|%|v[hw]|m?s|fr|deg);?$|^[~^<>=v]{0,2}\d{1,6}(?:\.\d{1,6}){1,3}(?:[-+][a-z][\w.]{0,20})?$|^Ag[A-D][\w+/]{180}/i;
/** `a?a.token:void`: a choice between names. */
const CHOICE = /^!{0,2}[A-Za-z_$][\w$.]{0,80}\?[\w$.]{1,80}:/;
/** `find(`, with a variable in it, and what a form has sent. */
const CALL_OF_VARIABLE = /^[A-Za-z_][\w.>:-]{0,80}\([$@&]|\$_[A-Z]{3,8}\b/;
/** A single word of any language, in its one or two ways to be written. */
const ONE_WORD = /^\p{L}\p{Ll}+$/u;
const IDENTIFIER = /^[A-Za-z_$][A-Za-z_$]*$/;
const DOTTED = /^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+$/;
const CAPITAL = /^[A-Z][a-z]+ /;
const PROSE =
  /\b(?:the|your|a|an|is|are|must|to|enter|password|passwort|token|secret|key|of|for|with|not|and|or|in)\b/i;
const WORD = /^["'(\x60*]{0,3}(?:\p{L}[\p{L}'’-]*|\d{1,3})[.,:;!?)"'\x60*]{0,3}$|^[-–—&/]$/u;
const LONGEST_PHRASE = 128;
/** `32-byte`, `8-16`, `v1.2.3`, `2026-01-01`, `RFC-7519`, `user_credentials_v2`, `long-lived`, and names of files. */
const SPOKEN_OF =
  /^\d+[-.]?(?:bytes?|bits?|chars?|characters?|digits?|letters?|words?|signs?|[smhdx]|ms|secs?|seconds?|mins?|minutes?|hours?|hrs?|days?|weeks?|months?|years?|times?|[kmg]i?b?|px|st|nd|rd|th|factor|fold|step|way|part|legged)(?:-[a-z]+)?$|^v?\d+(?:[-.,:/]\d+)+\w{0,3}$|^\d{4}-\d\d-\d\d|^[A-Z]{2,10}-\d{1,6}$|^[a-z]+(?:_[a-z]+)*_(?:\d|v\d{1,3})$|\.(?:json|ya?ml|toml|md|[cm]?[jt]sx?|py|rs|go|txt|env|lock|html?|css|sh|conf|cfg|ini|xml|log|java|rb|php|pem|key|crt)$/i;
/** `token2`, `api_key`, `newPasswordHash`, `Secret1`: a name that says what it holds, but not `monkey`. */
const NAMES_SECRET =
  /(?:^|[^A-Za-z])(?:[Pp]assword|PASSWORD|[Ss]ecret|SECRET|[Tt]oken|TOKEN|[Kk]ey|KEY)s?(?![a-z])|[a-z](?:Password|Secret|Token|Key)s?(?![a-z])|^[A-Za-z]{0,6}(?:password|secret|token)\d?$/;
/** `color.brand.821`, `brand/primary/500`: the name of a design token, a metric, a topic. */
const WORDS_AND_NUMBERS = /^[a-z]+(?:[./:][a-z]+)*(?:[./:]\d+)+$/;
const TWO_WORDS = /^[A-Za-z]?[a-z]+-[A-Za-z]?[a-z]+$/;
/** Four or more words joined by signs, as password managers draw them. */
const PHRASE = /^\p{L}{3,12}(?:[-_.]\p{L}{3,12}){3,}$/u;
/** Keys that are made to be shown. */
const PUBLIC_KEY = /^(?:pk_|pk-lf-|pk\.eyJ|phc_|pub-|pub_|sb_publishable_)/;
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
  return isStandIn(value) || /^\$[A-Za-z_{(]|^%[A-Za-z_]+%?$/.test(value);
}

/** Whether a word of a sentence about a password or token is the thing itself: no plain word, name, number, date, version or path. */
export function looksSpoken(value: string, kind: NameKind): boolean {
  if (isSpokenOf(value)) return false;
  if (/^\d+$/.test(value)) return kind === 'password' && value.length >= 6;
  if (value.length >= 8 && looksDrawn(value)) return true;
  return kind === 'token' ? isSpokenToken(value) : isSpokenPassword(value);
}

/** A stand-in, a link, a fact about a secret, a name of code, and a path. */
function isSpokenOf(value: string): boolean {
  if (isReference(value) || LINK.test(value) || SPOKEN_OF.test(value) || isNamePath(value)) return true;
  if (CALL_OF_VARIABLE.test(value)) return true;
  return /[()/{}[\]]/.test(value) && !/[!@#$%^&]/.test(value) && !looksEncoded(value);
}

function isSpokenToken(value: string): boolean {
  if (NAMES_SECRET.test(value) || TWO_WORDS.test(value) || WORDS_AND_NUMBERS.test(value)) return false;
  return isMixed(value) && value.length >= 12;
}

function isSpokenPassword(value: string): boolean {
  if (PHRASE.test(value)) return true;
  if (NAMES_SECRET.test(value) || TWO_WORDS.test(value)) return isHumanSecret(value);
  return isMixed(value) || hasSignInside(value, SIGNS);
}

/** `Secret-Garden-2024!`, `password123`: a word about secrets with more digits or signs than a name has. */
function isHumanSecret(value: string): boolean {
  return /[A-Za-z]\d{2,}\W?$/.test(value) || (/\d/.test(value) && hasSignInside(value, SIGNS));
}

/** `user.password`, `z.string2`: names of a program, parted by dots; a word and a number that somebody thought of is none. */
function isNamePath(value: string): boolean {
  if (!DOTTED.test(value) || looksDrawn(value)) return false;
  const last = value.slice(value.lastIndexOf('.') + 1);
  return !/[a-z]\d{2,4}$/.test(last) || isTypeName(last);
}

function isTypeName(value: string): boolean {
  return TYPE_NAME.test(value) || (ALGORITHM.test(value) && !/\d\D+\d\D+\d/.test(value));
}

function isMixed(value: string): boolean {
  return /[A-Za-z]/.test(value) && /\d/.test(value);
}

const SIGNS = /[!@#$%^&*~]/g;
const BARE_SIGNS = /[!@#%^~]/g;

/** Base64 with slashes, and no path: long, of one piece, and drawn. */
function looksEncoded(value: string): boolean {
  if (/^[A-Za-z0-9+/]{43}=$/.test(value)) return /[A-Z]/.test(value) && /\d/.test(value);
  return value.length >= 24 && /^[A-Za-z0-9+/]+={0,2}$/.test(value) && /[A-Z]/.test(value) && looksDrawn(value);
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
    MEASURE.test(value) ||
    PUBLIC_KEY.test(value) ||
    isTypeName(value) ||
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
  if (/^[a-z]+(?:\.[a-z]+)+$/i.test(value)) return looksDrawn(value);
  if (kind === 'password') return true;
  if (/^\d+$/.test(value)) return value.length >= 10;
  if (value.length >= 8 && looksDrawn(value)) return true;
  if (ONE_WORD.test(value) || TWO_WORDS.test(value)) return false;
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
  return (shell && value.length >= (kind === 'password' ? 6 : 16)) || (value.length >= 8 && looksDrawn(value));
}

/** A call, a path of names, or a name that says what it holds. */
function isCode({ value, shell, next }: NamedValue): boolean {
  if (next === '(' || /^\w+(?:\.\w+)*\(/.test(value) || value.includes('::') || value.startsWith(':')) return true;
  if (isNamePath(value) || CHOICE.test(value) || CALL_OF_VARIABLE.test(value)) return true;
  return !shell && /^[\w$]+$/.test(value) && NAMES_SECRET.test(value) && !looksDrawn(value);
}
