// Asks loom in this process, through the same code as `loom memory search`: what a thousand questions need.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const ENTRY = `
export { openApp } from './src/cli/composition.ts';
export { findPaths } from './src/cli/store-paths.ts';
export { searchMemory } from './src/app/search-memory.ts';
export { listProjects } from './src/app/project-view.ts';
`;

/** What is said around a hit adds nothing to it. */
const withoutNeighbours = {
  name: 'without-neighbours',
  setup(plugin) {
    plugin.onLoad({ filter: /[\\/]src[\\/]app[\\/]rank-neighbours\.ts$/ }, () => ({
      contents: 'export const withNeighbours = (_, found) => found.map((one) => ({ ...one, around: 0 }));',
      loader: 'js',
    }));
  },
};

/** Bundles what asks, and opens the store. `neighbours: false`: what was said around a hit does not count. */
export async function openLoom({ store, work, neighbours = true }) {
  const file = join(root, 'node_modules', '.cache', `loom-bench-${process.pid}-${neighbours ? 'whole' : 'alone'}.cjs`);
  mkdirSync(join(root, 'node_modules', '.cache'), { recursive: true });
  const { outputFiles } = await build({
    absWorkingDir: root,
    stdin: { contents: ENTRY, resolveDir: root, loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    write: false,
    packages: 'external',
    plugins: neighbours ? [] : [withoutNeighbours],
    logLevel: 'error',
  });
  writeFileSync(file, outputFiles[0].text);
  try {
    const { openApp, findPaths, searchMemory, listProjects } = createRequire(import.meta.url)(file);
    const env = { ...process.env, LOOM_HOME: store };
    const app = await openApp({ paths: findPaths({ env, platform: process.platform, cwd: work }), cwd: work, env });
    const projects = new Map(listProjects(app).map(({ id, path }) => [path, id]));
    return {
      /** Hits of one project, or of all. */
      search: async (question, { folder, match = 'any', limit = 25 }) => {
        const scope = folder === undefined ? { all: true } : { all: false, project: projects.get(folder) };
        return (await searchMemory(app, { question, scope, match, limit })).hits;
      },
    };
  } finally {
    rmSync(file, { force: true });
  }
}
