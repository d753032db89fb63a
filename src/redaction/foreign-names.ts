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
/** What makes the English word one of another language. */
const MIXED = ['password è', 'password del', 'password di ', 'password ist', 'password lautet', 'password für'];
/** Words of two characters: what follows them is part of the anchor. */
const SHORT_WORDS = ['密码', '密碼', '口令', '비번', '암호'];
const AFTER = [':', '：', '=', ' ', '是', '为', '為', '"', "'", '`', '*', '|'];

/** Endings that a word takes, and what it is the password of: `Lösenordet`, `mot de passe de la base`. */
const ENDING =
  '(?:et|en|er|e|s|n|nya|у|а|я|е|ом|ем|ы|로|는|은|가|이|を|が|の|ul|a|ja)?(?: (?:für|for|fuer|de|del|della|di|do|da|pour|voor|van|von|til|till|för|na|od|для|от|к|на|для|of|untuk|cho|của) [^\\n:=：]{1,40}?)?';
const IS =
  '(?: (?:est|ist|lautet|war|es|era|är|er|è|é|to|je|jest|is|on|este|είναι|هي|هو|היא|הוא|है|là|adalah|ialah) ?(?= |:)| ?(?:คือ|—|–|->|→) ?)';
const JOINT = String.raw`${ENDING}(?:\*\*|\\{0,8}["'\x60])?\s{0,4}(?:\*\*)?(?:[:=：|]|=>|是|为|為|は|은|는|${IS} ?:?)(?:\*\*)?\s{0,4}(?:\*\*)?(?:[「『“«„]\s?)?`;
const VALUE = String.raw`(?:(?<quote>\\{0,8}["'\x60])(?<value>(?:(?!\k<quote>)[^\n\r\\]){3,512})|(?<bare>(?=\S{0,127}[\d!@#$%^&*~_.-])[^\s"'\x60,;<>(){}[\]|\\。，、；：」』”»]{4,128}))`;
/** A value right after the word, without anything between: it must look like nothing else. */
const NEXT_WORD = String.raw`(?:${ENDING}|)\s{1,2}(?<word>[^\s"'\x60,;<>(){}[\]|\\。，、；：」』”»]{8,128})`;

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

const SPELT = [
  ...[...WORDS, ...MIXED].flatMap((word) => [word, capital(word), word.toUpperCase()]),
  ...SHORT_WORDS.flatMap((word) => AFTER.map((next) => word + next)),
];

const SOURCE = [...WORDS, ...SHORT_WORDS, 'password'].join('|');

function isSecret(match: RegExpExecArray): boolean {
  const { value, bare, word } = match.groups ?? {};
  if (word !== undefined) return looksSpoken(word, 'password') && !/[=:]|@[\w-]+\.[a-z]+$/i.test(word);
  const text = value ?? bare ?? '';
  if (isReference(text) || /\s/.test(text)) return false;
  return looksSpoken(text, 'password') || /^\p{L}{3,}(?:[-_.]\p{L}{3,}){2,}$/u.test(text);
}

/** Passwords that are named in other languages than English. */
export const FOREIGN_NAMES: readonly SecretRule[] = [
  {
    id: 'named-secret',
    anchors: [...new Set(SPELT.flatMap(spellingsOf))],
    contextual: true,
    pattern: new RegExp(`(?:${SOURCE})(?:${JOINT}${VALUE}|${NEXT_WORD})`, 'i'),
    accepts: isSecret,
  },
];
