import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { makeAdaptersLate } from '../../scripts/late-adapters.mjs';

const source = readFileSync(fileURLToPath(new URL('../../src/cli/late-adapters.ts', import.meta.url)), 'utf8');

it('in the bundle an adapter that few runs ask for is loaded when one of its functions is called', () => {
  const late = makeAdaptersLate(source);
  expect(late).not.toMatch(/ from '/);
  expect(late).toContain(
    "export const createProcesses = (...args) => require('../project/processes.ts').createProcesses(...args);",
  );
});

it('each function of a module that has several is late', () => {
  expect(makeAdaptersLate("export { dig, sow } from '../garden.ts';", () => './garden.js')).toBe(
    "export const dig = (...args) => require('./garden.js').dig(...args);\nexport const sow = (...args) => require('./garden.js').sow(...args);",
  );
});
