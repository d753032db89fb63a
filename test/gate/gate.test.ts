import { cpSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkLayers } from '../../scripts/gate/layers.mjs';
import { sourceFiles } from '../../scripts/gate/source-files.mjs';
import { checkSources } from '../../scripts/gate/sources.mjs';
import { removeFolder } from '../support/remove-folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A small tree that keeps every rule. */
const CLEAN: Readonly<Record<string, string>> = {
  'src/kernel/tide.ts': 'export const HIGH = 1;\n',
  'src/events/tide-seen.ts': "import { HIGH } from '../kernel/tide.ts';\nexport const seen = HIGH;\n",
  'src/domain/voyage.ts':
    "import { seen } from '../events/tide-seen.ts';\nexport interface Voyage {\n  readonly tide: typeof seen;\n}\nexport const tide = seen;\n",
  'src/app/ports/log.ts':
    "import type { Voyage } from '../../domain/voyage.ts';\nexport type Log = (voyage: Voyage) => void;\n",
  'src/app/sail.ts': "import type { Log } from './ports/log.ts';\nexport const sail = (log: Log): Log => log;\n",
  'src/journal/log-file.ts':
    "import type { Log } from '../app/ports/log.ts';\nexport const write: Log = () => undefined;\n",
  'src/importers/swallow/read.ts': "import { seen } from '../../events/tide-seen.ts';\nexport const read = seen;\n",
  'src/importers/amazon/read.ts': "import { seen } from '../../events/tide-seen.ts';\nexport const read = seen;\n",
  'src/cli/composition.ts': "export const open = () => import('../journal/log-file.ts');\n",
  'src/cli/output.ts': "export const show = () => process.stdout.write('');\n",
  'src/commands/sail.ts':
    "import { sail } from '../app/sail.ts';\nimport { open } from '../cli/composition.ts';\nexport const command = [sail, open];\n",
};

/** Rule, file and text of one breach each. They are planted together, since one check takes a second. */
const BREACHES = [
  ['kernel-imports', 'src/kernel/bad.ts', "export { tide } from '../domain/voyage.ts';\n"],
  ['events-imports', 'src/events/bad.ts', "export { sail } from '../app/sail.ts';\n"],
  ['domain-imports', 'src/domain/bad.ts', "export { sail } from '../app/sail.ts';\n"],
  ['app-imports', 'src/app/bad.ts', "export { write } from '../journal/log-file.ts';\n"],
  ['journal-imports', 'src/journal/bad.ts', "export { sail } from '../app/sail.ts';\n"],
  [
    'journal-imports',
    'src/journal/types.ts',
    "import type { Voyage } from '../domain/voyage.ts';\nexport type V = Voyage;\n",
  ],
  ['no-importer-to-importer', 'src/importers/swallow/bad.ts', "export { read } from '../amazon/read.ts';\n"],
  ['cli-imports', 'src/cli/bad.ts', "export { write } from '../journal/log-file.ts';\n"],
  ['composition-root', 'src/cli/open-care.ts', "export { write } from '../journal/log-file.ts';\n"],
  ['commands-imports', 'src/commands/bad.ts', "export { write } from '../journal/log-file.ts';\n"],
  ['commands-imports-domain-types-only', 'src/commands/bad-2.ts', "export { tide } from '../domain/voyage.ts';\n"],
  ['no-command-to-command', 'src/commands/bad-3.ts', "export { command } from './sail.ts';\n"],
  ['core-without-node', 'src/domain/bad-2.ts', "export { join } from 'node:path';\n"],
  ['core-packages', 'src/app/bad-2.ts', "export { z } from 'zod';\n"],
  [
    'sqlite-in-its-places',
    'src/importers/swallow/bad-2.ts',
    "export { DatabaseSync } from '@photostructure/sqlite';\n",
  ],
  ['oclif-at-the-edge', 'src/journal/bad-2.ts', "export { Command } from '@oclif/core';\n"],
  ['known-layers', 'src/rigging/bad.ts', "export { HIGH } from '../kernel/tide.ts';\n"],
  ['resolvable', 'src/cli/bad-2.ts', "export { gone } from './not-there.ts';\n"],
] as const;

let tree: string;

function plant(file: string, text: string): void {
  mkdirSync(dirname(join(tree, file)), { recursive: true });
  writeFileSync(join(tree, file), text);
}

beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), 'loom-gate-'));
  cpSync(join(root, '.dependency-cruiser.cjs'), join(tree, '.dependency-cruiser.cjs'));
  cpSync(join(root, 'tsconfig.json'), join(tree, 'tsconfig.json'));
  writeFileSync(join(tree, 'package.json'), '{"name":"planted","type":"module","dependencies":{"@oclif/core":"*"}}');
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
  for (const [file, text] of Object.entries(CLEAN)) plant(file, text);
});
afterEach(() => removeFolder(tree));

describe('the import table', () => {
  it('passes a tree that keeps it', () => {
    expect(checkLayers(tree)).toEqual([]);
  });

  it('finds every planted breach', () => {
    for (const [, file, text] of BREACHES) plant(file, text);
    const problems = checkLayers(tree).join('\n');
    for (const [rule, file] of BREACHES) expect(problems).toContain(`${rule}: ${file}`);
  });

  it('fails when a module of src was not read', () => {
    const config = join(tree, '.dependency-cruiser.cjs');
    cpSync(config, join(tree, 'rules.cjs'));
    writeFileSync(
      config,
      "const rules = require('./rules.cjs');\nmodule.exports = { ...rules, options: { ...rules.options, exclude: { path: 'voyage' } } };\n",
    );
    expect(checkLayers(tree)).toContain('not read by the import check: src/domain/voyage.ts');
  });

  it('reads every module of this repository', () => {
    expect(sourceFiles(root).length).toBeGreaterThan(50);
    expect(checkLayers(root).filter((problem) => problem.startsWith('not read'))).toEqual([]);
  });
});

describe('the check of sources', () => {
  const lines = (count: number, text = '  x += 1;') => Array.from({ length: count }, () => text).join('\n');

  it('passes a tree that keeps the rules', () => {
    expect(checkSources(tree)).toEqual([]);
  });

  it.each([
    ['the core must not touch Date', 'src/domain/bad.ts', 'export const now = () => Date.now();\n'],
    ['the core must not touch process', 'src/app/bad.ts', 'export const home = () => process.env;\n'],
    ['the core must not touch crypto', 'src/events/bad.ts', 'export const id = () => crypto.randomUUID();\n'],
    [
      'a recursive mkdir may never return',
      'src/journal/bad.ts',
      "import { mkdirSync } from 'node:fs';\nexport const make = (path: string) => mkdirSync(path, { recursive: true });\n",
    ],
    ['nothing prints through console', 'src/journal/bad.ts', 'export const say = () => console.error(1);\n'],
    ['process.stdout is used', 'src/cli/bad.ts', "export const say = () => process.stdout.write('');\n"],
    ['no index.ts', 'src/app/index.ts', 'export const one = 1;\n'],
    ['name it for what it holds', 'src/app/text-utils.ts', 'export const one = 1;\n'],
    ['says nothing of the field', 'src/app/bad.ts', 'export function handleTide(): void {}\n'],
    ['301 lines; the limit is 300', 'src/app/bad.ts', `${lines(301, '// deep')}\n`],
    ['121 lines; the limit is 120', 'src/commands/bad.ts', `${lines(121, '// deep')}\n`],
    [
      'has 51 lines; the limit is 50',
      'src/app/bad.ts',
      `export function drift(): void {\n  let x = 0;\n${lines(48)}\n}\n`,
    ],
    [
      'run has 26 lines; the limit is 25',
      'src/commands/bad.ts',
      `class Sail {\n  run() {\n    let x = 0;\n${lines(23)}\n  }\n}\n`,
    ],
    [
      'has 4 parameters',
      'src/app/bad.ts',
      'export function tack(a: 1, b: 1, c: 1, d: 1): number[] {\n  return [a, b, c, d];\n}\n',
    ],
    ['scripts/rig.mjs: 301 lines', 'scripts/rig.mjs', `${lines(301, '// deep')}\n`],
    ['has 51 lines', 'bench/knots.mjs', `export function drift() {\n  let x = 0;\n${lines(48)}\n}\n`],
  ])('finds: %s', (problem, file, text) => {
    plant(file, text);
    expect(checkSources(tree).join('\n')).toContain(problem);
  });

  it('lets scripts print and ask the machine', () => {
    plant('scripts/gate/rig.mjs', 'console.log(process.env, Date.now());\n');
    expect(checkSources(tree)).toEqual([]);
  });

  it('does not take a property or a key for a global', () => {
    plant(
      'src/domain/fine.ts',
      'export const log = (at: { Date: 1; process: 2 }) => ({ console: at.Date, crypto: at.process });\n',
    );
    expect(checkSources(tree)).toEqual([]);
  });
});
