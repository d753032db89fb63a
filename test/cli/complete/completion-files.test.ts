import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { applyChange, planCompletion } from '../../../src/cli/complete/completion-files.ts';
import { removeFolder } from '../../support/remove-folder.ts';

function openHome(start: string | Uint8Array) {
  const home = mkdtempSync(join(tmpdir(), 'loom-completion-'));
  onTestFinished(() => removeFolder(home));
  const bashrc = join(home, '.bashrc');
  writeFileSync(bashrc, start, { mode: 0o640 });
  return { home, bashrc, env: { HOME: home } };
}

test('a start file that is no UTF-8 text is refused and stays byte for byte', () => {
  const bytes = Uint8Array.of(0x23, 0x20, 0xe9, 0x0a);
  const { bashrc, env } = openHome(bytes);
  expect(() => planCompletion('bash', 'install', env)).toThrow(
    expect.objectContaining({ kind: 'refused', code: 'file-not-text' }),
  );
  expect(new Uint8Array(readFileSync(bashrc))).toEqual(bytes);
});

test('what was written to a start file while the question stood there is not lost', () => {
  const { home, bashrc, env } = openHome('export EDITOR=ed\n');
  const change = planCompletion('bash', 'install', env).find(({ path }) => path === bashrc);
  writeFileSync(bashrc, 'export EDITOR=vi\n');
  expect(() => change && applyChange(change)).toThrow(expect.objectContaining({ kind: 'busy', code: 'file-changed' }));
  expect(readFileSync(bashrc, 'utf8')).toBe('export EDITOR=vi\n');
  expect(readdirSync(home)).toEqual(['.bashrc']);
});

test.skipIf(process.platform === 'win32')('a start file keeps its mode whatever the umask', () => {
  const { bashrc, env } = openHome('export EDITOR=ed\n');
  const before = process.umask(0o077);
  onTestFinished(() => void process.umask(before));
  for (const change of planCompletion('bash', 'install', env)) applyChange(change);
  expect(statSync(bashrc).mode & 0o777).toBe(0o640);
});
