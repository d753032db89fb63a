// Modules that are costly to load and that many runs never call: the bundle loads each at its first call. The sources
// import them as usual.

import crypto from 'node:crypto';

const LAZY = {
  // An emoji table and a segmenter: only terminals need them.
  'string-width': `
    let load;
    export default function stringWidth(...args) {
      load ??= require('string-width');
      return load.default(...args);
    }`,
  'node:crypto': Object.keys(crypto)
    .filter((name) => typeof crypto[name] === 'function' && /^[a-z]\w*$/.test(name))
    .map((name) => `export const ${name} = (...args) => require('node:crypto').${name}(...args);`)
    .join('\n'),
};

export const lazyPackages = (root) => ({
  name: 'lazy-packages',
  setup(plugin) {
    plugin.onResolve({ filter: /^(string-width|node:crypto)$/ }, ({ path, importer, namespace }) => {
      const isSource = namespace === 'file' && !importer.includes('node_modules');
      return isSource ? { path, namespace: 'lazy' } : undefined;
    });
    plugin.onLoad({ filter: /.*/, namespace: 'lazy' }, ({ path }) => ({
      contents: LAZY[path],
      loader: 'js',
      resolveDir: root,
    }));
  },
});
