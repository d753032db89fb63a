import { ARGUMENT, isKey, isNoReference, isTelling } from './matched-value.ts';
import { isAfterAddress } from './name-probe.ts';
import { isReference } from './named-value.ts';
import type { SecretRule } from './secret-rule.ts';

/** What people and programs sign in with, where no word names it: dialogues, protocols, addresses of servers. */
export const SIGN_INS: readonly SecretRule[] = [
  {
    id: 'dsn-password',
    anchors: ['PWD={', 'assword={', 'pwd={'],
    contextual: true,
    pattern: /(?:PWD|pwd|assword)=\{(?<value>[^{}\n]{4,128})\}/,
    accepts: isTelling,
  },
  {
    id: 'dsn-password',
    anchors: ['oracle:thin:', 'oracle:oci:'],
    contextual: true,
    pattern: /oracle:(?:thin|oci):[\w$#.]{1,64}\/(?<value>[^\s"'\\]{3,128})@/,
    accepts: isNoReference,
  },
  {
    id: 'cli-password',
    anchors: ['l -u', 'L -u', 's -u', 'S -u', 'f -u', 'v -u', 'k -u', 'i -u', 'g -u'],
    contextual: true,
    pattern: /(?<=cur|curl -[a-zA-Z]{0,8})[a-zA-Z] -u\\{0,8}["']?[\w.@+-]{1,64}:(?<value>[^\s"'\\]{3,256})/,
    accepts: isNoReference,
  },
  {
    id: 'cli-password',
    anchors: ['-auth '],
    contextual: true,
    pattern: /(?<= )-auth \\{0,8}["']?[\w.@+-]{1,64}:(?<value>[^\s"'\\]{3,256})/,
    accepts: isNoReference,
  },
  {
    id: 'cli-password',
    anchors: ['.py '],
    contextual: true,
    pattern: /\.py (?:-\S{1,20} ){0,3}[\w.-]{1,64}\/[\w.$-]{1,64}:(?<value>[^\s"'\\]{3,128})@(?=[\w.-])/,
    accepts: isTelling,
  },
  {
    id: 'cli-password',
    anchors: ['<<< '],
    contextual: true,
    get pattern() {
      return new RegExp(
        String.raw`(?<=(?:passw(?:or)?d|[Ss]ecret|SECRET|TOKEN|PASSWORD|KEY|login|[Tt]oken)[^\n|;]{0,80})<<< ${ARGUMENT}`,
      );
    },
    accepts: isNoReference,
  },
  {
    id: 'cli-password',
    anchors: ['send "', 'send -- "', 'send \\"'],
    contextual: true,
    pattern: /send (?:-- )?\\{0,8}"(?<value>[^\s"\\$]{6,64})\\{1,8}[rn]/,
    accepts: isTelling,
  },
  {
    id: 'cli-password',
    anchors: ['AUTH '],
    contextual: true,
    pattern: /(?<=(?:^|[\n>:→|\t])\s?)AUTH (?:[\w.-]{1,32} )?\\{0,8}["']?(?<value>[^\s"'\\]{6,256})/,
    accepts: isTelling,
  },
  {
    id: 'cli-password',
    anchors: [' on >', ' on #'],
    contextual: true,
    pattern: /(?<=(?:user|SETUSER|setuser) \S{1,64}) on (?:[\w~*+@&-]{1,32} ){0,4}>(?<value>[^\s"'\\]{3,256})/,
    accepts: isNoReference,
  },
  {
    id: 'named-secret',
    anchors: ['pass=', 'pass:', 'pass"', "pass'", 'pass =', 'PASS=', 'PASS:', 'PASS =', 'Pass"', "Pass'"],
    contextual: true,
    get pattern() {
      return new RegExp(
        String.raw`(?:(?<=[a-z]{2})pass|(?<=[A-Z]{2})PASS|(?<=[a-z]{2})Pass)\\{0,8}["']?\s{0,4}(?:=>|[:=])\s{0,4}${ARGUMENT}`,
      );
    },
    accepts: isTelling,
  },
  {
    id: 'named-secret',
    anchors: ['chpasswd:'],
    contextual: true,
    pattern: /chpasswd:\s{1,8}(?:expire: \w{4,5}\s{1,8})?(?:list|users): ?\|?/,
    spans: accountLines,
  },
  {
    id: 'named-secret',
    anchors: ['user-pass\n', 'user-pass>\n'],
    contextual: true,
    pattern: /user-pass>?\n[\w.@+-]{1,64}\n(?<value>[^\s<>]{4,128})/,
    accepts: isNoReference,
  },
  {
    id: 'named-secret',
    anchors: ['-oauth":', '-oauth\\":', '-token":', '-basic":'],
    contextual: true,
    pattern:
      /-(?:oauth|token|basic)\\{0,8}":\s{0,4}\{\s{0,8}\\{0,8}"[\w.-]{1,80}\\{0,8}":\s{0,4}\\{0,8}"(?<value>[^\s"\\]{16,256})/,
    accepts: isKey,
  },
  {
    id: 'named-secret',
    anchors: ['BUNDLE_', '-key-data:'],
    contextual: true,
    pattern: /(?:BUNDLE_[A-Z0-9_]{3,80}: \\{0,8}["']?[\w.-]{1,64}:|-key-data: )(?<value>[^\s"'\\]{6,4096})/,
    accepts: isNoReference,
  },
  {
    id: 'header-key',
    anchors: ['-Crumb: ', '-crumb: ', 'srf-token" content="', 'srf-token\\" content=\\"'],
    contextual: true,
    pattern: /(?:-[Cc]rumb: |srf-token\\{0,8}" content=\\{0,8}")(?<value>[\w+/=.-]{12,1024})/,
    accepts: isNoReference,
  },
  {
    id: 'url-query',
    anchors: ['?code=', '&code='],
    contextual: true,
    pattern: /[?&]code=(?<value>[\w%+/=.~-]{20,1024})/,
    accepts: isKey,
  },
  {
    id: 'named-secret',
    anchors: ['ccess Key [', 'ssword [', 'oken [', 'ecret ['],
    contextual: true,
    pattern: /(?:(?<=Secret A)ccess Key|ssword|oken|ecret) \[[^\]\n]{0,40}\]: {1,2}(?<value>\S{6,512})/,
    accepts: isNoReference,
  },
  {
    id: 'spoken-secret',
    anchors: [' / '],
    probe: isAfterAddress,
    contextual: true,
    pattern: / \/ (?<value>[^\s"'\x60,;<>(){}|\\]{6,128})/,
    accepts: isTelling,
  },
  {
    id: 'cookie',
    anchors: ['\tTRUE\t', '\tFALSE\t'],
    contextual: true,
    pattern: /\t(?:TRUE|FALSE)\t\d{1,12}\t[\w.-]{1,80}\t(?<value>[^\s]{8,4096})/,
    accepts: isNoReference,
  },
];

/** The passwords of `name:password` lines that stand below a place. */
function accountLines(text: string, at: number): readonly (readonly [number, number])[] {
  const found: (readonly [number, number])[] = [];
  const block = /^[^\n]*\n(?:\s*(?:list|users)[^\n]*\n)?/.exec(text.slice(at, at + 200))?.[0].length ?? 0;
  const lines = /[ \t-]{1,16}[\w.-]{1,32}:(?<value>[^\s"'\\]{4,128})\n?/dy;
  lines.lastIndex = at + block;
  for (let match = lines.exec(text); match !== null && found.length < 100; match = lines.exec(text)) {
    const range = match.indices?.groups?.['value'];
    if (range !== undefined && !isReference(match.groups?.['value'] ?? '')) found.push(range);
  }
  return found;
}
