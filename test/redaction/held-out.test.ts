import { describe, expect, it } from 'vitest';
import { draw } from './secret-samples.ts';
import { testRedactor } from './test-redactor.ts';

const redactor = testRedactor();
const redact = (text: string): string => redactor.redact(text).text;

const word = (length: number): string => `q7${draw(length - 2)}`;
const hex = (length: number): string => draw(length, '0123456789abcdef');
const login = (): string => `lantern-${draw(4)}-${draw(2, '23456789')}`;

/** A secret, and a text around it; all were written before the rules knew them. */
type Context = readonly [name: string, secret: string, around: (secret: string) => string];

const CONTEXTS: readonly Context[] = [
  ['compose file', login(), (s) => `services:\n  db:\n    environment:\n      POSTGRES_PASSWORD: ${s}\n`],
  ['compose list', login(), (s) => `    environment:\n      - MYSQL_ROOT_PASSWORD=${s}\n`],
  ['Dockerfile', login(), (s) => `FROM alpine\nENV APP_SECRET ${s}\n`],
  ['Dockerfile argument', login(), (s) => `docker build --build-arg NPM_TOKEN=${s} .`],
  ['docker run', login(), (s) => `docker run -e REDIS_PASSWORD=${s} -d redis`],
  ['terraform variable', login(), (s) => `variable "db_password" {\n  default = "${s}"\n}`],
  ['terraform values', login(), (s) => `db_password = "${s}"`],
  ['ansible', login(), (s) => `ansible_become_pass: ${s}`],
  ['ansible flag', login(), (s) => `ansible-playbook site.yml -e "ansible_ssh_pass=${s}"`],
  ['helm set', login(), (s) => `helm upgrade shop ./chart --set auth.password=${s}`],
  ['kubectl literal', login(), (s) => `kubectl create secret generic shop --from-literal=password=${s}`],
  ['kubectl registry', login(), (s) => `kubectl create secret docker-registry reg --docker-password=${s}`],
  ['spring properties', login(), (s) => `spring.datasource.password=${s}`],
  ['django settings', word(50), (s) => `SECRET_KEY = 'django-insecure-${s}'`],
  ['rails credentials', hex(64), (s) => `secret_key_base: ${s}`],
  ['laravel', `${word(43)}=`, (s) => `APP_KEY=base64:${s}`],
  ['php', login(), (s) => `define('DB_PASSWORD', '${s}');`],
  ['java', login(), (s) => `DriverManager.getConnection(url, "sa", "x"); props.setProperty("password", "${s}");`],
  ['go struct', login(), (s) => `cfg := Config{User: "ada", Password: "${s}"}`],
  ['rust', login(), (s) => `let api_token = "${s}";`],
  ['python call', login(), (s) => `psycopg2.connect(host="h", user="u", password="${s}")`],
  ['python environ', login(), (s) => `os.environ["OPENAI_API_KEY"] = "${s}"`],
  ['node environ', login(), (s) => `process.env.JWT_SECRET = '${s}'`],
  ['C sharp', login(), (s) => `"Server=h;User Id=sa;Password=${s};TrustServerCertificate=True"`],
  ['odbc', login(), (s) => `DRIVER={x};SERVER=h;UID=sa;PWD=${s}`],
  ['jdbc', login(), (s) => `jdbc:postgresql://h/db?user=u&password=${s}&ssl=true`],
  ['amqp', login(), (s) => `amqps://shop:${s}@mq.example:5671/v`],
  ['mongo link', login(), (s) => `mongodb+srv://u:${s}@cluster.example/db?retryWrites=true`],
  ['smtp', login(), (s) => `smtp://mailer%40shop.example:${s}@smtp.example:587`],
  ['git remote', login(), (s) => `git remote add origin https://ada:${s}@git.example/shop.git`],
  ['npmrc', word(36), (s) => `//registry.example/:_authToken=${s}`],
  ['pip', login(), (s) => `pip install --index-url https://ci:${s}@pypi.example/simple shop`],
  ['pypirc', login(), (s) => `[pypi]\nusername = __token__\npassword = ${s}\n`],
  ['maven', login(), (s) => `<server><id>x</id><username>u</username><password>${s}</password></server>`],
  ['gradle', login(), (s) => `signing.keyPassword=${s}`],
  ['nuget', login(), (s) => `<add key="ClearTextPassword" value="${s}" />`],
  ['cargo', word(34), (s) => `[registry]\ntoken = "${s}"`],
  ['aws file', word(40), (s) => `[default]\naws_access_key_id = x\naws_secret_access_key = ${s}`],
  ['aws configure', word(40), (s) => `aws configure set aws_secret_access_key ${s}`],
  ['aws session', word(200), (s) => `export AWS_SESSION_TOKEN="${s}"`],
  ['azure', login(), (s) => `az login --service-principal -u id -p ${s} --tenant t`],
  ['gcloud', word(60), (s) => `{"refresh_token": "${s}", "type": "authorized_user"}`],
  ['header', word(40), (s) => `curl -H "X-Auth-Token: ${s}" https://api.example`],
  ['header of fetch', word(40), (s) => `fetch(u, { headers: { Authorization: \`Bearer ${s}\` } })`],
  ['gitlab header', word(20), (s) => `curl --header "PRIVATE-TOKEN: ${s}" https://git.example`],
  ['wget', login(), (s) => `wget --user=ada --password='${s}' https://x.example`],
  ['httpie', login(), (s) => `http -a ada:${s} https://api.example/me`],
  ['ftp', login(), (s) => `ftp://ada:${s}@files.example/in`],
  ['rsync', login(), (s) => `RSYNC_PASSWORD=${s} rsync -a x rsync://h/m`],
  ['restic', login(), (s) => `export RESTIC_PASSWORD='${s}'`],
  ['gpg', login(), (s) => `gpg --batch --passphrase ${s} -c file`],
  ['echo into stdin', login(), (s) => `echo "${s}" | docker login --username u --password-stdin`],
  ['chpasswd', login(), (s) => `echo "root:${s}" | chpasswd`],
  ['postgres', login(), (s) => `CREATE ROLE shop LOGIN PASSWORD '${s}';`],
  ['mysql', login(), (s) => `GRANT ALL ON *.* TO 'u'@'%' IDENTIFIED BY '${s}';`],
  ['redis', login(), (s) => `requirepass ${s}\nport 6379`],
  ['redis prompt', login(), (s) => `127.0.0.1:6379> AUTH ${s}`],
  ['pgpass', login(), (s) => `db.example:5432:shop:ada:${s}`],
  ['wifi', login(), (s) => `network={\n  ssid="x"\n  psk="${s}"\n}`],
  ['vault', login(), (s) => `vault kv put secret/shop password=${s}`],
  ['chat', login(), (s) => `ok use this as the admin password: ${s} and try again`],
  ['chat, apart', login(), (s) => `Login with ada / ${s} on staging`],
  ['chat, two lines', login(), (s) => `user: ada\npass: ${s}`],
  ['chat, changed', login(), (s) => `I changed the root password from hunter to ${s}`],
  ['French', login(), (s) => `le mot de passe est ${s}`],
  ['German', login(), (s) => `Passwort: ${s}`],
  ['log line', word(32), (s) => `2026-03-01 DEBUG auth token=${s} user=ada`],
  ['log of JSON', word(32), (s) => `{"level":"debug","msg":"login","accessToken":"${s}"}`],
  ['query', word(32), (s) => `GET /v1/items?api_key=${s}&page=2 HTTP/1.1`],
  ['fragment', word(40), (s) => `https://shop.example/cb#access_token=${s}&expires_in=3600`],
  ['form', login(), (s) => `username=ada&password=${s}&remember=1`],
  ['cookie of session', word(40), (s) => `Set-Cookie: connect.sid=s%3A${s}; Path=/; HttpOnly`],
  ['test fixture', login(), (s) => `await page.fill('#password', '${s}');`],
  ['diff', login(), (s) => `-  password: old\n+  password: ${s}\n`],
  ['shell trace', login(), (s) => `+ export GH_TOKEN=${s}`],
  ['PowerShell', login(), (s) => `$env:DB_PASSWORD = "${s}"`],
  ['PowerShell secure', login(), (s) => `ConvertTo-SecureString "${s}" -AsPlainText -Force`],
  ['batch', login(), (s) => `set API_TOKEN=${s}`],
  ['fish', login(), (s) => `set -x API_TOKEN ${s}`],
  ['toml', login(), (s) => `[database]\npassword="${s}"`],
  ['ini', login(), (s) => `[smtp]\npass = ${s}`],
  ['XML attribute', login(), (s) => `<user name="ada" password="${s}"/>`],
  ['table', login(), (s) => `| user | ada |\n| password | ${s} |`],
  ['Slack', `${draw(9, '0123456789')}-${word(24)}`, (s) => `SLACK=xoxb-${s}`],
  ['escaped twice', login(), (s) => JSON.stringify(JSON.stringify({ a: { client_secret: s } }))],
];

/** Texts written in the same way that hold no secret. */
const INNOCENT: readonly string[] = [
  'Please choose a password with 12 characters or more.',
  'if (!password) throw new Error("password missing");',
  'const { token } = await getSession();',
  'The token budget is 200000 tokens per request.',
  'ALTER ROLE shop PASSWORD NULL;',
  'secretKeyRef:\n  name: shop\n  key: password',
  'docker login is required before the push -p flag works',
  'tokens: 12345, cost: $0.42',
  'export function hashPassword(password: string): Promise<string>',
  'type Credentials = { user: string; password?: string };',
  'the key is to water beds at 7am',
  'password_reset_tokens table has 3 columns',
  'expect(screen.getByLabelText("Password")).toBeVisible();',
  'git log --oneline -p src/auth/token.ts',
  'mysql> show tables;',
  'machine learning models log in many ways',
  'token = lexer.next_token()',
  'passwordInput.value = form.password.value;',
  '| Token | Type | Notes |\n| ----- | ---- | ----- |',
  'The secret of good soil is 30% compost.',
];

describe('secrets in many places', () => {
  const missed = CONTEXTS.filter(([, secret, around]) => redact(around(secret)).includes(secret)).map(([name]) => name);

  it('are hidden', () => {
    expect(missed).toEqual([]);
  });
});

describe('texts without a secret in such places', () => {
  it('stay', () => {
    expect(INNOCENT.filter((text) => redact(text) !== text)).toEqual([]);
  });
});
