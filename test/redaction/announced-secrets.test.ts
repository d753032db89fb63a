import { describe, expect, it } from 'vitest';
import { draw } from './secret-samples.ts';
import { testRedactor } from './test-redactor.ts';

const redactor = testRedactor();
const redact = (text: string): string => redactor.redact(text).text;

const P = 'harbour+Violet29';
const HEX = draw(64, '0123456789abcdef');
const KEY = `${draw(42)}7=`;

/** Secrets that rows of files, programs and people give away, and texts of the same form that hold none. */
const PLACES: Readonly<
  Record<string, { readonly secret: string; readonly hidden: string[]; readonly stay: string[] }>
> = {
  'rows of accounts': {
    secret: P,
    hidden: [
      `listen stats\n    stats auth ada:${P}`,
      `# client\tserver\tsecret\tIP addresses\nada\t*\t"${P}"\t*`,
      `"ada" "${P}"\n"bob" "md5x"`,
      `[smtp.example.org]:587 ada@example.org:${P}`,
      `tacacs-server host 10.0.0.1 key ${P}`,
      `\${USERNAME}    ada\n\${PASSWORD}    ${P}`,
      `<tr><th>Password</th><td>${P}</td></tr>`,
      `INSERT INTO settings (key, value) VALUES ('smtp_password', '${P}')`,
      `form-data; name="password"\r\n\r\n${P}\r\n--x`,
      `{"type":"random_password","result":"${P}"}`,
      `"user"=>{"email"=>"a@example.org", "password"=>"${P}%(x"}`,
    ],
    stay: ['"ada" "bob"', 'name="username"\n\nada-2', '<th>Password</th><td>required</td>', "('password', 'text')"],
  },
  commands: {
    secret: P,
    hidden: [
      `openssl rsa -in a.key -passin pass:'${P}'`,
      `echo -e '${P}\\n${P}' | sudo passwd ada`,
      `net use Z: \\\\files\\data ${P} /user:ada`,
      `queueadmin -H mq -u ada -p ${P} list`,
      `mc alias set shop https://s3.example.org ada ${P}`,
      `netsh wlan set profileparameter name=x keyMaterial=${P}`,
      `sql-shell -l --ldap_password_cmd="echo -n ${P}"`,
      `ConvertTo-SecureString -AsPlainText '${P}' -Force`,
    ],
    stay: [
      'mysql -u root -p orders22',
      'ssh -u ada -p 2222',
      'net use Z: \\\\files\\data /user:ada',
      'echo -e "a\\nb" | sort',
    ],
  },
  'what is announced': {
    secret: P,
    hidden: [
      `Password for ada reset.\nNew value: ${P}`,
      `A temporary password is generated for root@localhost: ${P}`,
      `The client secret you need is \`${P}\``,
      `Use ${P}  as the db password please`,
      `Nimm als Kennwort bitte ${P} und probier es noch einmal`,
      `pon ${P} como clave de root`,
      `Доступы к db1.example.org: ada / ${P}`,
      `서버 비밀번호는 ${P} 이고 계정은 ada 입니다`,
      `Veritabanı şifresi: ${P}`,
      `DB_PASSWORD=${P}\nI tried "${P}" by hand`,
      `Two factors. Recovery key (keep it):\n    ${P}`,
    ],
    stay: [
      'New value: 12',
      'The key you press is F12',
      'the value of TOKEN in the file: see line 12',
      'use it as the db password',
    ],
  },
  'keys in code and output': {
    secret: HEX.slice(0, 40),
    hidden: [
      `key = bytes.fromhex("${HEX}")`,
      `networks: { test: { accounts: ["0x${HEX}"] } }`,
      `the value of JWT_SECRET in the old file: ${HEX}. Keep it?`,
    ],
    stay: [`digest = bytes.fromhex("${HEX}")`, `accounts: ["0x${HEX.slice(0, 38)}z"]`],
  },
  'keys that a command draws': {
    secret: KEY.slice(0, 40),
    hidden: [`$ wg genkey | tee privatekey\n${KEY}`, `$ printenv DB_PASSWORD\n${KEY}`],
    stay: ['$ printenv DB_PASSWORD\n$ ls', '$ wg genkey > file\n$ ls'],
  },
};

describe('secrets that rows, programs and people announce', () => {
  for (const [place, { secret, hidden, stay }] of Object.entries(PLACES)) {
    it(`are hidden: ${place}`, () => {
      expect(hidden.filter((text) => redact(text).includes(secret))).toEqual([]);
    });
    it(`are told from others: ${place}`, () => {
      expect(stay.map(redact)).toEqual(stay);
    });
  }
});
