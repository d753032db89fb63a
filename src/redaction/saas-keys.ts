import { type Codes, isAlphanumeric } from './anchor-index.ts';
import { prefixedToken, type SecretRule, WORD_START } from './secret-rule.ts';

/** First three characters of the base64 of a number that does not begin with zero, as Discord writes its bot ids. */
const DISCORD_STARTS = ['MT', 'Mj', 'Mz', 'ND', 'NT', 'Nj', 'Nz', 'OD', 'OT'].flatMap((pair) =>
  Array.from('AEIMQUYcgk', (third) => pair + third),
);

/** Whether a dot ends what looks like a bot id in base64. */
function hasDotAfterId(codes: Codes, at: number): boolean {
  for (let i = at + 23; i <= at + 28; i += 1) {
    if ((codes[i] ?? 0) === 0x2e) return true;
  }
  return false;
}

/** Whether six letters or digits follow `pat`. */
function isFollowedByWord(codes: Codes, at: number): boolean {
  for (let i = at + 3; i < at + 9; i += 1) {
    if (!isAlphanumeric(codes[i] ?? 0)) return false;
  }
  return true;
}

/** Tokens of chat, payment, mail and other services. */
export const SAAS_KEYS: readonly SecretRule[] = [
  prefixedToken(
    'slack',
    ['xoxa-', 'xoxb-', 'xoxe-', 'xoxo-', 'xoxp-', 'xoxr-', 'xoxs-', 'xoxc-', 'xoxd-', 'xoxe.'],
    String.raw`[\w.%-]{10,}`,
  ),
  prefixedToken('slack', ['xapp-1-', 'xapp-2-'], String.raw`[\w-]{20,}`),
  {
    id: 'webhook-url',
    anchors: ['hooks.slack.com/'],
    pattern: /hooks\.slack\.com\/(?:services|workflows|triggers)\/(?<value>[\w+/-]{16,})/,
  },
  {
    id: 'webhook-url',
    anchors: ['/api/webhooks/'],
    pattern: /(?<=discord(?:app)?\.com)\/api\/webhooks\/\d{6,}\/(?<value>[\w-]{20,})/,
  },
  {
    id: 'webhook-url',
    anchors: ['webhook.office.com/'],
    pattern: /webhook\.office\.com\/webhookb2\/(?<value>[\w@/-]{30,})/,
  },
  {
    id: 'discord-bot',
    anchors: DISCORD_STARTS,
    wordStart: true,
    probe: hasDotAfterId,
    pattern: new RegExp(String.raw`${WORD_START}[MNO][A-Za-z\d]{22,27}\.[\w-]{6}\.[\w-]{27,40}`),
  },
  {
    id: 'telegram-bot',
    anchors: [':AA'],
    pattern: /(?<=(?<!\d)(?<lead>\d{6,12})):AA[\w-]{30,35}/,
  },
  prefixedToken(
    'stripe',
    ['sk_live_', 'sk_test_', 'sk_prod_', 'rk_live_', 'rk_test_', 'rk_prod_'],
    '[A-Za-z0-9_]{10,}',
  ),
  prefixedToken('stripe-webhook', ['whsec_'], '[A-Za-z0-9+/=]{20,}'),
  prefixedToken('square', ['sq0atp-', 'sq0csp-', 'sq0idp-'], String.raw`[\w-]{20,}`),
  prefixedToken('square', ['EAAA'], '(?=[A-Za-z0-9_-]*[0-9])[A-Za-z0-9_-]{54,64}(?![A-Za-z0-9+/=])'),
  prefixedToken('shopify', ['shpat_', 'shpca_', 'shppa_', 'shpss_'], '[0-9a-fA-F]{20,}'),
  {
    id: 'twilio',
    anchors: Array.from('0123456789abcdef', (digit) => `SK${digit}`),
    wordStart: true,
    pattern: new RegExp(`${WORD_START}SK[0-9a-f]{32}(?![0-9a-zA-Z])`),
  },
  prefixedToken('sendgrid', ['SG.'], String.raw`[\w-]{16,32}\.[\w-]{32,64}`),
  prefixedToken('mailgun', ['key-'], '(?=[0-9a-f]*[a-f])(?=[0-9a-f]*[0-9])[0-9a-f]{32}(?![0-9a-zA-Z])'),
  {
    id: 'mailchimp',
    anchors: Array.from('123456789', (digit) => `-us${digit}`),
    pattern: new RegExp(String.raw`(?<=${WORD_START}(?<lead>[0-9a-f]{32}))-us\d{1,2}(?![0-9a-zA-Z])`),
  },
  prefixedToken('brevo', ['xkeysib-', 'xsmtpsib-'], '[0-9a-f]{40,}(?:-[A-Za-z0-9]{8,})?'),
  prefixedToken('linear', ['lin_api_', 'lin_oauth_'], '[A-Za-z0-9]{30,}'),
  prefixedToken('notion', ['ntn_'], '[0-9]{8,}[A-Za-z0-9]{30,}'),
  prefixedToken('notion', ['secret_'], '(?=[A-Za-z0-9]*[0-9])(?=[A-Za-z0-9]*[A-Z])[A-Za-z0-9]{40,}'),
  prefixedToken('figma', ['figd_', 'figo_', 'figu_'], String.raw`[\w-]{30,}`),
  prefixedToken('postman', ['PMAK-'], '[0-9a-f]{24}-[0-9a-f]{30,}'),
  prefixedToken('sentry', ['sntryu_'], '[A-Za-z0-9+/=_-]{20,}'),
  prefixedToken('sentry', ['sntrys_'], '[A-Za-z0-9+/=_-]{20,}'),
  prefixedToken('grafana', ['glsa_'], '[A-Za-z0-9]{24,}(?:_[0-9a-fA-F]{8})?'),
  prefixedToken('grafana', ['glc_'], '[A-Za-z0-9+/=]{32,}'),
  prefixedToken('new-relic', ['NRAK-', 'NRAA-', 'NRRA-', 'NRJS-', 'NRII-'], '[A-Za-z0-9]{16,}'),
  prefixedToken('dynatrace', ['dt0c01.', 'dt0s01.', 'dt0s16.'], String.raw`[A-Z2-7]{8,24}\.[A-Z2-7]{40,}`),
  prefixedToken(
    'doppler',
    ['dp.pt.', 'dp.st.', 'dp.ct.', 'dp.sa.', 'dp.scim.', 'dp.audit.'],
    String.raw`(?:[\w-]{2,35}\.)?[A-Za-z0-9]{36,}`,
  ),
  {
    id: 'airtable',
    anchors: [`pat${'\u0000'.repeat(14)}.`],
    wordStart: true,
    probe: isFollowedByWord,
    pattern: new RegExp(String.raw`${WORD_START}pat[A-Za-z0-9]{14}\.[0-9a-f]{60,}`),
  },
  prefixedToken('facebook', ['EAAM', 'EAAC', 'EAAB', 'EAAG', 'EAAD'], '[A-Za-z0-9]{80,}(?![+/=])'),
];
