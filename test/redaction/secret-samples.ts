/**
 * Invented secrets, put together when the tests run, so that no file of the project looks as if it held one.
 * `draw(length, alphabet)` is seeded: the same sample every time.
 */
const DIGITS = '0123456789';
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const WORD = DIGITS + UPPER + LOWER;
const HEX = `${DIGITS}abcdef`;

let state = 42;

/** A pseudo-random text. */
export function draw(length: number, alphabet = WORD): string {
  let text = '';
  for (let i = 0; i < length; i += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    text += alphabet.charAt((state >>> 16) % alphabet.length);
  }
  return text;
}

/** One row: the rule, how to make a secret, and what looks like one but is not. */
export interface SampleRow {
  readonly rule: string;
  readonly make: () => string;
  readonly nearMisses: readonly (() => string)[];
}

/** A token with a prefix: too short, inside a word, and the stand-in of documentation are near misses. */
export function token(rule: string, prefix: string, body: () => string): SampleRow {
  return {
    rule,
    make: () => prefix + body(),
    nearMisses: [
      () => prefix,
      () => `${prefix}xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx`,
      () => `the prefix ${prefix} alone`,
    ],
  };
}

const hex = (length: number) => () => draw(length, HEX);
const word = (length: number) => () => draw(length);
const dash = ['-', '_'] as const;

export const SAMPLES: readonly SampleRow[] = [
  token('anthropic', `sk${dash[0]}ant-api03-`, () => `${draw(93)}AA`),
  token('anthropic', 'sk-ant-oat01-', word(86)),
  token('openai', 'sk-proj-', () => `${draw(58)}T3Blb${'kFJ'}${draw(58)}`),
  token('openai', 'sk-svcacct-', () => `${draw(58)}T3Blb${'kFJ'}${draw(58)}`),
  token('sk-key', 'sk-', () => `${draw(19)}7T3Blb${'kFJ'}${draw(20)}`),
  token('openrouter', 'sk-or-v1-', hex(64)),
  token('groq', 'gsk_', word(52)),
  token('xai', 'xai-', word(80)),
  token('perplexity', 'pplx-', word(48)),
  token('huggingface', 'hf_', () => draw(34, UPPER + LOWER)),
  token('replicate', 'r8_', word(37)),
  token('langsmith', 'lsv2_pt_', () => `${draw(32, HEX)}_${draw(10, HEX)}`),
  token('cerebras', 'csk-', word(48)),
  token('nvidia', 'nvapi-', word(64)),
  token('tavily', 'tvly-', word(32)),
  token('jina', 'jina_', word(60)),
  {
    rule: 'azure-sas',
    make: () => `https://a.blob.example.net/c?sv=2024-01-01&sig=${draw(43)}%3D`,
    nearMisses: [() => '&sig=', () => 'sig=short', () => `design=${draw(43)}`],
  },
  token('aws-access-key', 'AKIA', () => draw(16, `${UPPER}234567`)),
  token('aws-access-key', 'ASIA', () => draw(16, `${UPPER}234567`)),
  token('aws-bedrock', 'ABSK', word(120)),
  token('google-api', 'AIza', word(35)),
  token('google-oauth', 'ya29.', word(60)),
  token('google-client-secret', 'GOCSPX-', word(28)),
  {
    rule: 'azure-ad',
    make: () => `${draw(3)}8Q~${draw(34)}`,
    nearMisses: [() => '8Q~', () => `a8Q~${draw(4)}`, () => 'Q~A'],
  },
  {
    rule: 'azure-storage',
    make: () => `AccountKey=${draw(86)}==`,
    nearMisses: [() => 'AccountKey=', () => 'AccountKey=<key>', () => 'AccountKey'],
  },
  token('digitalocean', 'dop_v1_', hex(64)),
  token('alibaba', 'LTAI', word(20)),
  token('cloudflare', 'v1.0-', () => `${draw(24, HEX)}-${draw(146, HEX)}`),
  token('cloudflare', 'cfat_', word(40)),
  token('fly', 'fo1_', word(43)),
  token('fly', 'fm2_', word(120)),
  token('heroku', 'HRKU-AA', word(58)),
  token('netlify', 'nfp_', word(36)),
  token('vercel', 'vcp_', word(56)),
  token('supabase', 'sbp_', hex(40)),
  token('supabase', 'sb_secret_', () => `probe_20260710_${draw(8, HEX)}`),
  token('planetscale', 'pscale_tkn_', word(43)),
  token('databricks', 'dapi', hex(32)),
  token('tailscale', 'tskey-auth-', () => `${draw(12)}CNTRL-${draw(32)}`),
  token('github', 'ghp_', word(36)),
  token('github', 'gho_', word(36)),
  token('github', 'github_pat_', () => `${draw(22)}_${draw(59)}`),
  token('gitlab', 'glpat-', word(20)),
  token('gitlab', 'glrt-', () => `${draw(27)}.01.${draw(9, DIGITS + LOWER)}`),
  token('atlassian', 'ATATT3', word(186)),
  token('npm', 'npm_', word(36)),
  token('pypi', 'pypi-AgE', word(120)),
  token('rubygems', 'rubygems_', hex(48)),
  token('crates', 'cio', () => `9${draw(31)}`),
  token('docker', 'dckr_pat_', word(27)),
  token('artifactory', 'AKCp', word(69)),
  token('sourcegraph', 'sgp_', () => `${draw(16, HEX)}_${draw(40, HEX)}`),
  token('clojars', 'CLOJARS_', () => draw(60, HEX)),
  token('slack', 'xoxb-', () => `${draw(11, DIGITS)}-${draw(12, DIGITS)}-${draw(24)}`),
  token('slack', 'xapp-1-', () => `A${draw(10)}-${draw(13, DIGITS)}-${draw(64, HEX)}`),
  {
    rule: 'webhook-url',
    make: () => `https://hooks.slack.com/services/T${draw(8)}/B${draw(8)}/${draw(24)}`,
    nearMisses: [
      () => 'https://hooks.slack.com/',
      () => 'hooks.slack.com/services/',
      () => 'https://hooks.slack.com/docs',
    ],
  },
  {
    rule: 'webhook-url',
    make: () => `https://discord.com/api/webhooks/${draw(18, DIGITS)}/${draw(68)}`,
    nearMisses: [
      () => 'https://discord.com/api/webhooks/',
      () => '/api/webhooks/12',
      () => 'POST /api/webhooks/{id}/{token}',
    ],
  },
  {
    rule: 'discord-bot',
    make: () => `MTk4${draw(22)}.${draw(6)}.${draw(38)}`,
    nearMisses: [() => 'MTk4', () => `MTk4${draw(22)}`, () => 'MTk4.aaa.bbb'],
  },
  {
    rule: 'telegram-bot',
    make: () => `${draw(10, '123456789')}:AA${draw(33)}`,
    nearMisses: [() => '12:AA', () => 'x:AABB', () => 'MAC 00:AA:BB:CC:DD:EE'],
  },
  token('stripe', `sk_${'live'}_`, word(24)),
  token('stripe', `rk_${'test'}_`, word(24)),
  token('stripe-webhook', 'whsec_', word(32)),
  token('square', 'sq0csp-', word(43)),
  token('square', 'EAAA', () => `1${draw(59)}`),
  token('shopify', 'shpat_', hex(32)),
  {
    rule: 'twilio',
    make: () => `SK${draw(32, HEX)}`,
    nearMisses: [() => 'SK1', () => `SK${draw(20, HEX)}`, () => `TASK${draw(32, HEX)}`],
  },
  token('sendgrid', 'SG.', () => `${draw(22)}.${draw(43)}`),
  token('mailgun', 'key-', () => `a1${draw(30, HEX)}`),
  {
    rule: 'mailchimp',
    make: () => `${draw(32, HEX)}-us12`,
    nearMisses: [() => '-us12', () => 'en-us1', () => `${draw(8, HEX)}-us1`],
  },
  token('brevo', 'xkeysib-', () => `${draw(64, HEX)}-${draw(16)}`),
  token('linear', 'lin_api_', word(40)),
  token('notion', 'ntn_', () => draw(11, DIGITS) + draw(35)),
  token('notion', 'secret_', () => `A1${draw(41)}`),
  token('figma', 'figd_', word(40)),
  token('postman', 'PMAK-', () => `${draw(24, HEX)}-${draw(34, HEX)}`),
  token('sentry', 'sntryu_', hex(64)),
  token('sentry', 'sntrys_', () => `eyJ${draw(80)}`),
  token('grafana', 'glsa_', () => `${draw(32)}_${draw(8, HEX)}`),
  token('grafana', 'glc_', word(60)),
  token('new-relic', 'NRAK-', () => draw(27, DIGITS + UPPER)),
  token('dynatrace', 'dt0c01.', () => `${draw(24, `${UPPER}234567`)}.${draw(64, `${UPPER}234567`)}`),
  token('doppler', 'dp.pt.', word(43)),
  {
    rule: 'airtable',
    make: () => `pat${draw(14)}.${draw(64, HEX)}`,
    nearMisses: [() => 'pat', () => 'path/to/some/folder.md', () => `pat${draw(14)}.md`],
  },
  token('facebook', 'EAAC', word(120)),
  token('vault', 'hvs.', word(90)),
  {
    rule: 'terraform',
    make: () => `${draw(14)}.atlasv1.${draw(67)}`,
    nearMisses: [() => '.atlasv1.', () => `${draw(14)}.atlasv1.`, () => 'atlasv1'],
  },
  token('pulumi', 'pul-', hex(40)),
  token('1password', `ops_${'eyJ'}`, word(300)),
  token(
    '1password',
    'A3-',
    () => `${draw(6, UPPER)}-${draw(11, UPPER)}-${draw(5, UPPER)}-${draw(5, UPPER)}-${draw(5, UPPER)}`,
  ),
  token('age', 'AGE-SECRET-KEY-1', () => draw(58, DIGITS + UPPER)),
  {
    rule: 'jwt',
    make: () => `eyJ${draw(33)}.eyJ${draw(80)}.${draw(43)}`,
    nearMisses: [() => 'eyJ', () => `eyJ${draw(20)}`, () => 'the word eyJ alone.'],
  },
];

/** A private key in PEM whose body contains `marker` in each line. */
export function privateKey(kind: string, marker: string): string {
  const dashes = '-'.repeat(5);
  const lines = Array.from({ length: 6 }, () => `MIIF${marker}${draw(64 - 4 - marker.length)}`);
  return [`${dashes}BEGIN ${kind}PRIVATE KEY${dashes}`, ...lines, `${dashes}END ${kind}PRIVATE KEY${dashes}`].join(
    '\n',
  );
}
