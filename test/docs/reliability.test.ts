import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const TESTS = resolve(import.meta.dirname, '..');
const page = readFileSync(resolve(TESTS, '../docs/reliability.md'), 'utf8');
/** The last cell of each row that promises something. */
const named = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| what'))
  .map((line) => line.split('|').at(-2) ?? '')
  .flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? ''));

it('every test that the page on reliability names is there', () => {
  expect(named.length).toBeGreaterThan(40);
  const missing = named.filter((name) => {
    if (name.endsWith('/')) return !existsSync(join(TESTS, name));
    return !existsSync(join(TESTS, `${name}.test.ts`));
  });
  expect(missing).toEqual([]);
});

it('every test of faults is named on the page on reliability', () => {
  const files = readdirSync(join(TESTS, 'crash')).filter((name) => name.endsWith('.test.ts'));
  expect(files.map((name) => `crash/${name.replace('.test.ts', '')}`).filter((name) => !named.includes(name))).toEqual(
    [],
  );
});
