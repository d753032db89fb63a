/** Search as a person and a script meet it. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importClaude, listAll, parsed, told } from '../support/case-answers.ts';
import { filesHolding } from '../support/case-files.ts';
import { loom, openSandbox, type Sandbox } from '../support/case-sandbox.ts';
import { nativeId, writeSession } from '../support/claude-fixture.ts';

interface Hit {
  readonly id: string;
  readonly type: string;
  readonly snippet: string;
  readonly session: string | null;
  readonly state: string;
  readonly text?: string;
}

function search(box: Sandbox, ...words: readonly string[]): readonly Hit[] {
  const run = loom(box, ['memory', 'search', ...words, '--json']);
  expect(run.code, told(run)).toBe(0);
  return parsed<readonly Hit[]>(run);
}

function tellSession(box: Sandbox, n: number, prompt: string): void {
  writeSession(join(box.home, '.claude', 'projects', 'work'), {
    sessionId: nativeId(n),
    cwd: box.work,
    pairs: 1,
    prompt: () => prompt,
  });
}

test('a hit can be shown and looked around, by the id that is printed', () => {
  const box = openSandbox();
  tellSession(box, 1, 'Why does the widget shop lose orders at midnight?');
  importClaude(box);
  const [hit] = search(box, 'widget orders');
  expect(hit).toMatchObject({ type: 'prompt' });
  const around = loom(box, ['memory', 'timeline', String(hit?.id), '--json']);
  expect(parsed<{ entries: readonly { anchor: boolean }[] }>(around).entries.map(({ anchor }) => anchor)).toEqual([
    true,
    false,
  ]);
  const plain = loom(box, ['memory', 'search', 'widget']);
  expect(plain.stdout.split('\t')[0]).toBe(hit?.id);
  const shown = loom(box, ['memory', 'show', String(hit?.id)]);
  expect(shown.code, told(shown)).toBe(0);
  expect(shown.stdout).toContain('Why does the widget shop lose orders at midnight?');
});

test('what is not found is no failure, and every question is plain text', () => {
  const box = openSandbox();
  expect(search(box, 'anything')).toEqual([]);
  tellSession(box, 1, 'pass --error-on-warnings to it');
  importClaude(box);
  expect(search(box, 'nowhere-to-be-seen')).toEqual([]);
  for (const question of ['--error-on-warnings', '"', "x' OR 1=1 --", 'NEAR(a b)', '']) {
    const run = loom(box, ['memory', 'search', '--json', '--', question]);
    expect(run.code, told(run)).toBe(0);
    expect(`${run.stdout}${run.stderr}`).not.toMatch(/fts|sqlite|syntax/i);
  }
});

test('a purged session leaves no word in any index, and a deleted one is hidden', () => {
  const box = openSandbox();
  tellSession(box, 1, 'the secret word is CANARYQX91');
  tellSession(box, 2, 'nothing of note');
  importClaude(box);
  expect(search(box, 'CANARYQX91')).toHaveLength(1);
  const id = String(search(box, 'CANARYQX91')[0]?.session);
  expect(loom(box, ['sessions', 'delete', id]).code).toBe(0);
  expect(search(box, 'CANARYQX91', '--all')).toEqual([]);
  expect(loom(box, ['sessions', 'restore', id]).code).toBe(0);
  expect(search(box, 'CANARYQX91')).toHaveLength(1);
  const purge = loom(box, ['sessions', 'purge', id, '--yes']);
  expect(purge.code, told(purge)).toBe(0);
  expect(filesHolding(box.store, 'CANARYQX91')).toEqual([]);
  expect(filesHolding(box.store, 'canaryqx')).toEqual([]);
  expect(search(box, 'CANARYQX91', '--all')).toEqual([]);
});

test('answers do not change with the index, and lists never make it', () => {
  const box = openSandbox();
  for (let n = 1; n < 6; n += 1) tellSession(box, n, `widget number ${n} of the shop`);
  importClaude(box);
  listAll(box);
  const folder = join(box.store, 'index');
  expect(readdirSync(folder).filter((name) => name.startsWith('search'))).toEqual([]);
  const ask = () => loom(box, ['memory', 'search', 'widget shop', '--json']).stdout;
  const first = ask();
  expect(ask()).toBe(first);
  rmSync(folder, { recursive: true });
  expect(ask()).toBe(first);
  expect(loom(box, ['index', 'drop']).code).toBe(0);
  expect(readdirSync(folder)).toEqual([]);
  expect(ask()).toBe(first);
});

test('archived sessions are found, with a mark', () => {
  const box = openSandbox();
  tellSession(box, 1, 'widget in the attic');
  importClaude(box);
  const [session] = listAll(box);
  expect(loom(box, ['sessions', 'archive', String(session?.id)]).code).toBe(0);
  expect(search(box, 'attic').map(({ state }) => state)).toEqual(['archived']);
});

test('memory is found the moment it is accepted, and gone from every file the moment it is forgotten', () => {
  const box = openSandbox();
  for (let round = 1; round <= 3; round += 1) {
    const text = `fresh${round}lantern hangs by the door`;
    const propose = ['memory', 'propose', text, '--accept', '--approved-by', 'Ada', '--evidence', 'said so', '--json'];
    const made = loom(box, propose);
    expect(made.code, told(made)).toBe(0);
    const { id } = parsed<{ id: string }>(made);
    expect(search(box, `fresh${round}lantern`).map((hit) => [hit.id, hit.text])).toEqual([[id, text]]);
    const gone = loom(box, ['memory', 'forget', id, '--yes']);
    expect(gone.code, told(gone)).toBe(0);
    expect(search(box, `fresh${round}lantern`)).toEqual([]);
    expect(filesHolding(box.store, `fresh${round}lantern`)).toEqual([]);
  }
});
