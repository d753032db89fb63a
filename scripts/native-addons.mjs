// Bundles the JavaScript wrapper of the SQLite package, which costs 20 ms as a package of its own, and leaves only its
// prebuilt .node file in node_modules.
import { join } from 'node:path';

const SQLITE = '@photostructure/sqlite';

// Stands for node-gyp-build: there is always a prebuilt file, so nothing needs to be searched for.
const LOADER = `
const { dirname, join } = require('node:path');
const name = ${JSON.stringify(SQLITE)};
module.exports = function loadPrebuilt() {
  const root = dirname(require.resolve(name + '/package.json'));
  const folder = join(root, 'prebuilds', process.platform + '-' + process.arch);
  const load = (libc) => require(join(folder, '@photostructure+sqlite.' + libc + '.node'));
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
