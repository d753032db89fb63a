import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { secretValuesOf } from '../../src/redaction/known-values.ts';
import { createRedactor, type RedactorParts } from '../../src/redaction/redactor.ts';
import { draw } from './secret-samples.ts';

function redactorWith(parts: Partial<RedactorParts> = {}) {
  return createRedactor({
    key: new Uint8Array(32).fill(7),
    hmac: (key, text) => createHmac('sha256', key).update(text).digest(),
    ...parts,
  });
}

const redact = (text: string): string => redactorWith().redact(text).text;
const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('what a person marks as private', () => {
  it('is left out whole, over several lines and with the tags', () => {
    const text = redact('Plant <private>the blue door\nis left open</private> tulips');
    expect(text).toMatch(/^Plant \[redacted:private:[0-9a-f]{8}\] tulips$/);
  });

  it('is left out to the end of the text when it is not closed', () => {
    expect(redact('Plant <private>the blue door\nis left open')).toMatch(/^Plant \[redacted:private:[0-9a-f]{8}\]$/);
  });

  it.each([
    '<PRIVATE>the blue door</Private> tulips',
    '<private reason="home">the blue door</private > tulips',
    JSON.stringify({ note: '<private>the blue door</private> tulips' }),
    JSON.stringify(JSON.stringify({ note: '<private>the blue door</private> tulips' })),
    '<private>the </b> blue door</private> tulips',
    '<private>"the blue door"</private> tulips',
  ])('is found in %s', (text) => {
    expect(redact(text)).not.toContain('blue');
    expect(redact(text)).toContain('tulips');
    expect(redact(redact(text))).toBe(redact(text));
  });

  it.each(['Mark it with `<private>` first', 'the tag "<private>" hides text', 'a privately owned <privateer> shop'])(
    'is not what only speaks of it: %s',
    (text) => {
      expect(redact(text)).toBe(text);
    },
  );
});

describe('values of environment variables that are secrets by name', () => {
  const value = `${draw(9)}7-${draw(9)}`;
  const env = {
    SEED_SHOP_TOKEN: value,
    DEPLOY_KEY: `a"b\\${value}\n`,
    PWD: '/home/ada/seed-shop-2026',
    OLDPWD: '/home/ada/elsewhere-2026',
    SSH_AUTH_SOCK: '/run/user/1000/keyring/ssh',
    PUBLIC_KEY: `pk7-${draw(20)}`,
    API_TOKEN: 'short7',
    KEYRING_PASSWORD: 'development-default',
    EDITOR: `vim-${draw(12)}`,
  };
  const known = secretValuesOf(env);

  it('are those that stand nowhere by chance', () => {
    expect(known).toEqual([env.DEPLOY_KEY, env.SEED_SHOP_TOKEN]);
  });

  it('are hidden wherever they stand, whatever they look like', () => {
    const redactor = redactorWith({ known });
    expect(redactor.redact(`it said ${value}, then stopped`).text).toMatch(
      /^it said \[redacted:env-value:[0-9a-f]{8}\], then stopped$/,
    );
    expect(redactor.redact(JSON.stringify({ out: JSON.stringify([env.DEPLOY_KEY]) })).text).not.toContain(value);
    expect(redact(`it said ${value}`)).toContain(value);
  });

  it('are looked for in raw lines too, so that no line that holds one passes for plain', () => {
    const { anchors } = redactorWith({ known });
    expect(anchors.mayOccurIn(Buffer.from(JSON.stringify({ out: env.DEPLOY_KEY })))).toBe(true);
    expect(redactorWith().anchors.mayOccurIn(Buffer.from(JSON.stringify({ out: value })))).toBe(false);
  });
});

describe('a text that a person allows', () => {
  const secret = `AK${'IA'}${draw(16, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567')}`;
  const tag = /:([0-9a-f]{8})\]/.exec(redact(secret))?.[1] ?? '';
  const allowing = (tags: readonly string[], digests: readonly string[]) =>
    redactorWith({ allowed: { tags: new Set(tags), digests: new Set(digests), digest } });

  it.each([
    ['tag', allowing([tag], [])],
    ['digest', allowing([], [digest(secret)])],
  ])('stays by its %s, and every other secret goes', (_, redactor) => {
    const other = `AK${'IA'}${draw(16, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567')}`;
    const redacted = redactor.redact(`${secret} and ${other}`);
    expect(redacted.text).toContain(secret);
    expect(redacted.text).not.toContain(other);
    expect(redacted.rules).toEqual({ 'aws-access-key': 1 });
    expect(redactor.redactUnderKey('api_key', secret).text).toBe(secret);
  });
});
