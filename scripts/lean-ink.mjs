// Ink as a bundle can hold it. Its layout engine is WebAssembly that is compiled at import time, which a program of one
// CommonJS file cannot wait for: here it is compiled when `readyLayout` is called. Its tools for developers are left out.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const DEVTOOLS = /^if \(isDev\(\)\) \{$.*?^\}$/ms;
const OWN_PACKAGE = /isDev\(\)\s*\? await loadPackageJson\(\)\s*: /;

function layoutEngine(root) {
  const folder = join(root, 'node_modules', 'yoga-layout', 'dist', 'src');
  const [loader, enums] = [join(folder, 'load.js'), join(folder, 'generated', 'YGEnums.js')].map((path) =>
    JSON.stringify(path),
  );
  return `
    import { loadYoga } from ${loader};
    import constants from ${enums};
    export * from ${enums};
    const Yoga = { ...constants };
    export const readyLayout = async () => { Object.assign(Yoga, await loadYoga()); };
    export default Yoga;`;
}

export const leanInk = (root) => ({
  name: 'lean-ink',
  setup(plugin) {
    plugin.onResolve({ filter: /^yoga-layout$/ }, () => ({ path: 'yoga-layout', namespace: 'lean-ink' }));
    plugin.onLoad({ filter: /.*/, namespace: 'lean-ink' }, () => ({
      contents: layoutEngine(root),
      loader: 'js',
      resolveDir: root,
    }));
    plugin.onResolve({ filter: /[\\/]ready-layout\.ts$/ }, () => ({ path: 'yoga-layout', namespace: 'lean-ink' }));
    plugin.onLoad({ filter: /[\\/]ink[\\/]build[\\/]reconciler\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(DEVTOOLS, '').replace(OWN_PACKAGE, ''),
      loader: 'js',
    }));
  },
});
