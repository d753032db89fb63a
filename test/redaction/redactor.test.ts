import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../src/redaction/redactor.ts';
import { RULE_TABLE } from '../../src/redaction/rule-table.ts';
import { processorMillis } from '../support/patience.ts';
import { fc } from '../support/properties.ts';
import { draw, SAMPLES as KNOWN_SAMPLES, privateKey } from './secret-samples.ts';
import { testRedactor } from './test-redactor.ts';
import { VENDOR_SAMPLES } from './vendor-samples.ts';

const SAMPLES = [...KNOWN_SAMPLES, ...VENDOR_SAMPLES];
const redactor = testRedactor();
const redact = (text: string): string => redactor.redact(text).text;

const CONTEXTS: Readonly<Record<string, (secret: string) => string>> = {
  env: (secret) => `VALUE=${secret}\nNEXT=1`,
  'quoted export': (secret) => `export VALUE="${secret}"`,
  json: (secret) => JSON.stringify({ value: secret, next: 1 }),
  'json line in json': (secret) => JSON.stringify({ output: JSON.stringify({ value: secret }) }),
  'twice escaped': (secret) => JSON.stringify(JSON.stringify({ a: `line\n${secret}\nline` })).slice(1, -1),
  yaml: (secret) => `value: ${secret}\nnext: 1`,
  'prose with a comma': (secret) => `I used ${secret}, and it worked.`,
  'end of a sentence': (secret) => `It is ${secret}.`,
  parentheses: (secret) => `call(${secret})`,
  backticks: (secret) => `use \`${secret}\` here`,
  query: (secret) => `https://example.org/?v=${secret}&next=1`,
  html: (secret) => `<td>${secret}</td>`,
  'table cell': (secret) => `| ${secret} | x |`,
  coloured: (secret) => `\u001b[32m${secret}\u001b[0m`,
};

describe('secrets known by their shape', () => {
  for (const { rule, make } of SAMPLES) {
    it(`hides ${rule} in every context`, () => {
      for (const [name, context] of Object.entries(CONTEXTS)) {
        const secret = make();
        const hidden = redactor.redact(context(secret));
        expect(hidden.text, name).not.toContain(secret.slice(-16));
        expect(Object.keys(hidden.rules), name).toEqual([rule]);
      }
    });
  }

  it('leaves near misses byte for byte', () => {
    for (const { nearMisses } of SAMPLES) {
      for (const nearMiss of nearMisses) {
        const text = nearMiss();
        expect(redact(text)).toBe(text);
      }
    }
  });

  it('has a sample for every rule that is not contextual', () => {
    const sampled = new Set(SAMPLES.map(({ rule }) => rule));
    const without = RULE_TABLE.filter((rule) => rule.contextual !== true && !sampled.has(rule.id)).map(({ id }) => id);
    expect(without).toEqual(['private', 'private-key', 'private-key', 'private-key']);
  });
});

const PASSWORD = `pw-violet-${70 + 7}`;

const NAMED: readonly string[] = [
  JSON.stringify({ password: PASSWORD }),
  JSON.stringify({ api_key: PASSWORD }, null, 2),
  `api_token: ${PASSWORD}`,
  `ANTHROPIC_API_KEY=${PASSWORD}`,
  `export AWS_SECRET_ACCESS_KEY=${PASSWORD}`,
  `postgres://u:p@ss-${PASSWORD}@db/x`,
  `redis://:${PASSWORD}@cache:6379/0`,
  `curl -u u:${PASSWORD} https://example.org`,
  `curl --user 'u:${PASSWORD}' https://example.org`,
  `Authorization: Bearer ${PASSWORD}`,
  `authorization: token ${PASSWORD}`,
  `-H "x-api-key: ${PASSWORD}"`,
  `X-Amz-Security-Token: ${PASSWORD}`,
  `--password ${PASSWORD}`,
  `--api-key=${PASSWORD}`,
  `PGPASSWORD='${PASSWORD}' psql`,
  `Cookie: theme=dark; sid=${PASSWORD}`,
  `Set-Cookie: sid=${PASSWORD}; Path=/; HttpOnly`,
  `const secret = "${PASSWORD}";`,
  `password: str = "${PASSWORD}"`,
  `<password>${PASSWORD}</password>`,
  `{\\"client_secret\\":\\"${PASSWORD}\\"}`,
  `{'db_password': '${PASSWORD}'}`,
  `Server=x;Password=${PASSWORD};Database=y`,
  `STRIPE_KEY=${PASSWORD}${PASSWORD}`,
  `{"name":"API_TOKEN","value":"${PASSWORD}"}`,
  `DB_PASS=${PASSWORD}`,
];

describe('secrets known by their surroundings', () => {
  for (const text of NAMED) {
    it(`hides the value of ${text.replaceAll(PASSWORD, '…')}`, () => {
      expect(redact(text)).not.toContain('violet');
    });
  }

  it('keeps names, users and hosts readable', () => {
    expect(redact(`postgres://reader:${PASSWORD}@db.example/x`)).toMatch(
      /^postgres:\/\/reader:\[redacted:url-userinfo:[0-9a-f]{8}\]@db\.example\/x$/,
    );
    expect(redact(`API_TOKEN=${PASSWORD}`)).toMatch(/^API_TOKEN=\[redacted:named-secret:[0-9a-f]{8}\]$/);
  });

  it('hides basic credentials, which are base64', () => {
    const encoded = Buffer.from(`u:${PASSWORD}`).toString('base64');
    expect(redact(`Authorization: Basic ${encoded}`)).not.toContain(encoded.slice(0, 8));
  });

  it('hides a commit-shaped value under the name of a token, and only there', () => {
    const commit = draw(40, '0123456789abcdef');
    expect(redact(`REF=${commit}`)).toContain(commit);
    expect(redact(`TOKEN=${commit}`)).not.toContain(commit);
  });

  it('hides a phrase of words under its name', () => {
    const phrase = 'apple river stone candle window forest garden silver bridge copper meadow lantern';
    expect(redact(`mnemonic: "${phrase}"`)).not.toContain('candle');
  });
});

describe('private keys', () => {
  const marker = 'FAKEBODY';
  const forms: Readonly<Record<string, string>> = {
    'over several lines': privateKey('RSA ', marker),
    'with escaped line feeds': privateKey('', marker).replaceAll('\n', '\\n'),
    'with twice escaped line feeds': privateKey('OPENSSH ', marker).replaceAll('\n', '\\\\n'),
    'on one line': privateKey('EC ', marker).replaceAll('\n', ''),
    'cut off after three lines': privateKey('', marker).split('\n').slice(0, 4).join('\n'),
    'indented in YAML': `key: |\n${privateKey('ENCRYPTED ', marker).replaceAll(/^/gm, '    ')}\nnext: 1`,
    'in an object': JSON.stringify({ private_key: privateKey('', marker) }),
  };
  for (const [form, text] of Object.entries(forms)) {
    it(`are hidden whole ${form}`, () => {
      expect(redact(`before\n${text}\nafter the key`)).not.toContain(marker);
      expect(redact(`before\n${text}\nafter the key`)).toContain('after the key');
    });
  }

  it('are told from public keys and certificates', () => {
    for (const kind of ['PUBLIC KEY', 'CERTIFICATE', 'RSA PUBLIC KEY']) {
      const text = privateKey('', marker).replaceAll('PRIVATE KEY', kind);
      expect(redact(text)).toBe(text);
    }
  });
});

const INNOCENT: readonly string[] = [
  `commit ${draw(40, '0123456789abcdef')}`,
  `index ${draw(7, '0123456789abcdef')}..${draw(7, '0123456789abcdef')} 100644`,
  'REF=0a1b2c3d4e5f60718293a4b5c6d7e8f901234567',
  '6f1c2a34-90ab-4cde-91fc-ff88c022d50b',
  '{"key":"6f1c2a34-90ab-4cde-91fc-ff88c022d50b","session_id":"6f1c2a34-90ab-4cde-91fc-ff88c022d50b"}',
  '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  `sha512-${draw(86)}==`,
  `sha256:${draw(64, '0123456789abcdef')}`,
  `h1:${draw(43)}=`,
  `/nix/store/${draw(32, 'abcdfghijklmnpqrsvwxyz0123456789')}-glibc-2.38`,
  `toolu_01${draw(22)}`,
  `msg_01${draw(22)}`,
  `call_${draw(24)}`,
  `req_${draw(24)}`,
  `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${draw(43)} me@host`,
  `pk_${'live'}_${draw(24)}`,
  'password: string;',
  'token: nextTokenFromStream,',
  'password=${PASSWORD}',
  'password: $PASSWORD',
  'const token = process.env.API_TOKEN;',
  'api_key: ${{ secrets.API_KEY }}',
  'token: <your-token>',
  'api_key = "sk-your-key-here"',
  `token ghp_${'x'.repeat(36)}`,
  'password: ********',
  'AKIAIOSFODNN7' + 'EXAMPLE',
  'primaryKey: id',
  'KeyError: 1',
  'encryption_key: paseto_v4::Key',
  '.sk-cube-grid { color: red }',
  'npm_config_registry=https://registry.example.org/',
  'secretName: web-tls',
  'const token = await readToken(request);',
  'http://localhost:8080/a@b',
  'https://example.org/@scope/name',
  '"input_tokens": 1234, "max_tokens": 4096',
  'token: Uint8Array,',
  '<input type="password" name="pw">',
  'the word eyJ alone',
  'PWD=/home/me/project1',
  'password = password2',
  '--- PASS: TestOne (0.00s)',
  'the basic idea: bearer of news, basic authentication',
  'node_modules/.pnpm/left-pad@1.3.0/node_modules/left-pad',
  '--token string   Token of the account',
  'Enter password: ',
  'curl -u "$USER:$PASS" https://example.org',
  'https://user:${PASSWORD}@example.org/',
];

describe('what only looks like a secret', () => {
  for (const text of INNOCENT) {
    it(`stays: ${text.slice(0, 60)}`, () => {
      expect(redact(text)).toBe(text);
      expect(redactor.redact(text).rules).toEqual({});
    });
  }
});

describe('hidden encodings', () => {
  it('are seen through: JSON in JSON, an escaped letter, an escaped slash', () => {
    const inner = JSON.stringify({ password: PASSWORD }).replace('password', 'p\\u0061ssword');
    expect(redact(inner)).not.toContain('violet');
    expect(redact(JSON.stringify({ outer: inner }))).not.toContain('violet');
  });

  it('are seen through one level of base64', () => {
    const encoded = Buffer.from(`the password=${PASSWORD} of the database`).toString('base64');
    const hidden = redactor.redact(encoded);
    expect(Buffer.from(hidden.text, 'base64').toString()).toMatch(
      /the password=\[redacted:named-secret:[0-9a-f]{8}\] of the database/,
    );
    expect(hidden.rules).toEqual({ 'named-secret': 1 });
  });
});

describe('a redaction in place', () => {
  it('makes no base64 longer, with padding or without', () => {
    for (const tail of ['', ' a', ' ab']) {
      for (const password of ['violet-7!', 'violet-77!', 'violet-777!']) {
        const padded = Buffer.from(`the password=${password}${tail}`).toString('base64');
        for (const encoded of [padded, padded.replace(/=+$/, '')]) {
          const { text } = redactor.inPlace.redact(encoded);
          expect(Buffer.from(text, 'base64').toString()).not.toContain(password);
          expect(text.length, encoded).toBeLessThanOrEqual(encoded.length);
        }
      }
    }
  });
});

describe('a value under a key', () => {
  it('is hidden whole when the key names a secret', () => {
    expect(redactor.redactUnderKey('DB_PASSWORD', 'correct horse').text).toMatch(
      /^\[redacted:named-secret:[0-9a-f]{8}\]$/,
    );
    expect(redactor.redactUnderKey('Cookie', 'sid=1234567890').text).toMatch(/^\[redacted:/);
  });

  it('is left alone when it is none, or the key is another', () => {
    for (const [key, value] of [
      ['token', 'string'],
      ['password', '${PASSWORD}'],
      ['keyboard', PASSWORD],
      ['tokens', 'abc'],
    ] as const) {
      expect(redactor.redactUnderKey(key, value).text).toBe(value);
    }
  });

  it('keeps the name of the shape', () => {
    expect(redactor.redactUnderKey('token', `ghp_${draw(36)}`).rules).toEqual({ github: 1 });
  });
});

describe('placeholders', () => {
  it('carry the same tag for the same secret, and another for another key', () => {
    const text = `password=${PASSWORD}`;
    const other = createRedactor({
      key: new Uint8Array(32),
      hmac: (key, value) => new TextEncoder().encode(value + key.length),
    });
    expect(redact(text)).toBe(redact(text));
    expect(redact(text)).not.toBe(other.redact(text).text);
  });

  it('are never redacted again, whatever is around them', () => {
    const secrets = [...SAMPLES.map(({ make }) => make()), ...NAMED, privateKey('', 'FAKEBODY')];
    const piece = fc.oneof(
      fc.constantFrom(...secrets, ...INNOCENT),
      fc.string(),
      fc.constantFrom('"', ' ', '\n', '=', ':', '\\n', '\\"', '{', ','),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const once = redact(pieces.join(''));
        expect(redact(once)).toBe(once);
      }),
      { numRuns: 400 },
    );
  });
});

describe('a redactor that fails', () => {
  const boom = (): never => {
    throw new Error('boom');
  };

  it('gives nothing of the text away', () => {
    const key = new Uint8Array(1);
    const broken = createRedactor({ key, hmac: () => new Uint8Array([1, 2, 3, 4]), find: boom });
    expect(broken.redact('any text at all').text).toBe('[redacted:failed:01020304]');
    expect(createRedactor({ key, hmac: boom, find: boom }).redact('any text at all').text).toMatch(
      /^\[redacted:failed:[0-9a-f]{8}\]$/,
    );
    expect(createRedactor({ key, hmac: boom }).redactUnderKey('password', PASSWORD).text).not.toContain('violet');
  });
});

describe('the time a text takes', () => {
  const MEGABYTE = 1 << 20;
  const families = [
    '.',
    'sk-',
    '-----BEGIN PRIVATE KEY-----',
    'password=',
    'token: ',
    "password='",
    'eyJ',
    '://a:',
    'curl -u ',
    'Cookie: a=',
    '[redacted:a:00000000]',
    'AKIA',
    '{"a":',
    '\\u0061',
    'A',
    'password is ',
    'password is a1,',
    'mysql -p',
    'mysql -u a ',
    'docker login ',
    'machine a login b password ',
    'kind: Secret\n',
    'kind: Secret\ndata:\n  a: bcde\n',
    '"kind":"Secret"',
    '"kind":"Secret","data":{"a":"bcde"},',
    '-----END PRIVATE KEY-----\n',
    `${'A'.repeat(64)}\n`,
    `${'A'.repeat(64)}\n-----END PUBLIC KEY-----\n`,
    `${'A'.repeat(64)}\n-----END PRIVATE KEY\n`,
    '| password ',
    'sk-\n',
    'passwort%3D',
    'ssword ->A1b2',
    'eyJ-----',
    'c2stcHJvai0AAAAA',
    '\u001b[3 ',
    'chap-secrets ',
    'sswd',
    'mysql%3D',
    'Bearer %3D',
  ];
  for (const family of families) {
    it(`grows in proportion for ${family}`, () => {
      const timed = (size: number): number => {
        const text = family.repeat(Math.ceil(size / family.length));
        return processorMillis(() => redact(text));
      };
      timed(MEGABYTE / 16);
      // A quadratic family takes minutes for a megabyte; a slow machine does not take ten times too long.
      expect(timed(MEGABYTE)).toBeLessThan(10_000);
    });
  }
});
