// What src/cli/late-adapters.ts names is loaded, in the bundle, when one of its functions is first called: a function that
// returns at once cannot wait for an import().
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const FILE = join('src', 'cli', 'late-adapters.ts');
const EXPORT = /^export \{ ([\w, ]+) \} from '(\.[^']+)';$/gm;

function lateExports(source) {
  return [...source.matchAll(EXPORT)].map(([, names, path]) => ({ names: names.split(', '), path }));
}

/** The chunk that an adapter becomes: `'../project/processes.ts'` is `late-processes`. */
function chunkOf(path) {
  return `late-${basename(path, '.ts')}`;
}

/** Chunks that nothing imports, by name: their functions ask for them. */
export function lateEntries(root) {
  const source = readFileSync(join(root, FILE), 'utf8');
  return Object.fromEntries(
    lateExports(source).map(({ path }) => [chunkOf(path), join(root, 'src', 'cli', ...path.split('/'))]),
  );
}

/** What late adapters are asked for as in the program of chunks: `'../project/processes.ts'` is `'./late-processes.js'`. */
export function lateChunk(path) {
  return `./${chunkOf(path)}.js`;
}

/** Turns each `export { x } from './x.ts'` into a function that requires './x.ts', or what `place` makes of it, when called. */
export function makeAdaptersLate(source, place = (path) => path) {
  return source.replace(EXPORT, (_, names, path) =>
    names
      .split(', ')
      .map((name) => `export const ${name} = (...args) => require('${place(path)}').${name}(...args);`)
      .join('\n'),
  );
}

export const lateAdapters = (place) => ({
  name: 'late-adapters',
  setup(plugin) {
    plugin.onLoad({ filter: /[\\/]src[\\/]cli[\\/]late-adapters\.ts$/ }, ({ path }) => ({
      contents: makeAdaptersLate(readFileSync(path, 'utf8'), place),
      loader: 'ts',
    }));
  },
});
