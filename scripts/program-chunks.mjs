// The program in chunks: what is imported dynamically, and what several of these share, each becomes a CommonJS function.
// esbuild splits ES modules only; each of its chunks is then translated by itself.
import { readdirSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { build, transform } from 'esbuild';
import { lateEntries } from './late-adapters.mjs';

const ANNOTATION = /\n\/\/ Annotate the CommonJS export names[^\n]*\n0 && \(module\.exports = \{[^}]*\}\);\n/;

/**
 * What esbuild writes before each translated chunk, here once for a whole part. All modules are of the program itself, so
 * a namespace is handed on, not copied.
 */
export const CHUNK_HELPERS = `
var __create = Object.create, __defProp = Object.defineProperty, __getProtoOf = Object.getPrototypeOf;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor, __getOwnPropNames = Object.getOwnPropertyNames;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __export = (target, all) => {
  for (var name in all) __defProp(target, name, { get: all[name], enumerable: true });
};
var __copyProps = (to, from, except, desc) => {
  if ((from && typeof from === 'object') || typeof from === 'function')
    for (const key of __getOwnPropNames(from))
      if (!__hasOwnProp.call(to, key) && key !== except)
        __defProp(to, key, {
          get: () => from[key],
          enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable,
        });
  return to;
};
var __toCommonJS = (mod) => __defProp(mod, '__esModule', { value: true });
var __toESM = (mod, isNodeMode, target) =>
  mod && mod.__esModule
    ? mod
    : ((target = mod != null ? __create(__getProtoOf(mod)) : {}),
      __copyProps(isNodeMode || !mod || !mod.__esModule ? __defProp(target, 'default', { value: mod, enumerable: true }) : target, mod));
`;

/** Importers are chunks that nothing imports: the registry asks for one by its name. */
function importerEntries(root) {
  const folder = join(root, 'src', 'importers');
  const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('-importer.ts'));
  return Object.fromEntries(files.map((file) => [basename(file, '.ts'), join(folder, file)]));
}

/** What the registry asks for instead of `'./codex/codex-importer.ts'`. */
export function importerChunk(path) {
  return `'./${basename(path.slice(1, -1), '.ts')}.js'`;
}

function withoutHelpers(code) {
  const last = /^var __toCommonJS = .*\n/m.exec(code);
  return code.startsWith('var __') && last !== null ? code.slice(last.index + last[0].length) : code;
}

async function translate(text, options) {
  const { code } = await transform(text, { ...options, format: 'cjs', platform: 'node' });
  return withoutHelpers(code).replace(ANNOTATION, '\n');
}

/**
 * Bundles the program and resolves to its chunks: `{name, text, inputs}`, where `inputs` are bytes by source file.
 * `options` are those of esbuild for one file.
 */
export async function bundleChunks({ root, entry, options }) {
  const { format, supported, ...rest } = options;
  const { outputFiles, metafile } = await build({
    ...rest,
    entryPoints: { main: entry, ...importerEntries(root), ...lateEntries(root) },
    external: ['./*-importer.js', './late-*.js'],
    splitting: true,
    format: 'esm',
    outdir: join(root, 'dist'),
    entryNames: '[name]',
    chunkNames: '[name]-[hash]',
    minifyWhitespace: false,
    metafile: true,
  });
  const { target, logOverride } = options;
  const chunks = outputFiles.map(async ({ path, text }) => {
    const { inputs } = metafile.outputs[relative(root, path).replaceAll('\\', '/')];
    const bytes = Object.entries(inputs).map(([file, { bytesInOutput }]) => [file, bytesInOutput]);
    return {
      name: `./${basename(path)}`,
      text: await translate(text, { target, supported, logOverride }),
      inputs: Object.fromEntries(bytes),
    };
  });
  return { chunks: await Promise.all(chunks), metafile };
}
