import { isUuid, textOf, valueRange } from './matched-value.ts';
import { isReference, looksSpoken } from './named-value.ts';
import { type SecretRule, shannonEntropy } from './secret-rule.ts';

const QUOTED = String.raw`(?<quote>\\{0,8}["'\x60])(?<value>(?:(?!\k<quote>)[^\n\r\\]){3,512})`;

function isNoReference(match: RegExpExecArray): boolean {
  const text = textOf(match);
  return !isReference(text) && !/^-/.test(text);
}

/** Letters and digits or signs mixed, or several words that a generator joined. */
function isTelling(match: RegExpExecArray): boolean {
  return textOf(match).length >= 6 && (looksSpoken(textOf(match), 'password') || looksSpoken(textOf(match), 'token'));
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

function isRandom(match: RegExpExecArray): boolean {
  const text = textOf(match);
  return (
    !isReference(text) && !UUID.test(text) && /\d/.test(text) && /[A-Za-z]/.test(text) && shannonEntropy(text) >= 3
  );
}

/** Calls whose second argument is a password: `requests.get(u, auth=("ada", "x"))`. */
const CREDENTIAL_CALL = String.raw`(?:BasicAuth|asic_auth|uthentication|Credentials?|redentials|\.login|\.auth|auth ?= ?)(?:\(| )\s{0,4}\(?\\{0,8}["'][^"'\n\\]{1,80}\\{0,8}["']\s{0,4},\s{0,4}${QUOTED}`;

/** Passwords of accounts, in the places where commands, calls and settings of many programs have them. */
export const ACCOUNT_PLACES: readonly SecretRule[] = [
  {
    id: 'cli-password',
    anchors: ['sqlplus ', 'expdp ', 'impdp ', 'sqlldr '],
    contextual: true,
    pattern:
      /(?:sqlplus|expdp|impdp|sqlldr)(?: -\S{1,20}){0,4} \\{0,8}["']?[\w$#.]{1,64}\/(?<value>[^\s"'@\\/]{3,128})(?=@|["'\s]|$)/,
    accepts: isNoReference,
  },
  {
    id: 'cli-password',
    anchors: ['smbclient', 'mount.cifs', 'rpcclient'],
    contextual: true,
    pattern:
      /(?:smbclient|mount\.cifs|rpcclient)[^\n|;]{0,200}?-U ?\\{0,8}["']?[\w.\\/@-]{1,64}%(?<value>[^\s"'\\]{3,128})/,
    accepts: isNoReference,
  },
  {
    id: 'call-password',
    anchors: [
      'BasicAuth(',
      'asic_auth(',
      'asic_auth ',
      'auth=(',
      'auth = (',
      'uthentication(',
      'Credential(',
      'redentials(',
      '.login(',
      '.auth(',
    ],
    contextual: true,
    get pattern() {
      return new RegExp(CREDENTIAL_CALL);
    },
    accepts: isNoReference,
  },
  {
    id: 'call-password',
    anchors: [
      ...[
        "ssword('",
        'ssword("',
        "SSWORD('",
        "rypt('",
        "rypt.hash('",
        'rypt.hash("',
        "rypt.compare('",
        'rypt.compare("',
      ],
      ...["rypt.hashSync('", 'rypt.hashSync("', "rypt.compareSync('", 'rypt.compareSync("', "hashpw('", 'hashpw("'],
      ...["ssword_hash('", 'ssword_hash("', "ssword_verify('", 'ssword_verify("'],
    ],
    contextual: true,
    get pattern() {
      return new RegExp(
        String.raw`(?:ssword|SSWORD|rypt(?:\.(?:hash|compare|hashpw|checkpw)(?:Sync)?)?|ssword_(?:hash|verify)|hashpw)\(${QUOTED}\k<quote>(?:\.\w{1,20}\(\))?\s{0,2}[),]`,
      );
    },
    accepts: isTelling,
  },
  {
    id: 'call-password',
    anchors: ['jwt.sign(', 'jwt.verify(', 'jwt.encode(', 'jwt.decode(', 'createHmac(', 'hmac.new('],
    contextual: true,
    get pattern() {
      return new RegExp(
        String.raw`(?:jwt\.(?:sign|verify|encode|decode)\([^\n]{1,160}?,\s{0,4}|createHmac\([^,\n]{1,40},\s{0,4}|hmac\.new\(\s{0,4}b?)${QUOTED}`,
      );
    },
    accepts: isTelling,
  },
  {
    id: 'named-secret',
    anchors: ["_KEY',", "_SALT',", '_KEY",', '_SALT",'],
    contextual: true,
    get pattern() {
      return new RegExp(String.raw`(?<=define\(\s{0,4}["']\w{1,60})(?:_KEY|_SALT)["'],\s{0,24}${QUOTED}`);
    },
    accepts: isNoReference,
  },
  {
    id: 'named-secret',
    anchors: ['ey><string>', 'ey>\n', 'ey> <'],
    contextual: true,
    pattern:
      /(?<=<key>[\w ]{0,40}(?:assword|oken|ecret|assphrase|pi[_ ]?key|piKey|rivateKey)<\/k)ey>\s{0,8}<string>(?<value>[^<>\s]{4,512})/i,
    accepts: isNoReference,
  },
  {
    id: 'named-secret',
    anchors: ['_KEY:', '_KEY =', '_KEY"', "_KEY'", '_PAT=', '_AUTH=', '_SALT=', '_SEED=', '_CRED=', '_PIN=', '_DSN='],
    contextual: true,
    pattern:
      /(?<!PUBLIC|CACHE|PRIMARY|FOREIGN|SORT|PARTITION|IDEMPOTENCY|SITE)(?:_KEY["']?\s{0,2}[:=]|_(?:PAT|AUTH|SALT|SEED|CRED)=)\s{0,4}["']?(?<value>[\w+/=.-]{16,512})/,
    accepts: isRandom,
  },
  {
    id: 'named-secret',
    anchors: [
      'pw: ',
      ' pw:',
      'PW: ',
      'pw=',
      'PW=',
      'pw is ',
      'pw for ',
      ' pw of ',
      ' pw on ',
      'Pw: ',
      '\npw: ',
      'ascode: ',
      'sscode: ',
      'sscode=',
      'sscode is ',
    ],
    contextual: true,
    pattern:
      /(?:[ \n(]?(?<![A-Za-z])[pP]|(?<=pa)ss)?(?:w|W|code)(?: (?:for|of|on|to) [\w.@ '-]{1,40}?)?(?: is| was| →| ->|\s{0,2}[:=])\s{0,3}\\{0,8}["'\x60]?(?<value>[^\s"'\x60,;<>(){}|\\]{4,128})/,
    accepts: isTelling,
  },
  {
    id: 'named-secret',
    anchors: ['PIN: ', 'PIN is ', 'PIN code ', 'PIN=', 'PIN code: '],
    contextual: true,
    pattern: /(?<![A-Za-z_])PIN(?: code| number)?(?: is|\s?[:=])? {0,2}(?<value>\d{4,12})(?!\d)/,
  },
  {
    id: 'spoken-secret',
    anchors: [
      'redentials: ',
      'reds: ',
      'reds for ',
      'ogin: ',
      'ogin is ',
      'ser/pass',
      'ogin with ',
      'og in with ',
      'er created: ',
      'failed for ',
    ],
    contextual: true,
    pattern:
      /(?:redentials|reds|ogin|ser\/pass(?:word)?|og ?in with|er created|failed for)(?: for [\w ]{1,30})?(?: are| is| with)?\s?[:=]?\s?[\w.@+-]{1,64}\s{0,2}[:/]\s{0,2}(?<value>[^\s"'\x60,;<>(){}|\\]{6,128})/,
    accepts: isTelling,
  },
  {
    id: 'spoken-secret',
    anchors: [
      ' as password',
      ' as the password',
      ' as your password',
      ' as my password',
      ' as a password',
      ' as the admin password',
      ' as the root password',
      ' is the password',
      ' is your password',
      ' is my password',
      ' is the new password',
      ' (the password',
      ' (the root password',
      ' (the admin password',
      ' (root password',
      ' (the db password',
      ' (the new password',
      ' (db password',
      ' (new password',
    ],
    contextual: true,
    pattern: / (?:as |is |\()(?:the |your |my |a )?(?:admin |root |db |new )?password/,
    spans: wordBefore,
  },
  {
    id: 'spoken-secret',
    anchors: ['oken ', 'pi key ', 'ecret ', 'ssword ', 'sswd '],
    contextual: true,
    pattern:
      /(?<=(?:[Uu]se|[Uu]sing|[Ww]ith|[Ee]nter|[Tt]ype|[Tt]ry|[Mm]y|[Tt]he|[Nn]ew|[Yy]our|[Oo]ur|[Tt]his|has|is) (?:api |API |access |auth |admin |root |new |temp |temporary |following |staging |prod |production |bearer |deploy |service ){0,2}(?:t|a|s|pa))(?:oken|pi key|ecret|ssword|sswd):? ["'\x60]?(?<value>[^\s"'\x60,;<>()|\\]{8,200}?)(?=[.,;:!?)]?(?:[\s"'\x60]|$))/,
    accepts: (match) => isTelling(match) && (isUuid(textOf(match)) || isRandom(match)),
  },
  {
    id: 'spoken-secret',
    anchors: ['ssword ->', 'ssword →', 'ssword – ', 'ssword - ', 'oken ->', 'pi key ->'],
    contextual: true,
    pattern: /(?:ssword|oken|pi key) (?:->|→|–|-) {0,2}["'\x60]?(?<value>[^\s"'\x60,;<>()|\\]{6,200})/,
    accepts: isTelling,
  },
  {
    id: 'spoken-secret',
    anchors: ['ssword from ', 'ecret from ', 'oken from '],
    contextual: true,
    pattern: /(?:ssword|ecret|oken) from ["'\x60]?\S{3,128} to ["'\x60]?(?<value>[^\s"'\x60,;<>|\\]{6,128})/,
    accepts: isTelling,
  },
  {
    id: 'dsn-password',
    anchors: ['@tcp(', '@unix('],
    contextual: true,
    pattern: /(?<=(?:^|[\s"'\x60=])[\w.%+-]{1,64}:[^\s"'\x60]{3,128})@(?:tcp|unix)\(/,
    spans: (text, at) => {
      const from = Math.max(text.lastIndexOf(':', at), at - 160);
      return [[from + 1, at]];
    },
  },
  {
    id: 'named-secret',
    anchors: ['="password"', "='password'", '=\\"password'],
    contextual: true,
    get pattern() {
      return new RegExp(String.raw`=\\{0,8}["']password\\{0,8}["'][^<>]{0,160}?value=${QUOTED}`);
    },
    accepts: isNoReference,
  },
  {
    id: 'signed-url',
    anchors: ['oog-Signature=', '&Signature=', '?Signature=', '&signature=', '?signature='],
    contextual: true,
    pattern: /(?:oog-|[&?])[Ss]ignature=(?<value>[\w%~+/=-]{32,1024})/,
  },
  {
    id: 'url-query',
    anchors: [
      '?key=',
      '&key=',
      '?auth=',
      '&auth=',
      '&sig=',
      '?sig=',
      '&sid=',
      '?sid=',
      '&jwt=',
      '?jwt=',
      '&hmac=',
      '?appid=',
      '&appid=',
      '&app_key=',
      '?app_key=',
      '?pass=',
      '&pass=',
      '?pw=',
      '&pw=',
    ],
    contextual: true,
    pattern: /[?&](?:key|auth|sig|sid|jwt|hmac|appid|app_key|pass|pw)=(?<value>[\w%+/=.~-]{12,1024})/,
    accepts: isRandom,
  },
  {
    id: 'header-key',
    anchors: ['-key: ', '-Key: ', '-KEY: ', '-key": ', '-Key": '],
    contextual: true,
    pattern: /(?<=(?:^|[\s"'])x-[\w-]{1,60})-key["']?:\s{0,4}["']?(?<value>[^\s"'\\,;]{8,1024})/i,
    accepts: isNoReference,
  },
];

/** The word before a place: `use x as the password`. */
function wordBefore(text: string, at: number): readonly (readonly [number, number])[] {
  const before = text.slice(Math.max(0, at - 140), at);
  const match = /(?:^|[\s"'\x60*(])(?<value>[^\s"'\x60*(][^\s"'\x60*]{5,127})["'\x60*]{0,3}$/d.exec(before);
  return valueRange(match, at - before.length, (value) => looksSpoken(value, 'password'));
}
