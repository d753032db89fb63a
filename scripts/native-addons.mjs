// Bundles the JavaScript wrapper of the SQLite package, which costs 20 ms as a package of its own, and leaves only its
// prebuilt .node file in node_modules.
import { join } from 'node:path';

const SQLITE = '@photostructure/sqlite';

// Stands for node-gyp-build: there is always a prebuilt file, so nothing needs to be searched for.
const LOADER = `
const { existsSync } = require('node:fs');
const { dirname, join, toNamespacedPath } = require('node:path');
const name = ${JSON.stringify(SQLITE)};
// Nearly always the package lies beside dist; asking Node where it lies takes as long as loading it.
function findRoot() {
  const near = join(__dirname, '..', 'node_modules', name);
  return existsSync(join(near, 'package.json')) ? near : dirname(require.resolve(name + '/package.json'));
}
module.exports = function loadPrebuilt() {
  const folder = join(findRoot(), 'prebuilds', process.platform + '-' + process.arch);
  const load = (libc) => {
    const addon = { exports: {} };
    process.dlopen(addon, toNamespacedPath(join(folder, '@photostructure+sqlite.' + libc + '.node')));
    return addon.exports;
  };
  if (process.platform !== 'linux') return load('glibc');
  try {
    return load('glibc');
  } catch {
    return load('musl');
  }
};
`;

export function nativeAddons(root) {
  return {
    name: 'native-addons',
    setup(plugin) {
      const wrapper = join(root, 'node_modules', SQLITE, 'dist', 'index.cjs');
      plugin.onResolve({ filter: /^@photostructure\/sqlite$/ }, () => ({ path: wrapper }));
      plugin.onResolve({ filter: /^node-gyp-build$/ }, () => ({ path: 'node-gyp-build', namespace: 'prebuilt' }));
      plugin.onLoad({ filter: /.*/, namespace: 'prebuilt' }, () => ({ contents: LOADER, loader: 'js' }));
    },
  };
}
