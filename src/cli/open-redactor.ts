import { createHmac } from 'node:crypto';
import type { secretValuesOf } from '../redaction/known-values.ts';
import type { AllowedTexts, createRedactor, SecretRedactor } from '../redaction/redactor.ts';
import { readConfigText } from './settings/read-config-text.ts';
import { settingVariable } from './settings/setting-defaults.ts';
import type { LoomPaths } from './store-paths.ts';
import { sha256 } from './system-sources.ts';

interface RedactorWish {
  readonly key: Uint8Array;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly paths: Pick<LoomPaths, 'configFile'>;
}

const hmac = (key: Uint8Array, text: string): Uint8Array => createHmac('sha256', key).update(text).digest();
const ALLOW = 'redaction.allow';

const TAG = /^[0-9a-f]{8}$/;
const DIGEST = /^sha256:(?=[0-9a-f]{64}$)/;

/** The functions that a redactor is made of: loaded, or loaded at their first call. */
export interface RedactorParts {
  readonly createRedactor: typeof createRedactor;
  readonly secretValuesOf: typeof secretValuesOf;
}

/** Makes the redactor of a store: it knows secrets of the environment, and what the user's own configuration lets stand. */
export function makeRedactor(wish: RedactorWish, parts: RedactorParts): SecretRedactor {
  const { env, paths } = wish;
  const allowed = readAllowed(env, paths.configFile);
  return parts.createRedactor({
    get key() {
      return wish.key;
    },
    hmac,
    known: parts.secretValuesOf(env),
    ...(allowed === undefined ? {} : { allowed }),
  });
}

/** Loads the redactor of a store. */
export async function openRedactor(wish: RedactorWish): Promise<SecretRedactor> {
  const redaction = await import('../redaction/redactor.ts');
  const values = await import('../redaction/known-values.ts');
  return makeRedactor(wish, { ...redaction, ...values });
}

/** Hooks need this too, so it reads one key of the file itself; what is wrong with the file is said by whoever reads all of it. */
function readAllowed(env: RedactorWish['env'], configFile: string): AllowedTexts | undefined {
  const variable = env[settingVariable(ALLOW)];
  const entries = variable === undefined ? entriesOf(configFile) : variable.split(',').map((entry) => entry.trim());
  if (entries.length === 0) return undefined;
  return {
    tags: new Set(entries.filter((entry) => TAG.test(entry))),
    digests: new Set(entries.filter((entry) => DIGEST.test(entry)).map((entry) => entry.replace(DIGEST, ''))),
    digest: (text) => Buffer.from(sha256(text)).toString('hex'),
  };
}

function entriesOf(configFile: string): readonly string[] {
  try {
    const text = readConfigText(configFile, 'user');
    if (!text.ok) return [];
    const document = JSON.parse(text.value.replace(/^\uFEFF/, '')) as Record<string, unknown>;
    const entries = (document['redaction'] as { allow?: unknown } | undefined)?.allow ?? document[ALLOW];
    return Array.isArray(entries) ? entries.filter((entry): entry is string => typeof entry === 'string') : [];
  } catch {
    return [];
  }
}
