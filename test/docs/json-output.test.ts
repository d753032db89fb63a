import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const ROOT = new URL('../../', import.meta.url);

/** Pairs of kind and code as the sources write them: thrown faults, and the tables of words for refusals. */
const WRITTEN = [
  /new LoomError\(\{\s*kind: '(?<kind>[a-z-]+)',\s*code: '(?<code>[a-z-]+)'/g,
  /^ {2}'(?<code>[a-z-]+)': \{\s*kind: '(?<kind>[a-z-]+)'/gm,
];

function writtenCodes(): ReadonlySet<string> {
  const files = readdirSync(new URL('src/', ROOT), { recursive: true, encoding: 'utf8' });
  const found = new Set<string>();
  for (const file of files.filter((name) => name.endsWith('.ts'))) {
    const source = readFileSync(new URL(`src/${file.replaceAll('\\', '/')}`, ROOT), 'utf8');
    for (const pattern of WRITTEN) {
      for (const { groups } of source.matchAll(pattern)) found.add(`${groups?.['kind']} ${groups?.['code']}`);
    }
  }
  return found;
}

function documentedCodes(): ReadonlySet<string> {
  const page = readFileSync(new URL('docs/json-output.md', ROOT), 'utf8');
  const table = page.slice(page.indexOf('### Error codes'), page.indexOf('`loom schema`'));
  const rows = table.split('\n').filter((line) => line.startsWith('| `'));
  return new Set(
    rows.flatMap((row) => {
      const [kind, ...codes] = [...row.matchAll(/`([a-z-]+)`/g)].map(([, word]) => word);
      return codes.map((code) => `${kind} ${code}`);
    }),
  );
}

describe('the page about JSON output', () => {
  it('names every error code under its kind', () => {
    const documented = documentedCodes();
    const written = writtenCodes();
    expect(written.size).toBeGreaterThan(40);
    expect([...written].filter((pair) => !documented.has(pair))).toEqual([]);
  });

  it('has a line for every command that answers with JSON', () => {
    const page = readFileSync(new URL('docs/json-output.md', ROOT), 'utf8');
    const folder = new URL('src/commands/', ROOT);
    const commands = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => name.replace(/\.ts$/, '').replaceAll('\\', '/'));
    const missing = commands.filter((command) => {
      const words = command.split('/');
      return words.some((word) => !new RegExp(`\`[^\`]*\\b${word}\\b[^\`]*\``).test(page));
    });
    expect(commands.length).toBeGreaterThan(30);
    expect(missing).toEqual([]);
  });
});
