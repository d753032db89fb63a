import { describe, expect, it } from 'vitest';
import { draw } from './secret-samples.ts';
import { testRedactor } from './test-redactor.ts';

const redactor = testRedactor();
const redact = (text: string): string => redactor.redact(text).text;
const MARK = 'violet';
const PASSWORD = `pw-${MARK}-${70 + 7}`;
const base64 = (text: string): string => Buffer.from(text).toString('base64');

const SECRETS: Readonly<Record<string, readonly string[]>> = {
  'a value of several words under the name of a password': [
    `{"password":"${PASSWORD} in-input"}`,
    `{"PASSWORD":"${MARK} b c d"}`,
    `password: "a ${MARK} c d"`,
    `DB_PASSWORD='my ${MARK} horse 4 you'`,
  ],
  'the password option of a program': [
    `mysql -u root -p${PASSWORD} shop`,
    `mysqldump -uroot -p'${PASSWORD}' shop > x`,
    `docker login -u ada -p ${PASSWORD} registry.example`,
    `docker login registry.example -p=${PASSWORD}`,
    `podman login --username ada -p "${PASSWORD}" x`,
    `oc login -u ada -p ${PASSWORD}`,
    `mongosh "mongodb://h/x" -u me -p ${PASSWORD}`,
    `redis-cli -h cache -a ${PASSWORD} ping`,
    `ldapsearch -D cn=x -w ${PASSWORD}`,
    `sqlcmd -S h -U sa -P ${PASSWORD}`,
    `unzip -P ${PASSWORD} a.zip`,
    `sshpass -p${PASSWORD} ssh h`,
    `keytool -storepass ${PASSWORD}`,
    `openssl enc -aes-256-cbc -pass pass:${PASSWORD}`,
    `htpasswd -b users ada ${PASSWORD}`,
    `["mysql", "-u", "root", "-p${PASSWORD}"]`,
    `curl -b "sid=${PASSWORD}" https://shop.example`,
    `document.cookie = "sid=${PASSWORD}"`,
  ],
  'an entry of .netrc': [
    `machine api.example login ada password ${PASSWORD}`,
    `machine api.example\n  login ada\n  password ${PASSWORD}\n`,
    `default login ada password ${PASSWORD}`,
  ],
  'a sentence or table': [
    `the password is ${PASSWORD}.`,
    `Password for the shop is ${PASSWORD}, ok`,
    `the passphrase was "${PASSWORD}"`,
    `set the password to ${PASSWORD}`,
    `my api key is ${PASSWORD}xyz9`,
    `**Password:** ${PASSWORD}`,
    `| password | ${PASSWORD} |`,
    `password: ${MARK}!x`,
    `ALTER USER ada WITH PASSWORD '${PASSWORD}'`,
    `CREATE USER ada IDENTIFIED BY '${PASSWORD}'`,
  ],
  'a token of few different letters or with a new beginning': [
    `sk-${MARK.repeat(8)}`,
    `sntrys_${MARK}${draw(40)}`,
    `sntryu_${MARK}${draw(40)}`,
    `vercel_${MARK}1${draw(24)}`,
    `vercel_blob_rw_${MARK}1${draw(20)}_${draw(24)}`,
  ],
  'what stands in links and settings': [
    `git clone https://ada:${PASSWORD}@github.com/x/y`,
    `origin\thttps://oauth2:${PASSWORD}@gitlab.com/x (fetch)`,
    `aws_secret_access_key = ${MARK}${draw(34)}`,
    `https://x.example/?token=eyJ${MARK}${draw(30)}.eyJ${draw(30)}.${draw(30)}`,
    `Cookie: sid=${PASSWORD}`,
  ],
};

describe('secrets that surroundings give away', () => {
  for (const [where, texts] of Object.entries(SECRETS)) {
    for (const text of texts) {
      it(`are hidden in ${where}: ${text.replaceAll(PASSWORD, '…').slice(0, 60)}`, () => {
        expect(redact(text)).not.toContain(MARK);
        expect(redact(redact(text))).toBe(redact(text));
      });
    }
  }

  it('are hidden under a key whatever the number of words', () => {
    expect(redactor.redactUnderKey('password', `${PASSWORD} in-input`).text).toMatch(/^\[redacted:[^\]]*\]$/);
    expect(redactor.redactUnderKey('PASSWORD', 'a b c d').text).toMatch(/^\[redacted:[^\]]*\]$/);
  });
});

describe('a Secret of Kubernetes', () => {
  const encoded = base64(`${MARK} ${MARK}`);
  const yaml = `apiVersion: v1\ndata:\n  user: ${encoded}\n  key: "${encoded}"\nkind: Secret\nmetadata:\n  name: shop-login\n`;

  it('shows its keys and not its values, before and after its kind', () => {
    const after = `kind: Secret\nmetadata:\n  name: shop-login\nstringData:\n  pin: ${MARK}\n  cert: |\n    ${MARK}-line\ntype: Opaque\n`;
    for (const text of [yaml, after, `${after}---\n${yaml}`]) {
      expect(redact(text)).not.toMatch(new RegExp(`${encoded}|${MARK}`));
      expect(redact(text)).toContain('name: shop-login');
    }
    expect(redact(yaml)).toContain('  user: [redacted:kubernetes-secret:');
  });

  it('shows none in JSON', () => {
    const secret = { kind: 'Secret', data: { user: encoded }, metadata: { name: 'shop-login' } };
    for (const text of [JSON.stringify(secret), JSON.stringify(secret, null, 2), `$ get\n${JSON.stringify(secret)}`]) {
      expect(redact(text)).not.toContain(encoded);
      expect(redact(text)).toContain('shop-login');
    }
  });

  it('is told from a ConfigMap and other kinds beside it', () => {
    const config = `kind: ConfigMap\ndata:\n  motd: ${encoded}\n`;
    expect(redact(config)).toBe(config);
    expect(redact(`${config}---\n${yaml}`)).toContain(`motd: ${encoded}`);
    expect(redact(config.replace('ConfigMap', 'SecretStore'))).toContain(encoded);
  });
});

describe('the end of a private key whose beginning is lost', () => {
  const lines = Array.from({ length: 4 }, () => `${MARK}${draw(58)}`);
  const dashes = '-'.repeat(5);
  const torn = [`${MARK}ab`, ...lines, `ab${MARK}==`, `${dashes}END RSA PRIVATE KEY${dashes}`, 'after the key'];

  it('is hidden with all of its lines', () => {
    for (const text of [torn.join('\n'), torn.join('\\n'), torn.map((line) => `    ${line}`).join('\n')]) {
      expect(redact(`some words\n${text}`)).not.toContain(MARK);
      expect(redact(`some words\n${text}`)).toMatch(/^some words\n[\s\S]*after the key$/);
    }
  });

  it('is told from the end of a certificate', () => {
    const text = torn.join('\n').replace('RSA PRIVATE KEY', 'CERTIFICATE');
    expect(redact(text)).toBe(text);
  });
});

const INNOCENT: readonly string[] = [
  'the password field is required',
  'password: string;',
  'token is expired',
  '"password": "Enter your password"',
  '"passwordRequired": "Password must be 8 characters"',
  '"token": "The token is expired"',
  'mysql -u root -p shop',
  'mysql -h h -P 3306 -p',
  'gh auth login -p ssh',
  'docker run -p 8080:80 x',
  'docker login -u ada --password-stdin',
  'docker login -u ada -p "$REGISTRY_PASSWORD"',
  'psql -p 5432 -U me',
  'the machine is a login server, password protected',
  'the token is base64-encoded',
  'the secret is 32-byte',
  'password is bcrypt-hashed',
  'token is JWT-based',
  'token is 401',
  'the token is valid until 2026-01-01',
  'the token was issued in 2024',
  'the api key is read from config/app.v2.json',
  'secret is sha256-hashed',
  'the password is stored in user_credentials_v2',
  'the password is at least 8 characters',
  '| Password | Required | 2026-01-01 |',
  'vercel_project_environment_variable',
  'kind: Secret',
  'password: user.password1',
];

describe('what only speaks of secrets', () => {
  for (const text of INNOCENT) {
    it(`stays: ${text}`, () => {
      expect(redact(text)).toBe(text);
    });
  }
});

describe('a secret in base64', () => {
  const inside = `the old one was AWS_SECRET_ACCESS_KEY=${draw(40)} here`;
  const once = `seen: ${base64(inside)} and gone`;
  const filler = 'The tide comes and the tide goes. '.repeat(600);

  it.each([
    ['a short text', once],
    ['a long text', `${filler}${once}`],
    ['a path of letters', `/srv/harbour/lights/${base64(inside)}`],
  ])('is found in %s', (_name, text) => {
    expect(redact(text)).toContain('[redacted:');
  });

  it('is not seen in a path', () => {
    const path = '/home/ada/harbour/lights/node/modules/typescript/lib/token/secret';
    expect(redact(path)).toBe(path);
  });
});
