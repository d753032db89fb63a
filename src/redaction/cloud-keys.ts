import { prefixedToken, type SecretRule, WORD_START } from './secret-rule.ts';

/** Keys of clouds and hosts. */
export const CLOUD_KEYS: readonly SecretRule[] = [
  prefixedToken('aws-access-key', ['AKIA', 'ASIA', 'ABIA', 'ACCA'], '[A-Z0-9]{16}(?![A-Z0-9]{4})'),
  prefixedToken('aws-access-key', ['A3T'], '[A-Z0-9]{17}(?![A-Z0-9]{4})'),
  prefixedToken('aws-bedrock', ['ABSK'], '[A-Za-z0-9+/]{60,}={0,2}'),
  prefixedToken('aws-bedrock', ['bedrock-api-key-'], '[A-Za-z0-9+/_-]{20,}={0,2}'),
  prefixedToken('google-api', ['AIza'], String.raw`[\w-]{30,}`),
  prefixedToken('google-oauth', ['ya29.'], String.raw`[\w.-]{20,}`),
  prefixedToken('google-client-secret', ['GOCSPX-'], String.raw`[\w-]{20,}`),
  {
    id: 'azure-ad',
    anchors: Array.from('0123456789', (digit) => `${digit}Q~`),
    pattern: new RegExp(String.raw`(?<=${WORD_START}(?<lead>[\w~.-]{3}))\dQ~[\w~.-]{31,34}`),
  },
  {
    id: 'azure-storage',
    anchors: ['AccountKey=', 'SharedAccessKey='],
    pattern: /(?:Account|SharedAccess)Key=(?<value>[A-Za-z0-9+/]{40,}={0,2})/,
  },
  {
    id: 'azure-sas',
    anchors: ['sig='],
    pattern: /(?<=[?&;]|\\u0026)sig=(?<value>[A-Za-z0-9%+/_-]{40,}={0,2})/,
  },
  prefixedToken('digitalocean', ['dop_v1_', 'doo_v1_', 'dor_v1_'], '[0-9a-f]{40,}'),
  prefixedToken('alibaba', ['LTAI'], '[A-Za-z0-9]{16,24}(?![A-Za-z0-9])'),
  prefixedToken('cloudflare', ['v1.0-'], '[0-9a-f]{24}-[0-9a-f]{60,}'),
  prefixedToken('cloudflare', ['cfat_', 'cfut_', 'cfoat_', 'cfort_', 'cfk_'], String.raw`[\w-]{30,}`),
  prefixedToken('fly', ['fo1_'], String.raw`[\w-]{40,}`),
  prefixedToken('fly', ['fm1_', 'fm2_', 'fm1a_', 'fm1r_', 'fm2a_', 'fm2r_'], '[A-Za-z0-9+/=_-]{60,}'),
  prefixedToken('heroku', ['HRKU-AA'], String.raw`[\w-]{20,}`),
  prefixedToken('netlify', ['nfp_', 'nfc_', 'nfo_', 'nfu_', 'nfb_'], '[A-Za-z0-9]{32,}'),
  prefixedToken('vercel', ['vcp_', 'vci_', 'vca_', 'vcr_', 'vck_'], '[A-Za-z0-9]{24,}'),
  prefixedToken(
    'vercel',
    ['vercel_'],
    '(?:[a-z]{1,8}_){0,2}(?=[A-Za-z0-9]*[0-9])[A-Za-z0-9]{20,}(?:_[A-Za-z0-9]{8,})?',
  ),
  prefixedToken('supabase', ['sbp_'], '(?:oauth_|v0_)?[0-9a-f]{40,}'),
  prefixedToken('supabase', ['sb_secret_'], String.raw`[\w-]{12,}`),
  prefixedToken('planetscale', ['pscale_tkn_', 'pscale_oauth_', 'pscale_pw_'], String.raw`[\w.=-]{24,}`),
  prefixedToken('databricks', ['dapi'], '[0-9a-f]{32}(?:-[0-9])?'),
  prefixedToken(
    'tailscale',
    ['tskey-auth-', 'tskey-api-', 'tskey-client-', 'tskey-scim-', 'tskey-webhook-', 'tskey-'],
    '[A-Za-z0-9-]{12,}',
  ),
];
