import { isChosen, isDrawnKey, isKey, isNoReference, textOf } from './matched-value.ts';
import { looksSpoken } from './named-value.ts';
import type { SecretRule } from './secret-rule.ts';

const OPEN = String.raw`[bru]?\\{0,8}["'\x60]`;
const TEXT = String.raw`${OPEN}[^"'\x60\n\\]{0,120}\\{0,8}["'\x60]`;
const QUOTED = String.raw`[bru]?(?<quote>\\{0,8}["'\x60])(?<value>(?:(?!\k<quote>)[^\n\r\\]){4,512})`;

/** However short it is: what stands before it says enough. */
function isPassword(match: RegExpExecArray): boolean {
  return looksSpoken(textOf(match), 'password');
}

/** Secrets by their place among the arguments of a call. */
export const CALL_ARGUMENTS: readonly SecretRule[] = [
  {
    id: 'call-password',
    anchors: [
      'getConnection(',
      'new PDO(',
      'mysqli_connect(',
      'new mysqli(',
      'BI->connect(',
      'BI.connect(',
      'oci_connect(',
      'FTP(',
      'FTP_TLS(',
    ],
    contextual: true,
    get pattern() {
      return new RegExp(
        String.raw`(?:getConnection|new PDO|mysqli_connect|new mysqli|BI(?:->|\.)connect|oci_connect|FTP(?:_TLS)?)\(\s{0,8}(?:${TEXT}|[\w.$]{1,64})\s{0,4},\s{0,8}(?:${TEXT}|[\w.$]{1,64})\s{0,4},\s{0,8}${QUOTED}`,
      );
    },
    accepts: isNoReference,
  },
  {
    id: 'call-password',
    anchors: ['Credentials('],
    contextual: true,
    get pattern() {
      return new RegExp(String.raw`Credentials\(\s{0,8}(?:${TEXT}\s{0,4},\s{0,8}){3}${QUOTED}`);
    },
    accepts: isNoReference,
  },
  {
    id: 'call-password',
    anchors: ['btoa(', 'Buffer.from(', 'b64encode(', 'base64_encode(', 'encodeToString(', 'Base64.encode('],
    contextual: true,
    get pattern() {
      return new RegExp(
        String.raw`(?:btoa|Buffer\.from|b64encode|base64_encode|encodeToString|Base64\.encode)\(\s{0,4}${OPEN}(?!(?:blob|data|https?|file|node|sha256|utf8):)[\w.@+-]{1,64}:(?<value>[^\s"'\x60\\]{4,256})\\{0,8}["'\x60]`,
      );
    },
    accepts: isPassword,
  },
  {
    id: 'call-password',
    anchors: [
      'Fernet(',
      'Stripe(',
      'stripe(',
      'stripe")(',
      "stripe')(",
      'Client("AC',
      "Client('AC",
      'twilio("AC',
      "twilio('AC",
    ],
    contextual: true,
    get pattern() {
      return new RegExp(
        String.raw`(?:Fernet\(|[Ss]tripe(?:["']\))?\(|(?:Client|twilio)\(["']AC[0-9a-f]{1,40}["']\s{0,2},\s{0,4})${QUOTED}`,
      );
    },
    accepts: isKey,
  },
  {
    id: 'call-password',
    anchors: [
      'ogin(',
      'ignIn(',
      'ign_in(',
      'ticate(',
      'te_user(',
      ' User(',
      'teUser(',
      'ignUp(',
      'ign_up(',
      'gister(',
      'og_in(',
    ],
    contextual: true,
    get pattern() {
      return new RegExp(
        String.raw`(?:ogin|ignIn|ign_in|ticate|te_?[uU]ser| User|ign_?[uU]p|gister|og_in)\(\s{0,8}${TEXT}\s{0,4},\s{0,8}${QUOTED}`,
      );
    },
    accepts: isChosen,
  },
  {
    id: 'call-password',
    anchors: [
      ...[
        'Client(',
        'Parser(',
        'ipheriv(',
        'ncrypt(',
        'ecrypt(',
        'AES.new(',
        'earer_auth(',
        'API(',
        'Api(',
        'Token(',
        'ApiKey(',
      ],
      ...['init(', 'nitialize(', 'onfigure(', 'etup('],
    ],
    contextual: true,
    get pattern() {
      return new RegExp(
        String.raw`(?:Client|Parser|ipheriv|ncrypt|ecrypt|AES\.new|earer_auth|API|Api|Token|ApiKey|init|nitialize|onfigure|etup)\(\s{0,4}(?:(?:${TEXT}|[\w.$]{1,40})\s{0,2},\s{0,4}){0,2}${QUOTED}`,
      );
    },
    accepts: (match) => isDrawnKey(textOf(match), 16),
  },
  {
    id: 'call-password',
    anchors: ['_USERPWD', '_auth("', "_auth('", 'connect("', "connect('", 'auth("', "auth('"],
    contextual: true,
    get pattern() {
      return new RegExp(
        String.raw`(?:_USERPWD, ?["'][\w.@-]{1,64}:(?<bare>[^\s"'\\]{4,256})["']|(?:auth|connect)\((?:${TEXT}\s{0,2},\s{0,4}){1,2}(?:Some\()?${QUOTED})`,
      );
    },
    accepts: isChosen,
  },
  {
    id: 'call-password',
    anchors: ['asic_auth('],
    contextual: true,
    get pattern() {
      return new RegExp(String.raw`asic_auth\(\s{0,8}(?:${TEXT}|[\w.&]{1,64})\s{0,4},\s{0,4}Some\(${QUOTED}`);
    },
    accepts: isNoReference,
  },
  {
    id: 'named-key',
    anchors: ['fromhex(', 'unhexlify(', 'DecodeString(', 'fromHex(', 'Buffer.from('],
    contextual: true,
    get pattern() {
      return new RegExp(
        String.raw`(?<=(?:[kK]ey|KEY|[sS]ecret|SECRET|[sS]eed|SEED)(?:, _|, err)?(?:: [\w.[\]]{1,16})?\s{0,2}:?=\s{0,2}[\w.]{0,20})(?:fromhex|unhexlify|DecodeString|fromHex|Buffer\.from)\(${QUOTED}`,
      );
    },
    accepts: (match) => /^(?:[0-9a-f]{32,512}|[A-Za-z0-9+/_-]{32,512}={0,2})$/i.test(textOf(match)),
  },
  {
    id: 'call-password',
    anchors: ['.toCharArray()'],
    contextual: true,
    get pattern() {
      return /(?<=(?:load\(|[sS]tore|[pP]assw|PBE|Credential|[sS]ecret)[^\n]{0,120}\\{0,8}"(?<word>[^"\n\\]{4,128})\\{0,8}")\.toCharArray\(\)/;
    },
    accepts: ({ groups }) => looksSpoken(groups?.['word'] ?? '', 'password'),
  },
  {
    id: 'cookie',
    anchors: ['ookies={', 'ookies = {', 'ookies: {'],
    contextual: true,
    get pattern() {
      return new RegExp(
        String.raw`ookies\s?[=:]\s?\{\s{0,8}\\{0,8}["'][\w.-]{1,64}\\{0,8}["']\s{0,2}:\s{0,4}${QUOTED}`,
      );
    },
    accepts: isKey,
  },
];
