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
  /^(?:null|none|nil|undefined|true|false|string|str|text|bytes?|number|int(?:eger)?|float|bool(?:ean)?|object|array|any|unknown|void|never|required|optional|password|passwd|passphrase|secret|token|hidden|empty|unset|todo|value|file|path|stdin|prompt|bearer|basic|default|auto|yes|no|on|off|self|this|new|await|async|function)$/i;
const PLACEHOLDER =
  /^(.)\1*$|change[-_ ]?me|placeholder|redacted|your[-_ ]|my[-_](?:secret|token|password|api)[-_a-z]*$|^\W+$|dummy|^example/i;
const TYPE_NAME =
  /^(?:[ui](?:8|16|32|64|128|size)|u?int\d{0,3}(?:_t)?|float\d*|f32|f64|(?:Big)?(?:Uint|Int|Float)\d+(?:Clamped)?Array|(?:base|sha|utf|md|hmac|blake|aes|rs|es|hs|p|x|ed)[-_]?\d{1,5}\w*)$/i;
const IDENTIFIER = /^[A-Za-z_$][A-Za-z_$]*$/;
const DOTTED = /^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+$/;
const CAPITAL = /^[A-Z][a-z]+ /;
const PROSE =
  /\b(?:the|your|a|an|is|are|must|to|enter|password|passwort|token|secret|key|of|for|with|not|and|or|in)\b/i;
const FILE_PATH = /^(?:~|\.{0,2})\/[\w@.-]+(?:\/[\w@.-]*)+$|^[A-Za-z]:\\|^(?:~|\.{1,2})\/|^\/\w+$/;
const LINK = /^[a-z][a-z+.-]*:\/\//i;

/** Whether a value under a secret-like name is a secret: not a reference, a type, code, a stand-in, a path or prose. */
export function isNamedSecret(named: NamedValue): boolean {
  const { value } = named;
  if (value.length < (named.kind === 'password' ? 4 : 6)) return false;
  if (isStandIn(value) || LINK.test(value) || looksLikePath(value)) return false;
  if (/\s/.test(value)) return named.quoted && !CAPITAL.test(value) && !PROSE.test(value);
  return named.quoted ? isQuotedSecret(named) : isBareSecret(named);
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

function looksLikePath(value: string): boolean {
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
  if (IDENTIFIER.test(value)) return shell && value.length >= (kind === 'password' ? 6 : 16);
  if (/\d/.test(value)) return true;
  return shell || value.length >= 12;
}

/** A call, a path of names, or a name that says what it holds. */
function isCode({ value, shell, next }: NamedValue): boolean {
  if (next === '(' || value.includes('::')) return true;
  if (DOTTED.test(value) && !/\d{3}/.test(value)) return true;
  return !shell && /^[\w$]+$/.test(value) && /password|secret|token|key/i.test(value);
}
