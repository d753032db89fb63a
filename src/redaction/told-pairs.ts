import type { Codes } from './anchor-index.ts';
import { looksDrawn } from './drawn-text.ts';
import { isChosen, isChosenWord, isDrawnKey, isTelling, textOf, valueRange } from './matched-value.ts';
import { isAfterAddress } from './name-probe.ts';
import { looksSpoken } from './named-value.ts';
import type { SecretRule } from './secret-rule.ts';

const USER = String.raw`[\w.@+\\-]{1,64}`;
const VALUE = String.raw`["'\x60*]{0,3}(?<value>[^\s"'\x60,;<>(){}|\\]{6,128}?)(?=[.,;:!?)]{0,3}["'\x60*]{0,3}(?:[\s"'\x60,;<>(){}|\\]|$))`;

/** Chosen, and no path or file. */
function isHandedOver(match: RegExpExecArray): boolean {
  return isChosen(match) && !/^\W|\/|\.[a-z]{2,5}$/.test(textOf(match));
}

/** More than one digit or a sign, since `admin/reports2` is a place. */
function isPassword(match: RegExpExecArray): boolean {
  const value = textOf(match);
  return (
    isHandedOver(match) &&
    (looksSpoken(value, 'token') || /[!@#$%^&*~]/.test(value) || /[A-Z].*\d{2}|\d.*[A-Z].*\d/.test(value))
  );
}

/** No part of a path or of a word stands before the name of an account. */
function isAccount(codes: Codes, at: number): boolean {
  const before = codes[at - 1] ?? 0x20;
  return (
    before <= 0x20 ||
    before === 0x22 ||
    before === 0x27 ||
    before === 0x28 ||
    before === 0x60 ||
    before === 0x2a ||
    before === 0x6e
  );
}

const ACCOUNTS = [
  'root',
  'admin',
  'administrator',
  'postgres',
  'guest',
  'sa',
  'superuser',
  'ubuntu',
  'Administrator',
  'deploy',
  'demo',
];

/** Pairs of an account and its password, and secrets that people hand each other without a word for them right before. */
export const TOLD_PAIRS: readonly SecretRule[] = [
  {
    id: 'spoken-secret',
    anchors: [
      ...[
        'ogin ',
        'ogin: ',
        'ogin with ',
        'og in with ',
        'og in as ',
        'ogging in with ',
        'ogging in as ',
        'ign in with ',
        'ign in as ',
      ],
      ...[
        'reds ',
        'reds: ',
        'redentials ',
        'redentials: ',
        'ser/pass',
        'ser/pw',
        'ser:pass',
        ...[
          'u/p ',
          'U/P: ',
          'ogin details',
          'dentials → ',
          'D/PW',
          'd/pw',
          'ser/Pass',
          'gangsdaten',
          'dentifiants',
          'denciales',
          'denciais',
          'denziali',
          'oggegevens',
        ],
        'ry with ',
        ' account: ',
        ' account is ',
      ],
    ],
    contextual: true,
    pattern: new RegExp(
      String.raw`(?:og(?:ging )?[ -]?in|ign in|reds|redentials|[sI](?:er|D|d)[/:][pP](?:ass(?:word)?|[wW])|D\/PW|d\/pw|u\/p|U\/P|ogin details|dentials →|gangsdaten|dentifiants|denciales|denciais|denziali|oggegevens|ry| account)(?: (?:are|is|with|as|for [\w ]{1,24}?|to [\w ]{1,24}?(?= (?:is|are|with))))*\s?[:=]?\s?["'\x60]?${USER}["'\x60]?(?:\s{0,2}(?:[:/|]|\/\/|->)\s{0,2}| and |, | with | using )(?:the )?(?:p(?:assword|assw|ass|wd|w):? )?${VALUE}`,
    ),
    accepts: isHandedOver,
  },
  {
    id: 'spoken-secret',
    anchors: ['redentials: ', 'reds: ', 'redentials are ', 'reds are '],
    contextual: true,
    pattern: new RegExp(String.raw`(?:reds|redentials)(?: are|:) ${USER} ${VALUE}`),
    accepts: isPassword,
  },
  {
    id: 'spoken-secret',
    anchors: ACCOUNTS.flatMap((name) => [
      `${name}:`,
      `${name} / `,
      `${name} and `,
      ...(name.length > 6 ? [`${name}/`] : []),
    ]).concat('root/', 'admin/'),
    probe: isAccount,
    contextual: true,
    pattern: new RegExp(String.raw`(?:${ACCOUNTS.join('|')})(?:[/:]| \/ | and )(?!\/)${VALUE}(?!:\d)`),
    accepts: isPassword,
  },
  {
    id: 'spoken-secret',
    anchors: [
      'nlock it with ',
      'nlock with ',
      'nlocks with ',
      'pens with ',
      'ecrypt with ',
      'ecrypt it with ',
      'og in with ',
      'onnect with ',
    ],
    contextual: true,
    pattern: new RegExp(String.raw`(?:nlocks?|pens|crypt|og in|onnect)(?: it| the \w{2,16})? with ${VALUE}`),
    accepts: isPassword,
  },
  {
    id: 'spoken-secret',
    anchors: ['? it is ', "? It's ", "? it's ", '? It is ', '? → ', '? -> '],
    contextual: true,
    pattern: new RegExp(
      String.raw`(?<=(?:ssword|sswd|ssphrase|ecret|oken|key|pw|pass|ogin|code)[^\n?]{0,40})\?(?: [Ii]t(?:'s| is)| →| ->):? ${VALUE}`,
    ),
    accepts: isHandedOver,
  },
  {
    id: 'spoken-secret',
    anchors: ['ssword (', 'ssword: (', 'sswd (', 'ssphrase (', ' pw (', 'oken (', 'ecret (', 'pi key ('],
    contextual: true,
    pattern:
      /(?:ssword|sswd|ssphrase|pw|oken|ecret|pi key):? \(["'\x60]?(?<value>[^\s"'\x60,;<>(){}|\\]{6,128})["'\x60]?\)/,
    accepts: isHandedOver,
  },
  {
    id: 'spoken-secret',
    anchors: ['u: ', 'U: ', 'ser: ', 'ser=', 'ogin: '],
    contextual: true,
    pattern: new RegExp(String.raw`(?:u|U|ser|ogin)[:=] ?${USER}[ ,;/]{1,3}(?:p|P|pw|pass)[:=] ?${VALUE}`),
    accepts: isTelling,
  },
  {
    id: 'spoken-secret',
    anchors: [
      ...[
        ' as the t',
        ' as the api',
        ' as the API',
        ' as the s',
        ' as the k',
        ' as api',
        ' as your t',
        ' as my t',
        ' as token',
      ],
      ...[
        ' for the api',
        ' for the API',
        ' for the t',
        ' for the s',
        ' is the t',
        ' is the api',
        ' is the API',
        ' is the s',
      ],
      ...[
        ' is my t',
        ' is my api',
        ' is my API',
        ' is your t',
        ' is your api',
        ' is our t',
        ' as the bearer',
        ' is the key',
        ' as the pw',
        ' is the pw',
      ],
      ...[' (api key', ' (API key', ' (the token', ' (token', ' (secret', ' (password', ' (pw', ' (the password'],
    ],
    contextual: true,
    pattern:
      / (?:as |for |is |\()(?:the |your |my |our |a )?(?:new |old |admin |prod |staging |bearer |access |auth |api |API ){0,2}(?:token|key|secret|pw|password)\b/,
    spans: keyBefore,
  },
  {
    id: 'spoken-secret',
    anchors: [
      ' key: ',
      ' key is ',
      'key is: ',
      'Key: ',
      'key - ',
      ' key → ',
      ' key -> ',
      ' key `',
      ' key "',
      ' key = ',
    ],
    contextual: true,
    pattern: /(?: |(?<![\w-]))[Kk]ey(?: is:?|:| -| →| ->| =|(?= ["\x60])) ["'\x60*]{0,3}(?<value>[\w+/=.~-]{16,512})/,
    accepts: isNamedKey,
  },
  {
    id: 'wifi-key',
    anchors: ['ifi: ', 'i-Fi: ', 'ifi is ', 'vpn: ', 'VPN: ', 'ifi key ', 'ifi pass '],
    contextual: true,
    pattern: new RegExp(String.raw`(?:ifi|i-Fi|vpn|VPN)(?: key| pass| pw)?(?::| is)? ${VALUE}`),
    accepts: isPassword,
  },
  {
    id: 'spoken-secret',
    anchors: [' / '],
    probe: isPairInBrackets,
    contextual: true,
    pattern: new RegExp(String.raw`(?<=[(:] ?[\w.@-]{2,32}) \/ ${VALUE}`),
    accepts: isSignedIn,
  },
  {
    id: 'spoken-secret',
    anchors: ['.com:', '.org:', '.net:', '.io:', '.dev:', '.example:', '.de:', '.co:', '.local:', '.edu:', '.fr:'],
    probe: isAfterAddress,
    contextual: true,
    pattern: new RegExp(String.raw`(?<=(?<!git|hg|svn)@[\w.-]{1,80})\.[a-z]{2,7}: ?(?!\d{2,5}(?:\D|$))${VALUE}`),
    accepts: isPassword,
  },
];

/** Whether a bracket or colon opens what stands before a stroke. */
function isPairInBrackets(codes: Codes, at: number): boolean {
  for (let i = at - 1; i >= at - 34; i -= 1) {
    const code = codes[i] ?? 0;
    if (code === 0x28 || code === 0x3a) return true;
    if (code <= 0x20) return codes[i - 1] === 0x3a;
  }
  return false;
}

/** A pair in brackets behind words of signing in; elsewhere only one that was drawn or has signs. */
function isSignedIn(match: RegExpExecArray): boolean {
  const before = match.input.slice(Math.max(0, match.index - 100), match.index);
  if (
    /ssh|login|log in|sign in|cred|ftp|box|server|account|user|admin|access|vpn|db\b|доступ|логин|учётн|acceso|zugang|accès|acesso|inlog|dostęp|账号|アカウント|계정|hesap/i.test(
      before,
    )
  )
    return isPassword(match);
  return isHandedOver(match) && looksDrawn(textOf(match));
}

const COMMON_KEY =
  /(?:primary|foreign|cache|public|partition|sort|row|object|map|dict|query|idempotency|unique|composite|react|i18n|lookup|hash|dedup\w*|registry|group|s3|storage|translation|message|index|publishable|anon|host|state|route|list|lock|artifact|build)(?:'s)? ?$/i;

/** Drawn, and not of the kind of keys that find something. */
function isNamedKey(match: RegExpExecArray): boolean {
  const before = match.input.slice(Math.max(0, match.index - 24), match.index + 1).replace(/[Kk]$/, '');
  return isDrawnKey(textOf(match), 20) && !COMMON_KEY.test(before);
}

/** The word before a place, where it is a drawn one: `use x as the token`. */
function keyBefore(text: string, at: number): readonly (readonly [number, number])[] {
  const before = text.slice(Math.max(0, at - 260), at);
  const match = /(?:^|[\s"'\x60*(:])(?<value>[^\s"'\x60*(:][^\s"'\x60*]{7,255})["'\x60*]{0,3}$/d.exec(before);
  return valueRange(match, at - before.length, (value) => isDrawnKey(value, 12) || isChosenWord(value));
}
