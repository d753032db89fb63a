// The registry imports every importer, and most runs need one or none: in the bundle each is loaded when it is asked for.
import { readFile } from 'node:fs/promises';

const IMPORT = /^import \{ (\w+) \} from ('\.\/[^']+');\n/gm;

/** Turns `import { x } from './x.ts'` and `() => x` into `() => require('./x.ts').x`, or what `place` makes of './x.ts'. */
export function makeRegistryLazy(source, place = (path) => path) {
  const paths = new Map([...source.matchAll(IMPORT)].map(([, name, path]) => [name, path]));
  return source
    .replace(IMPORT, '')
    .replace(/\(\) => (\w+),/g, (text, name) =>
      paths.has(name) ? `() => require(${place(paths.get(name))}).${name},` : text,
    );
}

export const lazyImporters = (place) => ({
  name: 'lazy-importers',
  setup(plugin) {
    plugin.onLoad({ filter: /[\\/]src[\\/]importers[\\/]registry\.ts$/ }, async ({ path }) => ({
      contents: makeRegistryLazy(await readFile(path, 'utf8'), place),
      loader: 'ts',
    }));
  },
});
