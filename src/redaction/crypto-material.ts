import { privateKeyEnd, TORN_KEY_BODY } from './private-key-span.ts';
import { prefixedToken, type SecretRule, WORD_START } from './secret-rule.ts';

/** The header of a signed token. Its few signs are counted, or a chain of such beginnings would be read anew from each of them. */
const SIGNED_HEADER = '(?=eyJ[\\w-]{8})eyJ[A-Za-z0-9]{0,2000}(?:[-_][A-Za-z0-9]{0,2000}){0,16}';

/** Private keys, vault tokens, signed tokens and key material. */
export const CRYPTO_MATERIAL: readonly SecretRule[] = [
  {
    id: 'private-key',
    anchors: ['-BEGIN '],
    pattern: /(?<=(?<lead>-{0,4}))-BEGIN [A-Z0-9 ]{0,24}PRIVATE KEY(?: BLOCK)?-{1,5}/,
    extend: (text, end) => privateKeyEnd(text, end),
  },
  {
    id: 'private-key',
    anchors: ['-END '],
    pattern: new RegExp(
      String.raw`-END [A-Z0-9 ]{0,24}PRIVATE KEY(?: BLOCK)?-{0,5}(?<=(?<lead>${TORN_KEY_BODY})-END [A-Z0-9 ]{0,24}PRIVATE KEY(?: BLOCK)?-{0,5})`,
    ),
  },
  {
    id: 'private-key',
    anchors: ['Private-Lines:'],
    pattern:
      /Private-Lines: \d+(?<value>(?:(?:\s|\\+[nr])+[A-Za-z0-9+/=]{16,})+(?:(?:\s|\\+[nr])+[A-Za-z0-9+/]{1,63}={0,2}(?![\w:-]))?)/,
  },
  prefixedToken('vault', ['hvs.', 'hvb.', 'hvr.'], String.raw`[\w-]{20,}`),
  {
    id: 'terraform',
    anchors: ['.atlasv1.'],
    pattern: new RegExp(String.raw`(?<=${WORD_START}(?<lead>[A-Za-z0-9]{14}))\.atlasv1\.[\w-]{40,}`),
  },
  prefixedToken('vault', ['b.AAAAAQ'], String.raw`[\w-]{40,}`),
  prefixedToken('vault', ['s.'], '(?=[A-Za-z]*[0-9])(?=[a-z0-9]*[A-Z])(?=[A-Z0-9]*[a-z])[A-Za-z0-9]{24}(?![\\w.(])'),
  prefixedToken('wallet-key', ['xprv', 'yprv', 'zprv', 'tprv'], '[1-9A-HJ-NP-Za-km-z]{100,112}'),
  prefixedToken('wallet-key', ['nsec1', 'suiprivkey1', 'edsk'], '[0-9A-Za-z]{50,}'),
  {
    id: 'jwk',
    anchors: ['"d":', '"k":', '"d\\', '"k\\'],
    pattern: /"[dk]\\{0,8}"\s{0,4}:\s{0,4}\\{0,8}"(?<value>[\w-]{20,})/,
    accepts: (match) =>
      /"kty/.test(match.input.slice(Math.max(0, match.index - 2000), match.index + match[0].length + 2000)),
  },
  prefixedToken('pulumi', ['pul-'], '[0-9a-f]{40}'),
  prefixedToken('1password', ['ops_eyJ'], '[A-Za-z0-9+/=_-]{100,}'),
  prefixedToken(
    '1password',
    ['A3-'],
    '[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}',
  ),
  prefixedToken('age', ['AGE-SECRET-KEY-1', 'AGE-SECRET-KEY-PQ-1'], '[A-Za-z0-9]{30,}'),
  {
    id: 'jwt',
    anchors: ['eyJ'],
    wordStart: true,
    pattern: new RegExp(
      String.raw`${WORD_START}${SIGNED_HEADER}\.(?:eyJ[\w-]{4,}(?:\.[\w-]*)?|[\w-]*\.[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,})`,
    ),
    extend: (text, end) => {
      let at = end;
      while (at < text.length && /[\w.-]/.test(text.charAt(at))) at += 1;
      return text.charAt(at - 1) === '.' ? at - 1 : at;
    },
  },
];
