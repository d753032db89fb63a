// The registry imports every importer, and most runs need one or none: in the bundle each is loaded when it is asked for.
import { readFile } from 'node:fs/promises';

const IMPORT = /^import \{ (\w+) \} from ('\.\/[^']+');\n/gm;

/** An importer that is loaded when more is asked of it than its version, by which an index is judged at every start. */
const LAZY_IMPORTER = `
function lazyImporter(normalizerVersion, load) {
  let loaded;
  const importer = () => (loaded ??= load());
  const lazy = new Proxy({}, {
    get: (_, name) => (name === 'normalizerVersion' ? normalizerVersion : importer()[name]),
    has: (_, name) => name in importer(),
  });
  return () => lazy;
}
`;

/**
 * Turns `import { x } from './x.ts'` and `agent: () => x` into an importer that requires './x.ts', or what `place` makes of it,
 * at its first use. `versions`: what the importers of all agents have as `normalizerVersion`.
 */
export function makeRegistryLazy(source, { versions, place = (path) => path }) {
  const paths = new Map([...source.matchAll(IMPORT)].map(([, name, path]) => [name, path]));
  const lazy = source.replace(IMPORT, '').replace(/'?([\w-]+)'?: \(\) => (\w+),/g, (text, agent, name) => {
    if (!paths.has(name)) return text;
    return `'${agent}': lazyImporter(${versions[agent]}, () => require(${place(paths.get(name))}).${name}),`;
  });
  return lazy + LAZY_IMPORTER;
}

export const lazyImporters = (options) => ({
  name: 'lazy-importers',
  setup(plugin) {
    plugin.onLoad({ filter: /[\\/]src[\\/]importers[\\/]registry\.ts$/ }, async ({ path }) => ({
      contents: makeRegistryLazy(await readFile(path, 'utf8'), options),
      loader: 'ts',
    }));
  },
});
