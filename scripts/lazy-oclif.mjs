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

// loom writes with its own functions, so nothing need be done to process.stdout, which costs a load of node:stream.
const STDOUT_LISTENER = /^process\.stdout\.on\('error'.*?^\}\);$/ms;

// What of these packages a run of loom needs: nothing, or a name and a version. loom has help and progress of its own.
const STUBS = {
  'cli-spinners': '',
  ejs: '',
  minimatch: '',
  tinyglobby: '',
  debug: 'module.exports = () => Object.assign(() => undefined, { enabled: false, extend: module.exports });',
  typescript: '',
  // It loads node:child_process to find out; that a Linux runs inside Windows changes nothing here.
  'wsl-utils': 'module.exports = { isWsl: false };',
};

const STUBBED = new RegExp(`^(${Object.keys(STUBS).join('|')})$`);

export const lazyOclif = {
  name: 'lazy-oclif',
  setup(plugin) {
    plugin.onLoad({ filter: /@oclif[\\/]core[\\/]lib[\\/].*\.js$/ }, async ({ path }) => ({
      contents: makeLazy(await readFile(path, 'utf8')).replace(STDOUT_LISTENER, ''),
      loader: 'js',
    }));
    plugin.onLoad({ filter: /@oclif[\\/]core[\\/]package\.json$/ }, async ({ path }) => {
      const { name, version } = JSON.parse(await readFile(path, 'utf8'));
      return { contents: JSON.stringify({ name, version }), loader: 'json' };
    });
    plugin.onResolve({ filter: STUBBED }, ({ path }) => ({ path, namespace: 'stub' }));
    plugin.onLoad({ filter: /.*/, namespace: 'stub' }, ({ path }) => ({ contents: STUBS[path], loader: 'js' }));
  },
};
