import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import { expect, it } from 'vitest';
import { escapeProgram } from '../../scripts/escape-program.mjs';

const dist = fileURLToPath(new URL('../../dist', import.meta.url));

it.each([
  ['a pattern', '/^(?:künftig|всегда)$/i.test("Künftig") && /[–—]/.test("—")'],
  ['a pattern with code points', '/^[😀-😅]$/u.exec("😃")[0]'],
  ['a pattern with a needless backslash', '/^[\\«\\»]x\\…$/.test("«x…")'],
  ['a pattern that matches a backslash', '/^\\\\é$/.test("\\\\é")'],
  ['a template', '`ägypten ${1 + 1} \\é`'],
  ['a tagged template', '((parts) => parts.join())`the agents’ own`'],
  ['a name', '(() => { const größe = 3; return größe; })()'],
])('%s means the same in ASCII', (_name, source) => {
  const escaped = escapeProgram(source);
  expect(escaped).toMatch(/^[\0-\x7f]*$/);
  expect(vm.runInThisContext(escaped)).toEqual(vm.runInThisContext(source));
});

it('every part of the built program is ASCII', () => {
  const parts = readdirSync(dist).filter((name) => name.endsWith('.cjs'));
  expect(parts.length).toBeGreaterThan(1);
  const beyond = parts.filter((name) => readFileSync(join(dist, name)).some((byte) => byte > 0x7f));
  expect(beyond).toEqual([]);
});
