// oclif loads all of itself at the first import: help, spinners, plugin search, template engine. In the bundle each of
// its imports waits until it is used, which halves the start. It relies on the shape that the TypeScript compiler gives
// every import: a constant that is only ever read through a property.
import { readFile } from 'node:fs/promises';

const IMPORT = /^const (\w+) = (?:(__importDefault|__importStar)\()?require\(("[^"]+")\)\)?;$/gm;

const LAZY = `const __lazy = (load) => {
  let loaded;
  return new Proxy({}, { get: (_, name) => (loaded ??= load())[name], has: (_, name) => name in (loaded ??= load()) });
};
`;

function makeLazy(source) {
  const body = source.replace(IMPORT, (_, name, wrapper, path) => {
    const load = wrapper === undefined ? `require(${path})` : `${wrapper}(require(${path}))`;
    return `const ${name} = __lazy(() => ${load});`;
  });
  return body === source ? source : body.replace(/^("use strict";\n)?/, `$1${LAZY}`);
}

export const lazyOclif = {
  name: 'lazy-oclif',
  setup(plugin) {
    plugin.onLoad({ filter: /@oclif[\\/]core[\\/]lib[\\/].*\.js$/ }, async ({ path }) => ({
      contents: makeLazy(await readFile(path, 'utf8')),
      loader: 'js',
    }));
  },
};
