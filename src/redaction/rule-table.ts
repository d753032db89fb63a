import { ACCOUNT_CODES } from './account-codes.ts';
import { ACCOUNT_PLACES } from './account-places.ts';
import { AI_KEYS } from './ai-keys.ts';
import { ANNOUNCED_SECRETS } from './announced-secrets.ts';
import { CALL_ARGUMENTS } from './call-arguments.ts';
import { CLOUD_KEYS } from './cloud-keys.ts';
import { CODE_HOST_KEYS } from './code-host-keys.ts';
import { COMMAND_LINE } from './command-line.ts';
import { CONFIGURED_SECRETS } from './configured-secrets.ts';
import { CONTEXTUAL } from './contextual.ts';
import { CRYPTO_MATERIAL } from './crypto-material.ts';
import { FILE_ROWS } from './file-rows.ts';
import { FOREIGN_NAMES } from './foreign-names.ts';
import { KUBERNETES_SECRET } from './kubernetes-secret.ts';
import { NAMED_KEYS } from './named-keys.ts';
import { NEAR_SECRETS } from './near-secrets.ts';
import { PRINTED_SECRETS } from './printed-secrets.ts';
import { PRIVATE_SPAN } from './private-span.ts';
import { PROGRAM_ARGUMENTS } from './program-arguments.ts';
import { SAAS_KEYS } from './saas-keys.ts';
import type { SecretRule } from './secret-rule.ts';
import { SHAPED_KEYS } from './shaped-keys.ts';
import { SIGN_INS } from './sign-ins.ts';
import { SPOKEN_SECRETS } from './spoken-secrets.ts';
import { TABLE_COLUMNS } from './table-columns.ts';
import { TOLD_PAIRS } from './told-pairs.ts';
import { VENDOR_KEYS } from './vendor-keys.ts';

/** Every rule. Where two rules claim the same text, one that knows the shape names it, then the earlier one. */
export const RULE_TABLE: readonly SecretRule[] = [
  ...PRIVATE_SPAN,
  ...CRYPTO_MATERIAL,
  ...AI_KEYS,
  ...CLOUD_KEYS,
  ...CODE_HOST_KEYS,
  ...SAAS_KEYS,
  ...VENDOR_KEYS,
  ...SHAPED_KEYS,
  ...CONTEXTUAL,
  ...FOREIGN_NAMES,
  ...CONFIGURED_SECRETS,
  ...ACCOUNT_PLACES,
  ...PROGRAM_ARGUMENTS,
  ...CALL_ARGUMENTS,
  ...SIGN_INS,
  ...COMMAND_LINE,
  ...NAMED_KEYS,
  ...TOLD_PAIRS,
  ...ACCOUNT_CODES,
  ...PRINTED_SECRETS,
  ...NEAR_SECRETS,
  ...SPOKEN_SECRETS,
  ...KUBERNETES_SECRET,
  ...TABLE_COLUMNS,
  ...FILE_ROWS,
  ...ANNOUNCED_SECRETS,
];
