import { execAt } from './exec-at.ts';
import { isChosen, isNoReference, isTelling, textOf } from './matched-value.ts';
import { isReference, looksSpoken } from './named-value.ts';
import type { SecretRule } from './secret-rule.ts';

type Range = readonly [start: number, end: number];

/** The end of a line, also as JSON escapes it, and the number or sign that the next one begins with in a listing. */
const LINE = String.raw`(?:\r?\n|(?:\\{1,8}r)?\\{1,8}n)(?:[+-]|[ \t]{0,8}\d{1,6}(?:\t|→|\\t))?`;
const NAME = String.raw`pass(?:word|wd|phrase|code)?|pwd|secret|token|api[_-]?key|otp|pin`;

/** What stands above a list of clients; a list goes on to the next. */
const CLIENTS = /(?:ch|p)ap-secrets|secret(?:\t|\\t| {1,16})IP/;

/** Secrets by their place in a row, an element or a part of files and forms that have a layout of their own. */
export const FILE_ROWS: readonly SecretRule[] = [
  {
    id: 'named-secret',
    anchors: ['"result"', '"result\\', '"bcrypt_hash"'],
    contextual: true,
    pattern:
      /(?<=random_password[\s\S]{0,400})"(?:result|bcrypt_hash)\\{0,8}":\s{0,4}\\{0,8}"(?<value>[^"\n\\]{4,512})/,
    accepts: isNoReference,
  },
  {
    id: 'named-secret',
    anchors: ['ass encoding=', 'ass Encoding=', 'assword encoding='],
    contextual: true,
    pattern: /ass(?:word)? [eE]ncoding=\\{0,8}["']base64\\{0,8}["']>(?<value>[A-Za-z0-9+/]{4,512}={0,2})/,
  },
  {
    id: 'named-secret',
    anchors: ['" "', '\\" \\"'],
    contextual: true,
    get pattern() {
      return new RegExp(
        String.raw`(?<=(?:^|${LINE})\\{0,8}"[\w.@-]{1,64})\\{0,8}" \\{0,8}"(?<value>[^\s"\\%]{4,256})(?=\\{0,8}"[ \t]{0,8}(?:$|\r?\n|\\{1,8}[nr]))`,
      );
    },
    accepts: (match) => textOf(match).length >= 8 && isTelling(match),
  },
  {
    id: 'named-secret',
    anchors: ['chap-secrets', 'pap-secrets', 'secret\tIP', 'secret IP', 'secret  ', 'secret\\tIP'],
    contextual: true,
    pattern: CLIENTS,
    spans: secretsOfClients,
  },
  {
    id: 'named-secret',
    anchors: [':587 ', ':465 ', ':25 ', ':2525 ', ':587\t', ':submission '],
    contextual: true,
    pattern:
      /:(?:587|465|25|2525|submission)[ \t]{1,16}[\w.+-]{1,64}(?:@[\w.-]{1,128})?:(?<value>[^\s"'\\]{4,256})(?=\s|\\|["']|$)/,
    accepts: isTelling,
  },
  {
    id: 'named-secret',
    anchors: ['form-data; name='],
    contextual: true,
    get pattern() {
      return new RegExp(
        String.raw`form-data; name=\\{0,8}"[\w.[\]-]{0,60}?(?:${NAME})[\]_\d]{0,4}\\{0,8}"(?:\s|\\{1,8}[rn]){1,6}(?:Content-Type: [^\n\\]{1,80}(?:\s|\\{1,8}[rn]){1,6})?(?<value>[^\s"\\]{4,512})`,
        'i',
      );
    },
    accepts: (match) => isNoReference(match) && !/^-{4}/.test(textOf(match)),
  },
  {
    id: 'named-secret',
    anchors: ['ssword</', 'sswd</', 'ssphrase</', 'ecret</', 'oken</', 'pi key</', 'PI key</', 'PSK</', 'sscode</'],
    contextual: true,
    pattern:
      /(?:ssword|sswd|ssphrase|ecret|oken|[pP][iI] key|PSK|sscode)<\/(?:t[hd]|dt|b|strong|em|label|span|p|div|code)>:?(?:\s|\\{1,8}[nrt]|<[a-z][^<>]{0,60}>|<\/(?:t[hd]|b|span|div)>){1,12}(?<value>[^\s<>"'&\\]{4,256})(?=\s{0,8}<)/,
    accepts: isTelling,
  },
  {
    id: 'named-secret',
    anchors: ['SSWORD}', 'ssword}', 'OKEN}', 'oken}', 'ECRET}', 'ecret}', 'PASS}', '_KEY}'],
    contextual: true,
    get pattern() {
      return new RegExp(
        String.raw`(?<=(?:^|${LINE}) {0,8}\$\{[\w ]{0,40})(?:ssword|oken|ecret|PASS|_KEY)\} ?=?(?: {2,40}|\t{1,4})(?:Set (?:\w{4,6} )?Variable(?: {2,40}|\t))?(?<value>[^\s"\\]{4,256})`,
        'i',
      );
    },
    accepts: isTelling,
  },
  {
    id: 'private-key',
    anchors: ['ccounts: [', 'ccounts:[', 'rivateKeys: [', 'rivateKeys:[', 'ccounts = ['],
    contextual: true,
    pattern: /(?:ccounts|rivateKeys)(?:: ?| = )\[/,
    spans: keysOfNetwork,
  },
  {
    id: 'sql-password',
    anchors: ["ssword', '", "ssword','", "oken', '", "ecret', '", "_key', '", "_pass', '", "oken','", "ecret','"],
    contextual: true,
    pattern: /(?<=\(\s{0,4}N?'[\w.:-]{0,60})(?:ssword|oken|ecret|_key|_pass)', ?N?'(?<value>[^'\n\\]{6,512})(?=')/,
    accepts: isChosen,
  },
];

/** Third in the rows of a list of clients: `client server secret addresses`. */
function secretsOfClients(text: string, at: number): readonly Range[] {
  const found: Range[] = [];
  const rows = /[^\n]{0,200}\n(?:(?:[+-]|[ \t]*\d{1,6}(?:\t|→)|#[^\n]{0,200}|\x60{3}\w*|)\n?){0,3}/y;
  const heading = execAt(rows, text, at);
  if (heading === null) return found;
  let next = at + heading[0].length;
  for (let row = 0; row < 100; row += 1) {
    const match =
      /^(?:[+-]|[ \t]*\d{1,6}(?:\t|→))?\\{0,8}["']?[\w.@*\\-]{1,64}["']?[ \t]{1,16}[\w.*-]{1,64}[ \t]{1,16}["']?(?<value>[^\s"']{4,128})["']?[ \t]{1,16}[^\n]{0,80}\n?/d.exec(
        text.slice(next, next + 400),
      );
    const range = match?.indices?.groups?.['value'];
    if (match === null || range === undefined || CLIENTS.test(match[0])) return found;
    if (looksSpoken(match.groups?.['value'] ?? '', 'password')) found.push([next + range[0], next + range[1]]);
    next += match[0].length;
  }
  return found;
}

/** The keys with which a network of a chain signs. */
function keysOfNetwork(text: string, at: number): readonly Range[] {
  const part = text.slice(at, at + 1024);
  const list = part.slice(0, part.includes(']') ? part.indexOf(']') : part.length);
  return Array.from(list.matchAll(/["'](?:0x)?(?<key>[0-9a-fA-F]{64})(?=["'\\])/g), ({ index, 0: match }): Range => {
    const end = at + index + match.length;
    return [end - 64, end];
  }).filter(([start, end]) => !isReference(text.slice(start, end)));
}
