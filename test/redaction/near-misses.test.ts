import { describe, expect, it } from 'vitest';
import { draw } from './secret-samples.ts';
import { testRedactor } from './test-redactor.ts';

const redactor = testRedactor();
const HEX = '0123456789abcdef';
const BASE32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const NIX = '0123456789abcdfghijklmnpqrsvwxyz';
const hex = (length: number): string => draw(length, HEX);
const base64 = (length: number): string => Buffer.from(draw(length)).toString('base64');
const uuid = (): string => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;
const pem = (kind: string): string =>
  [`-----BEGIN ${kind}-----`, base64(48), base64(48), base64(20), `-----END ${kind}-----`].join('\n');
const stripe = (kind: string): string => `pk_${kind}_${draw(24)}`;

/** What looks like a secret and is none, by kind: each is drawn three times. */
const KINDS: Readonly<Record<string, () => readonly string[]>> = {
  'commit ids, whole, short and in index lines': () => [
    `commit ${hex(40)}`,
    `${hex(7)} tide: fix the lamp`,
    `index ${hex(7)}..${hex(7)} 100644`,
    `Merge: ${hex(9)} ${hex(9)}`,
    `"commit": "${hex(40)}"`,
  ],
  'UUIDs, also under key and session_id': () => [
    uuid(),
    JSON.stringify({ key: uuid(), session_id: uuid(), id: uuid() }),
    `session_id=${uuid()}`,
  ],
  'identifiers: ULID, nanoid, ObjectId, snowflake': () => [
    `id: 01${draw(24, BASE32)}`,
    JSON.stringify({ id: draw(21) }),
    `{"_id":{"$oid":"${hex(24)}"}}`,
    `ObjectId("${hex(24)}")`,
    `"id": "1${draw(17, '0123456789')}"`,
  ],
  'digests and checksums': () => [
    `sha256:${hex(64)}`,
    `${hex(64)}  lamp.tar.gz`,
    `${hex(128)}  lamp.tar.gz`,
    `"integrity": "sha512-${Buffer.from(draw(64)).toString('base64')}"`,
    `<script integrity="sha384-${Buffer.from(draw(48)).toString('base64')}" src="a.js">`,
    `resolution: {integrity: sha512-${Buffer.from(draw(64)).toString('base64')}}`,
    `  checksum: 10c0/${hex(128)}`,
    `golang.org/x/text v0.3.0 h1:${Buffer.from(draw(32)).toString('base64')}`,
    `golang.org/x/text v0.3.0/go.mod h1:${Buffer.from(draw(32)).toString('base64')}`,
    `/nix/store/${draw(32, NIX)}-glibc-2.38/lib`,
    `FROM node:20@sha256:${hex(64)}`,
    `lamp/web@sha256:${hex(64)}`,
  ],
  'images and source maps': () => [
    `<img src="data:image/png;base64,iVBORw0KGgo${base64(90)}">`,
    JSON.stringify({
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: `iVBORw0KGgo${base64(90)}` },
    }),
    `//# sourceMappingURL=data:application/json;base64,${Buffer.from('{"version":3,"sources":["a.ts"],"mappings":"AAAA"}').toString('base64')}`,
    '{"version":3,"sources":["lamp.ts"],"names":["tide"],"mappings":"AAAA,SAASA,IAAIC,KAAK,GAAGC"}',
  ],
  'ids of messages, calls and requests': () => [
    `toolu_01${draw(22)}`,
    `msg_01${draw(22)}`,
    `call_${draw(24)}`,
    `req_01${draw(22)}`,
    JSON.stringify({ tool_use_id: `toolu_01${draw(22)}`, request_id: `req_01${draw(22)}` }),
  ],
  'signatures of thinking and content that is encrypted': () => [
    JSON.stringify({ type: 'thinking', thinking: 'the tide', signature: base64(240) }),
    JSON.stringify({ type: 'reasoning', encrypted_content: `gAAAAAB${base64(240)}` }),
  ],
  'public keys and certificates': () => [
    `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${draw(43)} ada@box`,
    `ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQ${draw(340)} ada@box`,
    `ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAI${draw(100)}`,
    pem('CERTIFICATE'),
    pem('PUBLIC KEY'),
    pem('RSA PUBLIC KEY'),
  ],
  'keys that are made to be shown': () => [stripe('live'), stripe('test'), `"publishableKey": "${stripe('live')}"`],
  'entity tags': () => [`ETag: "${hex(32)}"`, `etag: W/"${hex(10)}-${draw(27)}"`, `If-None-Match: "${hex(32)}"`],
  'references to variables and vaults': () => [
    'password=${DB_PASSWORD}',
    '"token": "${TOKEN}"',
    'const token = process.env.API_TOKEN;',
    'api_key: ${{ secrets.API_KEY }}',
    '  password: ${{ secrets.DB_PASSWORD }}',
  ],
  'stand-ins of documentation': () => [
    'token: <your-token>',
    'api_key = "sk-your-key-here"',
    `token ghp_${'x'.repeat(36)}`,
    'GITHUB_TOKEN=ghp_xxxxxxxxxxxxxxxxxxxx',
    'password: ********',
    `aws_access_key_id = AKIAIOSFODNN7${'EXAMPLE'}`,
  ],
  code: () => [
    'token: nextTokenFromStream,',
    'password: string;',
    'primaryKey: id',
    'primaryKey: true,',
    "KeyError: 'lamp'",
    '.sk-cube-grid { color: red }',
    '<div class="sk-cube-grid sk-cube1">',
    'npm_config_registry=https://registry.example/',
  ],
  'digests, offsets and names of blobs that loom itself writes': () => [
    JSON.stringify({ seq: 7, _h: hex(64), _p: hex(64) }),
    `[blob:${hex(64)}]`,
    JSON.stringify({ blob: hex(64), bytes: 71_003 }),
    `"_p":"${hex(64)}","_h":"${hex(64)}"`,
  ],
};

/** Where such a thing stands. */
const PLACES: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `the lamp says\n${text}\nand so on`,
  (text) => JSON.stringify({ output: text }),
  (text) => JSON.stringify(JSON.stringify([text])),
  (text) => text.replaceAll(/^/gm, '    '),
  (text) => `     1\t${text.replaceAll('\n', '\n     2\t')}\n     3\tend`,
];

describe('what looks like a secret', () => {
  it.each(Object.keys(KINDS))('stays byte for byte: %s', (kind) => {
    const drawn = [1, 2, 3].flatMap(() => KINDS[kind]?.() ?? []);
    const texts = drawn.flatMap((text) => PLACES.map((place) => place(text)));
    expect(texts.filter((text) => redactor.redact(text).text !== text)).toEqual([]);
  });

  it('stays beside all the others', () => {
    const text = Object.values(KINDS)
      .flatMap((make) => make())
      .join('\n\n');
    expect(redactor.redact(text).text).toBe(text);
  });
});
