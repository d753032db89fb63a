import { describe, expect, it } from 'vitest';
import { testRedactor } from './test-redactor.ts';

const redactor = testRedactor();
const redact = (text: string): string => redactor.redact(text).text;

const P = 'harbour-Violet-29';
const SEALED = `AgB${'x7Kp/2Qd+9Zt'.repeat(20)}`;

/** What looks like the value of a secret's name and is none, each with a secret in the same place. */
const LOOKALIKES: Readonly<Record<string, { readonly stay: readonly string[]; readonly hidden: readonly string[] }>> = {
  'an empty assignment before another one': {
    stay: [
      'API_SECRET=\nCOOKIE_SECRET=\nPORT=8080',
      'db_password =\ndb_port = 5432',
      'password:\nhost-of-database: db1',
    ],
    hidden: [`API_SECRET=\nCOOKIE_SECRET=${P}`, `password:\n  ${P}`],
  },
  'a text that ends behind the name': {
    stay: [
      'read -s -p "Password: " PASSWORD && export PASSWORD',
      '{"command":"read -rsp \\"Token: \\" TOKEN && use-it","n":1}',
      'print("secret: " + readline())',
    ],
    hidden: [`print("secret: '${P}'")`, `echo "password: ${P}"`],
  },
  'style sheets': {
    stay: [
      '--color-secret: #a1b2c3;',
      '.password-hint { color: #e4d909; margin: 0 }',
      '--token-gap: 0.25rem;',
      ':root{--secret:#abcd1234}',
    ],
    hidden: [`secret: ${P};`],
  },
  code: {
    stay: [
      'e.token=t?t.token:void 0,n()',
      "$password = $_POST['password']; $found = look_up($_POST['name']);",
      '{ token: "string.quoted", regex: /x/ }',
    ],
    hidden: [`e.token="${P}"`],
  },
  templates: {
    stay: ['password: {{ .Values.db.password | b64enc | quote }}', 'amqp://{{ user }}:{{ password }}@mq1.example.org'],
    hidden: [`| password | ${P} | quote |`, `amqp://app:${P}@mq1.example.org`],
  },
  'names of secrets': {
    stay: [
      'existingSecret: shop-db-auth',
      'adminPasswordKey: admin-password',
      'imagePullSecret: registry-2',
      '     1\texistingSecret: shop-auth\n     2\tsecretKeys:\n     3\t  replicaKey: x',
      'password: vault:secret/data/shop#password',
      'secret_age_seconds{secret="shop-db",namespace="x"} 12',
      'token_bucket: capacity=120 refill=5/s',
    ],
    hidden: [`adminPasswordKey: ${P}`, `{secret="${P}"}`],
  },
  'versions and translations': {
    stay: [
      '"jsonwebtoken": "^9.0.2"',
      '"gettoken": "workspace:*"',
      '"token": "Zugangsschlüssel"',
      '"password": "Adgangskode"',
      '"secret": "Geheimnisverwahrung"',
    ],
    hidden: [`"token": "${P}"`],
  },
  'what is made to be shown, or encrypted already': {
    stay: [
      'SHOP_PUBLISHABLE_KEY=sb_publishable_x8Kq2Lw9Zr4Tn6Vb1Yc3Md5P',
      "map.accessToken = 'pk.eyJ1Ijoic2hvcC1tYXAifQ.x8Kq2Lw9Zr4Tn6Vb1Yc3Md'",
      'password: ENC[AES256_GCM,data:x8Kq2Lw9Zr4T,iv:n6Vb1Yc3Md5Px8Kq2Lw9Zr4Tn6Vb1Yc3Md5Px8Kq2L8=,type:str]',
      `encryptedData:\n  password: ${SEALED}`,
      '"nextPageToken": "b2Zmc2V0PTEyMDtsaW1pdD00MA=="',
    ],
    hidden: [`SHOP_SECRET_KEY=${P}`],
  },
};

describe('what looks like a secret and is none', () => {
  for (const [kind, { stay, hidden }] of Object.entries(LOOKALIKES)) {
    it(`stays: ${kind}`, () => {
      expect(stay.map(redact)).toEqual(stay);
    });
    it(`is told from a secret in its place: ${kind}`, () => {
      expect(hidden.filter((text) => redact(text).includes(P))).toEqual([]);
    });
  }

  it('stays: settings of one width around a secret, which are no rest of it', () => {
    const settings = [`DB_PASS=${P}`, 'DB_HOST=database-1.moor', 'DB_NAME=harbour-of-the-', 'DB_USER=ada-and-nobody-'];
    const width = Math.max(...settings.map(({ length }) => length));
    const [first = '', ...others] = settings.map((line) => line.padEnd(width, '0'));
    const kept = redact([first, ...others].join('\n')).split('\n');
    expect(kept[0]).toMatch(/^DB_PASS=\[redacted:/);
    expect(kept.slice(1)).toEqual(others);
  });
});
