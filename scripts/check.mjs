// The gate. `npm run check` runs every step; `node scripts/check.mjs layers sources` runs the ones that are named.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildLoom } from './build.mjs';
import { checkDependencies } from './dependencies.mjs';
import { checkLayers } from './gate/layers.mjs';
import { checkSources } from './gate/sources.mjs';
import { checkRegistry } from './importers.mjs';
import { checkMan, readManifest } from './man.mjs';
import { checkSurface } from './surface.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs a tool of node_modules; its output is the problem when it fails. */
function tool(path, ...argv) {
  const run = spawnSync(process.execPath, [join(root, 'node_modules', path), ...argv], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return run.status === 0 ? [] : [`${run.stdout}${run.stderr}`.trim()];
}

const STEPS = {
  format: () => tool('@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'),
  types: () => tool('typescript-native/bin/tsc', '-p', '.', '--pretty', 'false'),
  layers: () => checkLayers(root),
  sources: () => checkSources(root),
  importers: () => checkRegistry(root),
  dependencies: () => checkDependencies(root),
  'dead-code': () => tool('knip/bin/knip.js', '--no-progress'),
  build: () => buildLoom().then(() => []),
  package: () => tool('publint/src/cli.js', '--strict'),
  man: () => checkMan(readManifest()),
  surface: () => checkSurface(readManifest()),
};

async function runStep(name) {
  const start = Date.now();
  let problems;
  try {
    problems = await STEPS[name]();
  } catch (error) {
    problems = [error.stack];
  }
  console.log(`${problems.length === 0 ? 'ok    ' : 'FAILED'} ${name} (${Date.now() - start} ms)`);
  for (const problem of problems) console.log(problem.replace(/^/gm, '    '));
  return problems.length === 0;
}

const named = process.argv.slice(2);
const unknown = named.filter((name) => !Object.hasOwn(STEPS, name));
if (unknown.length > 0) {
  console.error(`no such step: ${unknown.join(', ')}; steps: ${Object.keys(STEPS).join(', ')}`);
  process.exit(2);
}
let failed = 0;
const steps = named.length > 0 ? named : Object.keys(STEPS);
for (const name of steps) if (!(await runStep(name))) failed += 1;
console.log(`gate: ${steps.length - failed} steps passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
