import { draw } from './secret-samples.ts';

const P = 'harbour-Violet-29';
const KEY = `Hq3Vd9LmTz6Xk2WbPf8Rc${draw(11)}4`;
const HEX = '3f9c1e7b5a2d4860'.repeat(4);
const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Texts of one rule that is told by surroundings. */
export interface ContextualSamples {
  /** Texts in which it finds the secret, and the secret. */
  readonly hidden: readonly (readonly [text: string, secret: string])[];
  /** Texts at which it looks, and in which nothing is a secret. */
  readonly stay: readonly string[];
}

const hidden = (secret: string, ...texts: readonly string[]): ContextualSamples['hidden'] =>
  texts.map((text) => [text.replaceAll('§', () => secret), secret] as const);

/** For each rule that is told by surroundings: what it finds, and what looks like it. */
export const CONTEXTUAL_SAMPLES: Readonly<Record<string, ContextualSamples>> = {
  'named-secret': {
    hidden: hidden(
      P,
      'DB_PASSWORD=§',
      '"client_secret": "§"',
      'password: §',
      '--token §x7',
      'define("AUTH_SALT", "§")',
    ),
    stay: ['password: string;', 'token: nextTokenFromStream', 'PASSWORD=${DB_PASSWORD}', 'secret: <your-secret>'],
  },
  'named-key': {
    hidden: hidden(KEY, 'STRIPE_KEY=§', 'harbour_key = "§"', 'lampKey: "§"', 'LAMP_KEY="§"'),
    stay: ['CACHE_KEY=users-by-region-2', 'PRIMARY_KEY=order_id_2024_eu', 'PUBLIC_KEY=MFkwEwYHKoZIzj0CAQY'],
  },
  authorization: {
    hidden: hidden(KEY, 'Authorization: Bearer §', '"authorization": "Token §"', 'send Bearer § along'),
    stay: [
      'Authorization: Bearer ${TOKEN}',
      'Authorization: Bearer <your-token>',
      'Bearer authentication',
      'Basic knowledge',
    ],
  },
  'curl-user': {
    hidden: hidden(P, 'curl -u ada:§ https://x.example', 'curl -s --user ada:§ x.example', "curl -U 'ada:§' x.example"),
    stay: ['curl -u "$LOGIN" https://x.example', 'curl -u ada:$PASS https://x.example', 'sudo -u ada:staff ls'],
  },
  'url-userinfo': {
    hidden: hidden(P, 'https://ada:§@x.example/a', 'redis://:§@cache.example:6379', 'amqp://ada:§@[::1]/v'),
    stay: ['https://x.example:8080/@scope/name', 'postgres://USER:PASSWORD@HOST/db', 'https://ada:${PASS}@x.example/'],
  },
  cookie: {
    hidden: hidden(KEY, 'Cookie: sid=§', 'Set-Cookie: session=§; Path=/', "document.cookie = 'sid=§'"),
    stay: ['Cookie: sid=${SID}', 'Set-Cookie: a=b; Path=/', 'document.cookie = value'],
  },
  'seed-phrase': {
    hidden: hidden(
      'tide lamp harbour rope anchor salt gull wind mast keel sail oar',
      'mnemonic: §',
      'seed phrase: §',
      'recovery phrase is "§"',
    ),
    stay: ['mnemonic: twelve words', 'the seed phrase is in the safe', 'recovery phrase: write it down'],
  },
  'signed-url': {
    hidden: hidden(HEX, 'https://x.example/a?X-Amz-Signature=§', '/a?x=1&Signature=§', 'X-Goog-Signature=§'),
    stay: ['X-Amz-Signature=…', '?signature=short', '&Signature=${SIGNATURE}'],
  },
  pgpass: {
    hidden: hidden(P, 'db.example:5432:shop:ada:§', 'localhost:5433:*:ada:§', '*:*:*:ada:§'),
    stay: ['db.example:5432:shop:ada:$PGPASS', 'listens on 127.0.0.1:5432: ok', 'db:5432:5432'],
  },
  'registry-auth': {
    hidden: hidden(base64(`ada:${P}`), '{"auths":{"r.example":{"auth":"§"}}}', '"auth": "§"', "'auth': '§'"),
    stay: ['"auth": "required"', '"auth": "aGFyYm91cg=="', '{"auth":"none"}'],
  },
  'password-hash': {
    hidden: hidden(`$2b$12$${draw(53)}`, 'ada:§', 'hash is § here', 'bea:§:19000'),
    stay: ['$2b$12$short', 'costs $5$ or $6$', '$argon2id$ is a prefix'],
  },
  'wifi-key': {
    hidden: hidden(P, 'psk="§"', 'wifi: §', 'psk = §'),
    stay: ['wifi: off', 'key_mgmt=WPA-PSK', 'psk=$WIFI_PSK', 'vpn is down'],
  },
  'cli-password': {
    hidden: hidden(P, 'mysql -u ada -p§ shop', 'sshpass -p § ssh h', 'docker login -u ada -p § r.example'),
    stay: ['mysql -u ada -p shop', 'docker login --password-stdin', 'ssh -p 2222 host', 'mkdir -p src/a1'],
  },
  'call-password': {
    hidden: hidden(P, "login('ada', '§')", 'smtp.login("ada", "§")', "bcrypt.hash('§', 10)"),
    stay: ['login(user, password)', 'bcrypt.hash(password, 10)', 'login("ada", process.env.PASS)'],
  },
  'spoken-secret': {
    hidden: hidden(P, 'the password is §.', 'set the password to §', 'login is ada / §'),
    stay: ['the password is wrong', 'the token is base64-encoded', 'login with GitHub / GitLab'],
  },
  'dsn-password': {
    hidden: hidden(P, 'ada:§@tcp(db:3306)/shop', 'Driver=x;PWD={§};', 'jdbc:oracle:thin:ada/§@db:1521/x'),
    stay: ['ada@tcp(db:3306)/shop', 'PWD={password}', 'jdbc:oracle:thin:@db:1521/x'],
  },
  'url-query': {
    hidden: hidden(KEY, '/cb?state=1&code=§', 'https://x.example/?key=§', '/a?b=c&sig=§'),
    stay: ['/cb?code=200', '/a?key=name', '/a?token=${TOKEN}'],
  },
  'header-key': {
    hidden: hidden(KEY, 'X-Lamp-Key: §', "-H 'x-functions-key: §'", 'Jenkins-Crumb: §'),
    stay: ['X-Api-Key: $API_KEY', 'x-api-key: <your-key>', 'sort-key: created-at'],
  },
  'one-time-code': {
    hidden: hidden('482913', 'your verification code is §', 'one-time code: §', 'OTP: §'),
    stay: ['exit code is 482913', 'status code: 200', 'the verification code is wrong'],
  },
  'app-password': {
    hidden: hidden('tqzv kwpl xrmn bfjd', 'app password: §', 'App Password is §', 'application-specific password: §'),
    stay: ['app password: four words', 'an app password is needed', 'app passwords: see the page'],
  },
  'printed-secret': {
    hidden: hidden(P, '$ printenv DB_PASSWORD\n§', '$ terraform output -raw db_password\n§', '$ gh auth token\n§'),
    stay: ['$ printenv DB_PASSWORD\n', '$ cat token.ts\nimport2', '$ gh auth token --help\nUSAGE'],
  },
  'near-secret': {
    hidden: hidden(KEY, 'a token for you, § of course', 'secret (fresh) → § today', 'the api key for it, § here'),
    stay: [
      'a token for msg_01AbCdEf23456789',
      'secret of 9f86d081-884c-4d63-a9b7-1c2d3e4f5a6b',
      'the api key for app.config.v2.json',
    ],
  },
  netrc: {
    hidden: hidden(
      P,
      'machine x.example login ada password §',
      'default login ada password §',
      'machine x.example\n  login ada\n  password §',
    ),
    stay: [
      'machine x.example login ada',
      'the machine is a login server',
      'machine x.example login ada password $PASS',
    ],
  },
  'sql-password': {
    hidden: hidden(
      P,
      "ada identified by '§'",
      "identified with x by '§'",
      "INSERT INTO users (name, password) VALUES ('ada', '§')",
    ),
    stay: ["identified by '${PASS}'", "INSERT INTO users (name) VALUES ('ada')", 'it is identified by name'],
  },
  'kubernetes-secret': {
    hidden: hidden(
      base64(P),
      'kind: Secret\ndata:\n  user: §',
      'kind: Secret\ndata:\n  a.b: "§"\n',
      'kind: Secret\nstringData:\n  pin: §',
    ),
    stay: ['kind: Secret', 'kind: SecretStore\ndata:\n  user: YWRh', 'kind: ConfigMap\ndata:\n  user: YWRhYWRhYWRh'],
  },
  'table-secret': {
    hidden: hidden(
      P,
      '| user | password |\n|---|---|\n| ada | § |',
      'user,password\nada,§',
      ' id | email | password\n----+-------+-----------\n 1 | a@b.example | §',
    ),
    stay: ['| Token | Type |\n|---|---|\n| comma2 | sign |', 'user,token\n', 'password    Set the password'],
  },
  'private-key': {
    hidden: hidden(HEX, 'accounts: ["0x§"]', 'privateKeys: ["§"]', 'accounts = ["§"]'),
    stay: ['accounts: [process.env.KEY]', 'privateKeys: []', 'accounts: ["ada", "bea"]'],
  },
  npm: {
    hidden: hidden(KEY, '//registry.example/:_authToken=§', '_auth=§', '_password=§'),
    stay: ['_authToken=${NPM_TOKEN}', '_authToken=', '_auth=$AUTH'],
  },
};
