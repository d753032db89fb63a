import { expect, it } from 'vitest';
import { maskRecord } from '../../src/app/mask-record.ts';
import { idOf, openApp } from './app-fixture.ts';

const secret = 'password: hunter2hunter2hunter2';

it('a record without secrets stays as it is, long texts and images too', () => {
  const record = { text: 'seed '.repeat(20_000), image: `iVBORw0KGgo${'A'.repeat(400)}`, list: [1, null, true, 'x'] };
  expect(maskRecord(openApp(), idOf(), record)).toEqual({ value: record, masked: 0 });
});

it('a secret is taken out of a short string and out of a long one, and nothing else changes', () => {
  const long = `${'seed '.repeat(20_000)}${secret}`;
  const { value, masked } = maskRecord(openApp(), idOf(), { says: ['dig', secret], long, n: 7 });
  expect(masked).toBe(2);
  expect(JSON.stringify(value)).not.toContain('hunter2');
  expect(value).toMatchObject({ says: ['dig', expect.stringContaining('[redacted:')], n: 7 });
  expect((value as { long: string }).long.startsWith('seed seed')).toBe(true);
});

it('masking twice changes nothing more', () => {
  const app = openApp();
  const once = maskRecord(app, idOf(), { says: secret, key: { password: 'correct horse battery' } });
  expect(maskRecord(app, idOf(), once.value)).toEqual({ value: once.value, masked: 0 });
});
