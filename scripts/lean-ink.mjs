// Ink as a bundle can hold it. Its layout engine is WebAssembly that is compiled at import time, which a program of one
// CommonJS file cannot wait for: here it is compiled when `readyLayout` is called. Its tools for developers are left out.
//
// And as a screen needs it that is one text and there at once: that text is put out as it is, instead of being taken apart
// into characters and put together again; its width is not remembered for ever; the layout engine is not fetched by HTTP.
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const DEVTOOLS = /^if \(isDev\(\)\) \{$.*?^\}$/ms;
const OWN_PACKAGE = /isDev\(\)\s*\? await loadPackageJson\(\)\s*: /;
const GET_OUTPUT = /^ {4}get\(\) \{$/m;
const GET_WHOLE = `    get() {
        const [only, ...others] = this.operations;
        if (others.length === 0 && only?.type === 'write' && only.x === 0 && only.y === 0) {
            const drawn = (line, index) => only.transformers.reduce((text, transform) => transform(text, index), line);
            return { output: only.text.split('\\n').map(drawn).join('\\n'), height: this.height };
        }`;
const REMEMBER_WIDTH = /^ {4}cache\.set\(text, dimensions\);$/m;
const REMEMBER_LAST = '    cache.clear();\n    cache.set(text, dimensions);';
const WASM = /"data:application\/octet-stream;base64,([\w+/=]+)"/;

/** A package that looks otherwise now is no longer what this was written for. */
function replaceIn(text, pattern, replacement) {
  if (!pattern.test(text)) throw new Error(`lean-ink: ${pattern} is not in it`);
  return text.replace(pattern, () => replacement);
}

const json = (text) => JSON.stringify(text);

function layoutEngine(root) {
  const folder = join(root, 'node_modules', 'yoga-layout', 'dist');
  const binary = join(folder, 'binaries', 'yoga-wasm-base64-esm.js');
  const enums = join(folder, 'src', 'generated', 'YGEnums.js');
  const [, wasm] = WASM.exec(readFileSync(binary, 'utf8'));
  return `
    import loadYoga from ${json(binary)};
    import wrapAssembly from ${json(join(folder, 'src', 'wrapAssembly.js'))};
    import constants from ${json(enums)};
    export * from ${json(enums)};
    const Yoga = { ...constants };
    export const readyLayout = async () => {
      const wasmBinary = Buffer.from(${json(wasm)}, 'base64');
      Object.assign(Yoga, wrapAssembly(await loadYoga({ wasmBinary })));
    };
    export default Yoga;`;
}

/** Widths of lines as loom counts them, colours left out: most lines need no closer look. */
function widestLine(root) {
  return `
    import { displayWidth } from ${json(join(root, 'src', 'text', 'display-width.ts'))};
    const widthOf = (line) => displayWidth(line.replace(/\\u001b\\[[\\d;]*m/g, ''));
    export default (text) => text.split('\\n').reduce((widest, line) => Math.max(widest, widthOf(line)), 0);`;
}

export const leanInk = (root) => ({
  name: 'lean-ink',
  setup(plugin) {
    const replaceModule = (filter, path, contents) => {
      plugin.onResolve({ filter }, () => ({ path, namespace: 'lean-ink' }));
      plugin.onLoad({ filter: new RegExp(`^${path}$`), namespace: 'lean-ink' }, () => ({
        contents: contents(),
        loader: 'js',
        resolveDir: root,
      }));
    };
    const change = (file, edit) =>
      plugin.onLoad({ filter: new RegExp(`[\\\\/]${file.replaceAll('/', '[\\\\/]')}\\.js$`) }, async ({ path }) => ({
        contents: edit(await readFile(path, 'utf8')),
        loader: 'js',
      }));
    replaceModule(/^yoga-layout$|[\\/]ready-layout\.ts$/, 'yoga-layout', () => layoutEngine(root));
    replaceModule(/^widest-line$/, 'widest-line', () => widestLine(root));
    // Whether to draw is decided before Ink is loaded, and an empty CI is none.
    replaceModule(/^is-in-ci$/, 'is-in-ci', () => 'export default false;');
    change('ink/build/reconciler', (text) => replaceIn(replaceIn(text, DEVTOOLS, ''), OWN_PACKAGE, ''));
    change('ink/build/output', (text) => replaceIn(text, GET_OUTPUT, GET_WHOLE));
    change('ink/build/measure-text', (text) => replaceIn(text, REMEMBER_WIDTH, REMEMBER_LAST));
    change('yoga-wasm-base64-esm', (text) => replaceIn(text, WASM, '"yoga.wasm"'));
  },
});
