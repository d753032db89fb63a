import type { Codes } from './anchor-index.ts';
import { comesAfter } from './name-probe.ts';
import { isReference } from './named-value.ts';
import type { SecretRule } from './secret-rule.ts';

/** Bytes of a command line that are looked at for the option. */
const REACH = 240;
const QUOTED = String.raw`(?<quote>\\{0,8}["'])(?<value>(?:(?!\k<quote>)(?:\\.|[^\n\r\\])){3,512})`;
const BARE = String.raw`(?<bare>[^\s"'\x60;|&<>\\-][^\s"'\x60;|&<>\\]{2,511})`;
/** What is given to options of the same letter by other programs: ports, protocols. */
const NO_PASSWORD = /^(?:\d{1,5}(?:[:/].*)?|ssh|https?|tcp|udp)$/i;

/** Whether something like an option follows on the command line. */
function hasOptionAfter(codes: Codes, at: number): boolean {
  for (let i = at + 3; i < at + REACH + 40; i += 1) {
    const code = codes[i];
    if (code === undefined) return false;
    if (code !== 0x2d) continue;
    const before = codes[i - 1] ?? 0;
    if (before <= 0x20 || before === 0x22 || before === 0x27 || codes[i - 2] === 0x5c) return true;
  }
  return false;
}

const isAfterSpace = comesAfter(' ');
const isAfterDash = comesAfter('-co');
const isAfterLogi = comesAfter('logi');

function isLoginWithOption(codes: Codes, at: number): boolean {
  return isAfterLogi(codes, at) && hasOptionAfter(codes, at - 1);
}

function isPassword(match: RegExpExecArray): boolean {
  const value = match.groups?.['value'] ?? match.groups?.['bare'] ?? '';
  if (isReference(value) || NO_PASSWORD.test(value)) return false;
  // `the login needs its -p flag`: a sentence names no user.
  return !/^[a-z]+$/.test(value) || !match[0].includes('login') || /\s--?u/.test(match[0]);
}

/** A row for an option that takes a password: `head` is the source of the command, `option` that of the option with what parts it from the value. */
function passwordOption(anchors: readonly string[], head: string, option: string): SecretRule {
  const start = String.raw`${head}(?=[\s"'\\.])(?:[^\n|;]|\\\n){0,${REACH}}?(?:[\s"']|\\[nt])`;
  return {
    id: 'cli-password',
    anchors,
    probe: hasOptionAfter,
    isProbeFar: true,
    contextual: true,
    pattern: new RegExp(`${start}${option}(?:${QUOTED}|${BARE})`),
    accepts: isPassword,
  };
}

const SPACED = String.raw`(?:[ \t=]{1,4}|["'],\s{0,4}(?=["']))`;

/** Programs that sign in to a registry or cluster; before the option stands the place to sign in to, or nothing. */
const LOGIN = String.raw`(?:ker|odman|erdctl|kopeo|rgocd) login`;

/**
 * Passwords that programs take as an option of one letter, or as an argument in a fixed place. Anchors are the parts of
 * the names that are rare in prose and code.
 */
export const COMMAND_LINE: readonly SecretRule[] = [
  passwordOption(['mysql', 'mariadb'], '(?:mysql|mariadb)[a-z-]{0,12}', '-p'),
  passwordOption(['ker l', 'odman l', 'erdctl l', 'kopeo l', 'rgocd l'], LOGIN, `-p${SPACED}?`),
  { ...passwordOption(['n -'], '(?<=logi)n(?= -)', `-p${SPACED}?`), probe: isLoginWithOption },
  passwordOption(['mongo'], 'mongo[a-z]{0,10}', `-p${SPACED}`),
  passwordOption(['cqlsh'], 'cqlsh', `-p${SPACED}`),
  passwordOption(['dis-c'], '(?<=re)dis-cli', `-a${SPACED}`),
  passwordOption(['ldap'], 'ldap(?:search|add|modify|whoami|delete)', `-w${SPACED}?`),
  passwordOption(['qlcm'], '(?<=s)qlcmd', `-P${SPACED}?`),
  passwordOption(['zip -', 'zip '], 'zip', `-P${SPACED}?`),
  passwordOption(['7z ', '7za '], '7za?', '-p'),
  passwordOption(['sshpass'], 'sshpass', `-p${SPACED}?`),
  passwordOption(['keyto'], 'keytool', `-(?:store|key|new|deststore|srcstore)pass${SPACED}`),
  passwordOption(['lftp '], 'lftp', String.raw`-u${SPACED}[^\s,"']{1,64},`),
  passwordOption(
    ['htpas'],
    'htpasswd',
    String.raw`(?:-[a-zA-Z]{1,6}\s{1,4}){0,3}?-[a-zA-Z]{0,4}b[a-zA-Z]{0,4}\s{1,4}(?:-[a-zA-Z]{1,6}\s{1,4}){0,3}(?:(?<=-[a-zA-Z]{0,6}n[^\n]{0,12}\s)|[^\s-]\S{0,199}\s{1,4})[^\s-]\S{0,63}\s{1,4}`,
  ),
  {
    id: 'cli-password',
    anchors: ['ss:'],
    probe: comesAfter('pa'),
    contextual: true,
    pattern: /(?<=-pass(?:in|out|wd)? {1,4}(?:\\{0,8}["'])?pa)ss:(?:\\{0,8}["'])?(?<value>[^\s"'\\]{3,512})/,
    accepts: isPassword,
  },
  {
    id: 'cookie',
    anchors: ['-b ', 'okie '],
    probe: (codes, at) => isAfterSpace(codes, at) || isAfterDash(codes, at),
    contextual: true,
    pattern:
      /(?<=curl\b[^\n|;]{0,240}) ?(?:-b|(?<=-co)okie) {1,4}(?:\\{0,8}["'])?(?<value>[\w.$-]{1,128}=[^\s"'\\]{6,4096}(?: [\w.$-]{1,128}=[^\s"'\\]{1,4096}){0,64})/,
    accepts: isPassword,
  },
];
