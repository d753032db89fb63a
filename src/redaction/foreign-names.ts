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
/** Words of two characters: what follows them is part of the anchor. */
const SHORT_WORDS = ['密码', '密碼', '口令', '비번', '암호'];
const AFTER = [':', '：', '=', ' ', '是', '为', '為', '"', "'", '`', '*', '|'];

const JOINT = String.raw`(?:\*\*|\\{0,8}["'\x60])?\s{0,4}(?:\*\*)?(?:[:=：|]|=>|是|为|為|は|est|ist|es|är|è|je|jest|is)(?:\*\*)?\s{0,4}(?:\*\*)?`;
const VALUE = String.raw`(?:(?<quote>\\{0,8}["'\x60])(?<value>(?:(?!\k<quote>)[^\n\r\\]){3,512})|(?<bare>[^\s"'\x60,;<>(){}[\]|\\。，、；：]{4,128}))`;

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
  ...WORDS.flatMap((word) => [word, capital(word), word.toUpperCase()]),
  ...SHORT_WORDS.flatMap((word) => AFTER.map((next) => word + next)),
];

const SOURCE = [...WORDS, ...SHORT_WORDS].join('|');

function isSecret(match: RegExpExecArray): boolean {
  const { value, bare } = match.groups ?? {};
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
    pattern: new RegExp(`(?:${SOURCE})${JOINT}${VALUE}`, 'i'),
    accepts: isSecret,
  },
];
