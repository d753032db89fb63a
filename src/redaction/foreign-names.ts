import { isChosenWord, isDrawnKey } from './matched-value.ts';
import { isReference, looksSpoken } from './named-value.ts';
import type { SecretRule } from './secret-rule.ts';

/** Words for a password in other languages; the first letter in either case. */
const WORDS = [
  'passwort',
  'kennwort',
  'contraseña',
  'contrasena',
  'mot de passe',
  'mots de passe',
  'motdepasse',
  'mot_de_passe',
  'senha',
  'hasło',
  'haslo',
  'wachtwoord',
  'lösenord',
  'adgangskode',
  'passord',
  'kodeord',
  'парола',
  'zaporka',
  'contrasenya',
  'parool',
  'slaptažodis',
  'geslo',
  'lykilorð',
  'رمز عبور',
  'kata laluan',
  'palavra-passe',
  'salasana',
  'heslo',
  'jelszó',
  "parola d'ordine",
  'parola',
  'parolă',
  'şifre',
  'lozinka',
  'κωδικός',
  'пароль',
  'парол',
  'סיסמה',
  'סיסמא',
  'كلمة المرور',
  'كلمة السر',
  'mật khẩu',
  'kata sandi',
  'รหัสผ่าน',
  'パスワード',
  '暗証番号',
  '비밀번호',
  'पासवर्ड',
];
/** Words for a key, a token or a secret in other languages. */
const KEY_WORDS = [
  ...['token是', 'token 是', 'token为', 'tokenは', 'token は', 'key是', 'key 是', 'key为', 'key は', 'keyは', 'key는'],
  ...['schlüssel', 'geheimnis', 'zugangsdaten', 'zugangscode', 'freischaltcode'],
  ...[
    'clé',
    'cle api',
    'clé d',
    'clé secr',
    'clé privée',
    'clé de',
    'clé :',
    'clé est',
    'jeton',
    'identifiants',
    'code secret',
  ],
  ...['clave', 'llave', 'secreta', 'secreto', 'credenciales'],
  ...['chave', 'segredo', 'credenciais', 'chiave', 'segreto', 'gettone', 'credenziali'],
  ...[
    'ключ',
    'токен',
    'секрет',
    'klucz',
    'sleutel',
    'geheim',
    'nyckel',
    'hemlighet',
    'nøgle',
    'nøkkel',
    'avain',
    'tunnus',
  ],
  ...['klíč', 'kľúč', 'kulcs', 'cheie', 'anahtar', 'ključ', 'κλειδί', 'raktas', 'võti', 'kunci', 'khóa', 'mã bí mật'],
  ...[
    'مفتاح',
    'الرمز',
    'רמז',
    'מפתח',
    'טוקן',
    'कुंजी',
    'टोकन',
    'トークン',
    'シークレット',
    'apiキー',
    'アクセスキー',
    '秘密鍵',
    '시크릿',
    '액세스 키',
    'api 키',
    'api키',
  ],
  ...['คีย์', 'โทเคน'],
];
/** Words of two characters or so: what follows them is part of the anchor. */
const SHORT_WORDS = ['密码', '密碼', '口令', '비번', '암호', 'mdp', 'пин', 'pw是'];
const SHORT_KEY_WORDS = ['密钥', '密鑰', '金鑰', '令牌', '凭证', '凭据', '秘钥', '토큰', '暗号'];
const AFTER = [
  '改',
  '设',
  '設',
  '重',
  '已',
  '变',
  ':',
  '：',
  '=',
  ' ',
  '是',
  '为',
  '為',
  '"',
  "'",
  '`',
  '*',
  '|',
  '는',
  '은',
  '_',
  '/',
  '（',
  '(',
];
/** What makes the English word one of another language. */
const MIXED = [
  ...['password saya', 'password nya', 'password 是', 'password是', 'password为', 'passwordは', 'パスワード'],
  'password è',
  'password del',
  'password di ',
  'password ist',
  'password lautet',
  'password für',
  'password para',
  'password pour',
  'password é ',
  'password es ',
  'token è ',
  'token ist ',
  'token lautet',
  'token é ',
  'token es ',
  'token est ',
];

/** Endings that a word takes, and what it is the password of: `Lösenordet`, `mot de passe de la base`, `SENHA_BANCO`. */
/** Letters, digits and signs mixed are no word on the way to the secret. */
const NO_SECRET = String.raw`(?!(?=[^\s:=：|]{0,24}\d)(?=[^\s:=：|]{0,24}[A-Za-z])[^\s@:=：|]{0,24}[!#$%^&*+~])`;
const ENDING = String.raw`(?:et|en|er|e|s|n|m|im|ım|nya|у|а|я|е|ом|ем|ы|로|는|은|가|이|を|が|の|ul|a|ja|in|ín|ım|im|i|si|sı|niz|nız|nin)?(?:[ _-]${NO_SECRET}[^\s:=：|"'<>()\x60,;_-]{1,24}){0,6}?`;
const IS =
  '(?: (?:est|ist|lautet|war|es|era|är|er|è|é|to|je|jest|is|on|este|είναι|هي|هو|היא|הוא|है|là|adalah|ialah|yra|ir) ?(?= |:)| ?(?:คือ|—|–|->|→) ?)';
const JOINT = String.raw`${ENDING}(?:\*\*|\\{0,8}["'\x60])?\s{0,4}(?:\*\*)?(?:[:=：|]|=>|是|为|為|は|은|는|[（(]|已?(?:改|设|設|重置|更新|变)(?:成|为|為|置为|置為)?了?|${IS} ?:?)(?:\*\*)?\s{0,4}(?:\*\*)?(?:[「『“«„]\s?)?`;
const VALUE = String.raw`(?:(?<quote>\\{0,8}["'\x60])(?<value>(?:(?!\k<quote>)[^\n\r\\]){3,512})|(?<bare>[^\s"'\x60,;<>(){}[\]|\\。，、；：」』”»（）]{4,128}))`;
/** A value right after the word, without anything between: it must look like nothing else. */
const NEXT_WORD = String.raw`${ENDING}\s{1,2}(?<word>(?=[^\s]{0,127}\d)[^\s"'\x60,;<>(){}[\]|\\。，、；：」』”»（）]{8,128})`;

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** A word as text, as its UTF-8 bytes, and as JSON escapes it, for scans of characters and of bytes. */
function spellingsOf(word: string): readonly string[] {
  if (/^[\x20-\x7e]+$/.test(word)) return [word];
  const bytes = Buffer.from(word).toString('latin1');
  const escaped = Array.from(word, (char) =>
    char.charCodeAt(0) < 128 ? char : `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  ).join('');
  return [word, bytes, escaped];
}

function spelt(words: readonly string[], shortWords: readonly string[]): readonly string[] {
  const long = words.flatMap((word) => [word, capital(word), word.toUpperCase()]);
  const short = [...new Set(shortWords.flatMap((word) => [word, capital(word), word.toUpperCase()]))];
  return [...new Set([...long, ...short.flatMap((word) => AFTER.map((next) => word + next))].flatMap(spellingsOf))];
}

function sourceOf(words: readonly string[]): string {
  return words.join('|');
}

function isSecret(match: RegExpExecArray): boolean {
  const { value, bare, word } = match.groups ?? {};
  if (word !== undefined) return isChosenWord(word) && !/@[\w-]+\.[a-z]+$/i.test(word);
  const text = value ?? bare ?? '';
  if (isReference(text) || /\s/.test(text)) return false;
  return looksSpoken(text, 'password') || /^\p{L}{3,}(?:[-_.]\p{L}{3,}){2,}$/u.test(text);
}

/** A word for a key is said of many things: what follows it must be a key. */
function isSecretKey({ groups }: RegExpExecArray): boolean {
  const text = groups?.['value'] ?? groups?.['bare'] ?? groups?.['word'] ?? '';
  return isDrawnKey(text, 8) || isChosenWord(text);
}

/** Passwords and keys that are named in other languages than English. */
export const FOREIGN_NAMES: readonly SecretRule[] = [
  {
    id: 'named-secret',
    get anchors() {
      return spelt([...WORDS, ...MIXED], SHORT_WORDS);
    },
    contextual: true,
    // Few texts hold one of the words.
    get pattern() {
      const source = sourceOf([...WORDS, ...SHORT_WORDS, 'password', 'token']);
      return new RegExp(`(?:${source})(?:${JOINT}${VALUE}|${NEXT_WORD})`, 'i');
    },
    accepts: isSecret,
  },
  {
    id: 'named-secret',
    get anchors() {
      return spelt(KEY_WORDS, SHORT_KEY_WORDS);
    },
    contextual: true,
    get pattern() {
      const source = sourceOf([...KEY_WORDS, ...SHORT_KEY_WORDS]);
      return new RegExp(`(?:${source})(?:${JOINT}${VALUE}|${NEXT_WORD})`, 'i');
    },
    accepts: isSecretKey,
  },
];
