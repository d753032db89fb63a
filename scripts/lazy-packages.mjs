// Modules that are costly to load and that many runs never call: the bundle loads each at its first call. The sources
// import them as usual; only functions can wait in this way.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

const BUILTINS = ['node:crypto', 'node:zlib', 'node:child_process', 'node:util', 'node:tty', 'node:module'];

/** A module of the same functions, each of which loads the real one when it is called. */
function lazyFunctions(name) {
  const real = require(name);
  return Object.keys(real)
    .filter((member) => typeof real[member] === 'function' && /^[a-z]\w*$/.test(member))
    .map((member) => `export const ${member} = (...args) => require('${name}').${member}(...args);`)
    .join('\n');
}

// An emoji table and a segmenter: only terminals need them.
const STRING_WIDTH = `
  let load;
  export default function stringWidth(...args) {
    load ??= require('string-width');
    return load.default(...args);
  }`;

export const lazyPackages = (root) => ({
  name: 'lazy-packages',
  setup(plugin) {
    plugin.onResolve({ filter: /^(string-width|node:\w+)$/ }, ({ path, importer, namespace, kind }) => {
      // Who imports dynamically waits already, and may want more than functions.
      const isStatic = kind === 'import-statement';
      const isSource = isStatic && namespace === 'file' && !importer.includes('node_modules');
      return isSource && (path === 'string-width' || BUILTINS.includes(path)) ? { path, namespace: 'lazy' } : undefined;
    });
    plugin.onLoad({ filter: /.*/, namespace: 'lazy' }, ({ path }) => ({
      contents: path === 'string-width' ? STRING_WIDTH : lazyFunctions(path),
      loader: 'js',
      resolveDir: root,
    }));
  },
});
