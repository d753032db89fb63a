import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkRegistry, registryText } from '../../scripts/importers.mjs';
import { makeRegistryLazy } from '../../scripts/lazy-importers.mjs';
import { removeFolder } from '../support/remove-folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A tree with two importers, and the registry that follows from them. */
function plantTree(): string {
  const tree = mkdtempSync(join(tmpdir(), 'loom-registry-'));
  onTestFinished(() => removeFolder(tree));
  mkdirSync(join(tree, 'src', 'events'), { recursive: true });
  cpSync(join(root, 'src/events/agents.ts'), join(tree, 'src/events/agents.ts'));
  for (const [folder, agent] of [
    ['pi', 'omp'],
    ['claude-code', 'claude-code'],
  ] as const) {
    mkdirSync(join(tree, 'src/importers', folder), { recursive: true });
    writeFileSync(join(tree, 'src/importers', folder, `${agent}-importer.ts`), '');
  }
  writeFileSync(join(tree, 'src/importers/registry.ts'), registryText(tree));
  return tree;
}

describe('the registry of importers', () => {
  it('is what the folders of this repository say', () => {
    expect(checkRegistry(root)).toEqual([]);
  });

  it('is stale when an importer came or went', () => {
    const tree = plantTree();
    expect(checkRegistry(tree)).toEqual([]);
    writeFileSync(join(tree, 'src/importers/pi/pi-importer.ts'), '');
    expect(checkRegistry(tree)).toEqual(['src/importers/registry.ts is stale: npm run importers']);
  });

  it('lists importers in the order of the agents', () => {
    const text = registryText(plantTree());
    expect(text.indexOf("'claude-code': ()")).toBeGreaterThan(0);
    expect(text.indexOf('omp: ()')).toBeGreaterThan(text.indexOf("'claude-code': ()"));
  });

  it('refuses an importer of no agent', () => {
    const tree = plantTree();
    writeFileSync(join(tree, 'src/importers/pi/parrot-importer.ts'), '');
    expect(() => registryText(tree)).toThrow('no agent has the name of parrot-importer.ts');
  });

  it('loads in the bundle only the importer that is asked for', () => {
    const source = readFileSync(join(root, 'src/importers/registry.ts'), 'utf8');
    const lazy = makeRegistryLazy(source, { versions: { 'claude-code': 7 } });
    expect(lazy).not.toMatch(/^import \{/m);
    expect(lazy).toContain(
      "'claude-code': lazyImporter(7, () => require('./claude-code/claude-code-importer.ts').claudeCodeImporter),",
    );
  });
});
