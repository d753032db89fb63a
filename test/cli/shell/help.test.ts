import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HELP_PAGES } from '../../../src/cli/help/pages.ts';
import { makeHome, runLoom } from '../support/run-loom.ts';

interface Manifest {
  readonly commands: Readonly<
    Record<string, { readonly examples?: readonly { readonly command: string }[]; readonly summary?: string }>
  >;
}

const manifest = JSON.parse(readFileSync(new URL('../../../dist/manifest.json', import.meta.url), 'utf8')) as Manifest;
const ids = Object.keys(manifest.commands);

let home: ReturnType<typeof makeHome>;
beforeAll(() => {
  home = makeHome();
});
afterAll(() => home.remove());

async function help(...words: string[]): Promise<string> {
  const { stdout, stderr, code } = await runLoom(words, { home: home.path });
  expect({ words, code, stderr }).toEqual({ words, code: 0, stderr: '' });
  return stdout;
}

function expectNarrow(text: string): void {
  // A line to copy is never wrapped: examples and usage may be longer.
  const lines = text.split('\n').filter((line) => !/^ {2}(loom|#) /.test(line));
  for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(80);
}

describe('help', () => {
  it.each(ids)('on %s has a summary, usage, flags and exit codes in 80 columns', async (id) => {
    const text = await help('help', ...id.split(':'));
    for (const title of ['USAGE', 'GLOBAL FLAGS', 'EXIT CODES', 'ENVIRONMENT']) expect(text).toContain(`\n${title}\n`);
    expect(text.split('\n')[0]).not.toBe('');
    expectNarrow(text);
  });

  it('is the same with --help, -h and help', async () => {
    const text = await help('help', 'config', 'get');
    expect(await help('config', 'get', '--help')).toBe(text);
    expect(await help('config', 'get', '-h')).toBe(text);
    expect(await help('-h', 'config', 'get')).toBe(text);
  });

  it('on a topic lists its commands', async () => {
    const text = await help('config');
    expect(text).toContain('config get');
    expect(await help('help', 'config')).toBe(text);
    expect(await help('config', '--help')).toBe(text);
  });

  it.each(Object.keys(HELP_PAGES))('has the page %s', async (page) => {
    const text = await help('help', page);
    expect(text.length).toBeGreaterThan(100);
    expectNarrow(text);
  });

  it('names every topic, command and page in its first page', async () => {
    const text = await help();
    for (const id of ids) expect(text).toContain(id.split(':')[0]);
    for (const page of Object.keys(HELP_PAGES)) expect(text).toContain(page);
    expectNarrow(text);
  });

  it('gives only examples that name a command of loom', () => {
    for (const [id, { examples = [] }] of Object.entries(manifest.commands)) {
      for (const { command } of examples) expect(command, id).toContain('<%= config.bin %> ');
    }
  });
});
