import { describe, expect, it } from 'vitest';
import { testRedactor } from './test-redactor.ts';

const redactor = testRedactor();
const redact = (text: string): string => redactor.redact(text).text;

const P = 'harbour-Violet-29';
const T = 'wJ4lr/XUt+nF3MI7K9bPxRfiCY1qA2sD5vG8hJ0k';
const green = (text: string): string => `\u001b[32m${text}\u001b[0m`;

/** Places of secrets, each with texts beside it that hold none. */
const PLACES: Readonly<Record<string, { readonly secrets: readonly string[]; readonly others: readonly string[] }>> = {
  'a value that stands in where a variable is not set': {
    secrets: [
      `process.env.DB_PASSWORD || '${P}'`,
      `process.env.ADMIN_PASSWORD ?? "${P}"`,
      `os.environ.get('DB_PASSWORD', '${P}')`,
    ],
    others: [`process.env.DB_PASSWORD || ''`, `const token = a || b;`, `i18n.get('password', 'Passwort eingeben')`],
  },
  'what is typed into a field': {
    secrets: [
      `page.getByLabel('Password').fill('${P}')`,
      `cy.get('#password').type('${P}')`,
      `find(By.ID, "password").send_keys("${P}")`,
    ],
    others: [
      `page.getByLabel('Password').fill(password)`,
      `cy.get('#password').click()`,
      `cy.get('#password').type('\${PASSWORD}')`,
    ],
  },
  'a text with the mark of a language before it': {
    secrets: [`PASSWORD = r"${P}"`, `SECRET = b"${P}"`, `UPDATE users SET user_pass = MD5('${P}')`],
    others: ['password = f"{user}-{number}"', 'broken = r"\\bterm_[a-z]+"', 'token = b""'],
  },
  'the prompt of a program': {
    secrets: [`AWS Secret Access Key [None]: ${T}`, `expect "assword:"\nsend "${P}\\r"`, `AUTH ${P}`],
    others: ['AWS Access Key ID [None]: ', 'send "yes\\r"', 'AUTH failed'],
  },
  'an argument of a call': {
    secrets: [
      `DriverManager.getConnection(url, "sa", "${P}")`,
      `new PDO('mysql:host=db', 'app', '${P}')`,
      `btoa("ada:${P}")`,
    ],
    others: ['DriverManager.getConnection(url, user, password)', "Buffer.from('blob:sha256:')", 'btoa("ada:name")'],
  },
  'the output of a program in colours': {
    secrets: [
      `${green('password')}: ${green(P)}`,
      `\u001b[1mDB_PASSWORD\u001b[0m=${P}`,
      `\\x1b[34m"password"\\x1b[0m: "${P}"`,
    ],
    others: [
      `${green('passed')}: ${green('harbour-2')}`,
      `${green('token')}: ${green('string')}`,
      `${green('ok')} 12 tests`,
    ],
  },
  'a column of a table': {
    secrets: [
      `| User | Password |\n|---|---|\n| ada | ${P} |`,
      `username,password\nada,${P}\n`,
      `name\ttoken\nci\t${T}\n`,
    ],
    others: [
      '| Token | Kind |\n|---|---|\n| comma2 | sign |',
      '"token",\n"uint8",\n"vector3d",\n',
      'user,password\nada,<password>\n',
    ],
  },
  'a statement that inserts rows': {
    secrets: [
      `INSERT INTO users (email, password) VALUES ('a@b.example', '${P}')`,
      `insert into users (password, age) values ('${P}', 3), ('x', 4)`,
      `INSERT INTO u (\`id\`, \`api_key\`)\nVALUES (1, '${P}')`,
    ],
    others: [
      "INSERT INTO tides (harbour, height) VALUES ('Violet-29', 3)",
      'INSERT INTO users (email, password) VALUES (?, ?)',
      "INSERT INTO users (email, password) VALUES ('a', '${PASSWORD}')",
    ],
  },
  'an option or place of a program': {
    secrets: [
      `sudo -S <<< "${P}" ls`,
      `echo '${P}' | sudo -S apt update`,
      `curl -uada:${P} https://x.example`,
      `unrar x -p${P} a.rar`,
    ],
    others: ['sudo -S ls', 'curl -us https://x.example', 'unrar x -p a.rar', 'echo yes | sudo tee a'],
  },
  'a statement about users of a database': {
    secrets: [
      `CREATE USER scott IDENTIFIED BY ${P} DEFAULT`,
      `SET PASSWORD FOR 'root'@'h' = '${P}'`,
      `ACL SETUSER app on >${P} ~*`,
    ],
    others: ['each row is IDENTIFIED BY its name', 'SET PASSWORD FOR root = :new', 'user app on the left'],
  },
  'a connection text': {
    secrets: [`DSN=prod;UID=app;PWD={${P}}`, `jdbc:oracle:thin:scott/${P}@//db:1521/XE`, `rediss://:a#${P}@cache:6379`],
    others: ['PWD={db_password}', 'jdbc:oracle:thin:@//db:1521/XE', 'jdbc:sqlserver://db:1433;user=a@b'],
  },
  'a sentence': {
    secrets: [
      `log in with ada and password ${P}`,
      `the password has been reset to ${P}.`,
      `use ada's account (${P} is the password)`,
      `ada@x.example / ${P}`,
    ],
    others: [
      'the password field2',
      'the password has been reset to the default',
      'see a@b.example / Harbour lane',
      'a password SHA-256 digest',
    ],
  },
  'a sentence in another language': {
    secrets: [
      `Das Passwort für den Server lautet ${P}`,
      `mot de passe pour la base : ${P}`,
      `la password del database è ${P}`,
      `пароль для админа — ${P}`,
      `パスワードは「${P}」です`,
      `Lösenordet är ${P}`,
    ],
    others: [
      'Das Passwort muss 8-16 Zeichen haben',
      'le mot de passe est obligatoire',
      'パスワードを mill@mill.example',
    ],
  },
};

describe('secrets in places that tell of them', () => {
  for (const [place, { secrets, others }] of Object.entries(PLACES)) {
    it(`are hidden in ${place}`, () => {
      const left = secrets.filter((text) => [P, T].some((secret) => redact(text).includes(secret)));
      expect(left).toEqual([]);
      for (const text of secrets) expect(redact(redact(text))).toBe(redact(text));
    });

    it(`are told from what only looks like ${place}`, () => {
      expect(others.filter((text) => redact(text) !== text)).toEqual([]);
    });
  }
});
