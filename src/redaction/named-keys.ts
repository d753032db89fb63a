import { isDrawnKey, isKey, isTelling, textOf } from './matched-value.ts';
import { isReference } from './named-value.ts';
import type { SecretRule } from './secret-rule.ts';

const SEPARATOR = String.raw`\\{0,8}["']?\]?\s{0,4}(?:=>|:=|[:=])\s{0,4}(?:!!?\w{1,8} )?\\{0,8}["'\x60]?`;
const VALUE = String.raw`(?<value>[\w+/=.~-]{16,1024})`;
/** What a key is of that finds, orders or checks something and opens nothing. */
const OPENS_NOTHING =
  /(?:public|cache|primary|foreign|sort|partition|idempotency|site|publishable|anon|dedup\w*|routing|object|s3|group|file|lookup|map|item|row|hash|digest|content|image|blob|artifact|build|query|react|host|fingerprint|commit|ref|lock|state|message|event|unique|index|range|translation|i18n|locale|label|step|job|task|data|record|entity|field|column|parent|child|node|tree|path|url|page|tab|menu|list|set|queue|topic|trace|span|session|request|response|known|ssh|pgp|gpg|verif\w*|validation|turbo|nx|run|test|config|feature|flag|metric|stat|search|filter|signal|ssm|kms|cmk)s?[-_]?$/i;
/** What a key opens: enough to tell a digest from it. */
const OPENS =
  /(?:app|account|license|subscription|service|master|deploy|integration|ingest|ingestion|write|admin|api|auth|encryption|server|instrumentation|access|sdk|client|merchant|shop|private|secret|signing|webhook|hmac|jwt|cookie|fernet|vault|unseal|root|partner|developer|user|team|org|project|storage|storage_?account|account_?storage)[-_]?$/i;

/** A value that was drawn; one that may be a digest needs a name that opens something. */
function isOfName(match: RegExpExecArray): boolean {
  const value = textOf(match);
  const name = /[\w-]{0,40}$/.exec(match.input.slice(Math.max(0, match.index - 40), match.index))?.[0] ?? '';
  if (name === '' || OPENS_NOTHING.test(name)) return false;
  if (/^[0-9a-f]+$/i.test(value))
    return value.length >= 24 && OPENS.test(name) && /\d/.test(value) && /[a-f]/i.test(value);
  return isDrawnKey(value, 16);
}

const ENDINGS = ['_key', '-key', 'Key'].flatMap((word) =>
  ['=', ':', '"', "'", ' =', ' :', '  ', '\\'].map((sign) => word + sign),
);

/** What a value with more of a name behind the word for it is about, when it is about the secret and not the secret. */
const ABOUT =
  /_(?:limit|length|len|min|max|url|uri|name|file|path|dir|expir\w*|ttl|type|arn|id|ids|header|rounds|engine|template|issuer|audience|count|size|budget|enabled|required|policy|field|prefix|suffix|endpoint|service|store|ref|version|alg\w*|provider|mode|region|usage|limits|reset|scopes?|interval|lifetime|timeout|cost|label|hint|pattern|regex|validator|encoder|hash|class|format|kind|role|status|state|env|var|key|host|port|user|username|owner|created|updated|at|date|time|age|rotation|days|hours|seconds|per_\w+|total|used|input|output|cached?|details|location|source|manager|backend|prompt|message|error|text|word|words|string|encryption|method|mechanism|manager|handler|plugin|check\w*|auth\w*|valid\w*|strategy|driver|scheme|profile|bucket|cache|pool|queue|table|index|stream|buffer|rate|quota)$/i;

function isOfSuffix(match: RegExpExecArray): boolean {
  const { rest = '' } = match.groups ?? {};
  const value = textOf(match);
  if (ABOUT.test(rest) || isReference(value)) return false;
  return /^pass|^pw/i.test(match[0]) ? isTelling(match) : isKey(match);
}

/** Names of secrets that go on after the word for them, and names of keys of anything. */
export const NAMED_KEYS: readonly SecretRule[] = [
  {
    id: 'named-key',
    anchors: ENDINGS,
    contextual: true,
    get pattern() {
      return new RegExp(`(?:[_-]key|Key)${SEPARATOR}${VALUE}`);
    },
    accepts: isOfName,
  },
  {
    id: 'named-secret',
    anchors: [
      'oken_',
      'OKEN_',
      'ecret_',
      'ECRET_',
      'ssword_',
      'SSWORD_',
      'PASS_',
      'pass_',
      '_KEY_',
      '_key_',
      '_PW_',
      '_PWD_',
      'SSWD_',
      '_pwd_',
    ],
    contextual: true,
    get pattern() {
      return new RegExp(
        String.raw`(?:(?<=[tT])(?:oken|OKEN)|(?<=[sS])(?:ecret|ECRET)|(?<=pa)ssword|(?<=PA)SSW(?:OR)?D|(?<![A-Za-z])PASS|(?<![A-Za-z])pass|(?<=(?:API|ACCESS|AUTH|SECRET|PRIVATE|api|access|auth|secret|private))_(?:KEY|key)|_PWD?|_pwd)(?<rest>(?:_{1,2}[A-Za-z0-9]{1,24}){1,4})${SEPARATOR}(?<value>[^\s"'\x60,;<>(){}[\]|\\&]{6,512})`,
      );
    },
    accepts: isOfSuffix,
  },
  {
    id: 'named-secret',
    anchors: [
      'Pwd=',
      'Pwd:',
      'Pwd"',
      'Pwd =',
      'Pw:',
      'Pw=',
      'Pw"',
      '_pw:',
      '_pw=',
      '_pw"',
      '_pw =',
      '_PW=',
      '_PW:',
      '_PW"',
      'Pass=',
      'Pass:',
      'Pass"',
      'Pass =',
    ],
    contextual: true,
    get pattern() {
      return new RegExp(
        String.raw`(?:(?<=[a-z\d])P(?:wd?|ass)|_pw|_PW)${SEPARATOR}(?<value>[^\s"'\x60,;<>(){}[\]|\\&]{6,512})`,
      );
    },
    accepts: isTelling,
  },
  {
    id: 'named-secret',
    anchors: ['ecret.key', 'oken.value', 'ssword.value', 'ecret.value', 'ecret/key'],
    contextual: true,
    get pattern() {
      return new RegExp(String.raw`(?:ecret|oken|ssword)[./](?:key|value)${SEPARATOR}(?<value>[^\s"'\x60\\]{8,512})`);
    },
    accepts: isTelling,
  },
  {
    id: 'named-secret',
    anchors: [
      '"auth":',
      '"auth" :',
      'auth: ',
      'SALT=',
      'salt: ',
      'ignature=',
      'ignature: ',
      'auth_info',
      'esponse="',
      '"sig":',
      '"hmac":',
    ],
    contextual: true,
    pattern:
      /(?:"auth"|(?<=(?:^|[\s_-]))auth|(?<![A-Z])SALT|salt|(?<=[sS])ignature|(?<=[rR])esponse|"sig"|"hmac")\s{0,2}[:=]\s{0,2}\\{0,8}["']?(?:sha\d{1,3}=|v\d=)?(?<value>[\w+/=.~-]{20,512})/,
    accepts: isSigned,
  },
  {
    id: 'named-secret',
    anchors: [
      '"Plaintext":',
      '"permissions":',
      '/secrets/',
      '"jwt":',
      '"SecretString":',
      '"SecretBinary":',
      '"authToken":',
    ],
    contextual: true,
    pattern:
      /(?:"Plaintext"|"jwt"|"Secret(?:String|Binary)"|"authToken"|"permissions"\s{0,2}:\s{0,2}"\w{1,16}",\s{0,12}"value"|\/secrets\/[^"\n]{1,200}",\s{0,12}"value")\s{0,2}:\s{0,2}"(?<value>[^\s"\\]{6,4096})"/,
    accepts: isTelling,
  },
  {
    id: 'named-secret',
    anchors: ['"key":', '"key" :', "'key':", '"Key":', 'key: "', '\\"key\\":'],
    contextual: true,
    pattern: /["']?[kK]ey\\{0,8}["']?\s{0,2}:\s{0,4}\\{0,8}["'](?<value>[\w+/=.~-]{20,512})\\{0,8}["']/,
    accepts: isBesideAddress,
  },
];

/** A value that was drawn, with what signs a request beside it where it may be a digest. */
function isSigned(match: RegExpExecArray): boolean {
  const value = textOf(match);
  if (!/^[0-9a-f]+$/i.test(value)) return isDrawnKey(value, 20);
  const before = match.input.slice(Math.max(0, match.index - 300), match.index + 12);
  return value.length >= 32 && /uthorization|AWS4|X-[A-Z]|[Dd]igest|SALT|salt|"auth|[?&]/.test(before);
}

/** Whether an address, an account or the like stands near in the same object. */
function isBesideAddress(match: RegExpExecArray): boolean {
  const { input, index } = match;
  const around = input.slice(Math.max(0, index - 200), index + match[0].length + 200);
  const value = textOf(match);
  const isHex = /^[0-9a-f]{32,64}$/.test(value);
  if (!/https?:\/\/|"(?:endpoint|host|api|account|region|provider|secret|client_?id|base_?url)"/i.test(around))
    return false;
  return isHex ? /[?&]|"(?:endpoint|api\w*|provider|base_?url|url)"/i.test(around) : isDrawnKey(value, 20);
}
