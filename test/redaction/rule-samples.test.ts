import { describe, expect, it } from 'vitest';
import { RULE_TABLE } from '../../src/redaction/rule-table.ts';
import { HOLE, INNOCENT_TEXTS, STAND_INS, TOLD_TEXTS } from './rule-samples.ts';
import { draw, SAMPLES } from './secret-samples.ts';
import { testRedactor } from './test-redactor.ts';
import { VENDOR_SAMPLES } from './vendor-samples.ts';

const redactor = testRedactor();
const redact = (text: string): string => redactor.redact(text).text;
const FEWEST = 3;

const VALUES = ['Hq3Vd9LmTz6Xk2WbPf8Rc', `wJ4l${draw(4, '0123456789')}XUtnF3MI7K9bPx`, 'Zx4pQ7mw2Lk9Vb3Nc8Ty'];

describe('texts that tell of a secret', () => {
  it.each(TOLD_TEXTS)('hide it, and stay where something stands in for it: %j', (text) => {
    for (const value of VALUES) expect(redact(text.replace(HOLE, () => value))).not.toContain(value);
    for (const standIn of STAND_INS) expect(redact(text.replace(HOLE, () => standIn))).toContain(standIn);
  });

  it('hide it beside each other', () => {
    const whole = TOLD_TEXTS.map((text, at) => text.replace(HOLE, () => `${VALUES[0]}${at}`)).join('\n\n');
    expect(TOLD_TEXTS.filter((_, at) => redact(whole).includes(`${VALUES[0]}${at}\n`))).toEqual([]);
  });
});

describe('texts that only speak of secrets', () => {
  it.each(INNOCENT_TEXTS)('stay: %j', (text) => {
    expect(redact(text)).toBe(text);
  });

  it('stay beside each other', () => {
    const whole = INNOCENT_TEXTS.join('\n\n');
    expect(redact(whole)).toBe(whole);
  });
});

describe('every rule that knows a shape', () => {
  const rows = [...SAMPLES, ...VENDOR_SAMPLES];
  const names = [...new Set(RULE_TABLE.filter((rule) => rule.contextual !== true).map(({ id }) => id))];

  it.each(names.filter((name) => !['private', 'private-key'].includes(name)))(
    '%s has three secrets and three near misses, alone and beside those of others',
    (name) => {
      const own = rows.filter(({ rule }) => rule === name);
      const secrets = Array.from({ length: FEWEST }, () => own.map(({ make }) => make())).flat();
      const nearMisses = own.flatMap((row) => row.nearMisses.map((nearMiss) => nearMiss()));
      expect(secrets.length).toBeGreaterThanOrEqual(FEWEST);
      expect(nearMisses.length).toBeGreaterThanOrEqual(FEWEST);
      const lines = secrets.flatMap((secret, at) => [nearMisses[at % nearMisses.length] ?? '', secret]);
      for (const secret of secrets) {
        expect(redact(secret)).not.toContain(secret.slice(-12));
        expect(redact(lines.join(' \n\n'))).not.toContain(secret.slice(-12));
      }
      for (const nearMiss of nearMisses) expect(redact(nearMiss)).toBe(nearMiss);
    },
  );
});
