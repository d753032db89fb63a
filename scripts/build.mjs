// Builds the program, with oclif's manifest and package.json inside: dist/loom.cjs, what every start needs; beside it the
// parts that few commands need; dist/hook.cjs, a program of its own for hooks; and dist/ahead.cjs, that of the second thread
// of an import, and dist/cutting.cjs, that of the second thread of a search that makes its index.
// Pass 1 bundles the commands eagerly and asks oclif for their manifest; pass 2 bundles the program around it.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';
import { escapeProgram } from './escape-program.mjs';
import { lateAdapters, lateChunk } from './late-adapters.mjs';
import { lazyImporters } from './lazy-importers.mjs';
import { lazyOclif } from './lazy-oclif.mjs';
import { lazyPackages } from './lazy-packages.mjs';
import { leanInk } from './lean-ink.mjs';
import { leanMcp } from './lean-mcp.mjs';
import { nativeAddons } from './native-addons.mjs';
import { plannedRedaction } from './planned-redaction.mjs';
import { bundleChunks, importerChunk } from './program-chunks.mjs';
import { assembleParts } from './program-parts.mjs';
import { dist, publish, publishProgram, removeOldCaches, removeOldParts } from './publish-dist.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const require = createRequire(import.meta.url);

/** Files below src/commands that are commands: one default-exported class each. */
export function commandFiles(folder = join(root, 'src', 'commands')) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.d.ts'))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

/** `src/commands/sessions/list.ts` → `sessions:list`. */
export function commandId(file) {
  return relative(join(root, 'src', 'commands'), file)
    .replace(/\.ts$/, '')
    .split(/[\\/]/)
    .join(':');
}

function readPackage() {
  const { name, version, oclif } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return { name, version, oclif };
}

const shared = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20.19',
  // A built-in module loaded by require does not start the ES module loader.
  supported: { 'dynamic-import': false },
  logLevel: 'warning',
  legalComments: 'none',
  write: false,
  // Modules that look for an anchor have __filename in the bundle.
  logOverride: { 'empty-import-meta': 'silent' },
};

function virtualModule(name, contents) {
  return {
    name,
    setup(plugin) {
      plugin.onResolve({ filter: new RegExp(`^${name}$`) }, () => ({ path: name, namespace: `virtual-${name}` }));
      plugin.onLoad({ filter: /.*/, namespace: `virtual-${name}` }, () => ({
        contents,
        loader: 'js',
        resolveDir: root,
      }));
    },
  };
}

/** zod brings the messages of fifty languages; loom speaks one. */
const englishOnly = {
  name: 'english-only',
  setup(plugin) {
    plugin.onLoad({ filter: /zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js';",
      loader: 'js',
    }));
  },
};

async function bundleEagerly(files) {
  const imports = files.map((file, index) => `import c${index} from ${JSON.stringify(file)};`).join('\n');
  const members = files.map((file, index) => `${JSON.stringify(commandId(file))}: c${index},`).join('\n');
  const { outputFiles } = await build({
    ...shared,
    stdin: {
      contents: [
        imports,
        `export const COMMANDS = {${members}};`,
        "export { allImporters } from './src/importers/registry.ts';",
        "export { planOfTable } from './src/redaction/secret-anchors.ts';",
      ].join('\n'),
      resolveDir: root,
    },
    external: [
      '@oclif/core',
      '@oclif/core/*',
      '@oclif/plugin-help',
      '@photostructure/sqlite',
      'fs-native-extensions',
      'ink',
      'react',
      'react/*',
    ],
    plugins: [
      virtualModule(
        'virtual:loom-build',
        'export const COMMAND_LOADERS = {}, VALUED_FLAGS = [], PACKAGE = {}, TOPICS = [];',
      ),
      virtualModule('virtual:loom-manifest', 'export const MANIFEST = {commands: {}};'),
      virtualModule('virtual:loom-words', 'export const COMMAND_WORDS = {};'),
    ],
  });
  return outputFiles[0].text;
}

/** Loads every command once and lets oclif describe it; asks each importer for its version, and redaction for its plan. */
async function describeCommands(files) {
  const file = join(dist, `.commands-${process.pid}.cjs`);
  writeFileSync(file, await bundleEagerly(files));
  try {
    const { COMMANDS, allImporters, planOfTable } = require(file);
    const { cacheCommand } = require(join(root, 'node_modules', '@oclif', 'core', 'lib', 'util', 'cache-command.js'));
    const entries = Object.entries(COMMANDS).map(async ([id, command]) => {
      command.id = id;
      return [id, { ...(await cacheCommand(command)), id }];
    });
    const versions = allImporters().map(({ agent, normalizerVersion }) => [agent, normalizerVersion]);
    const described = Object.fromEntries(await Promise.all(entries));
    return { commands: described, versions: Object.fromEntries(versions), anchorPlan: planOfTable() };
  } finally {
    rmSync(file, { force: true });
  }
}

function topicList(topics, base = '') {
  return Object.entries(topics ?? {}).map(([name, { description }]) => ({ name: `${base}${name}`, description }));
}

function valuedFlags(commands) {
  const flags = Object.values(commands).flatMap((command) => Object.entries(command.flags));
  const names = flags
    .filter(([, { type }]) => type === 'option')
    .flatMap(([name, { char }]) => [`--${name}`, ...(char ? [`-${char}`] : [])]);
  return [...new Set(names)];
}

function manifestModule(commands) {
  return `export const MANIFEST = JSON.parse(${JSON.stringify(JSON.stringify({ commands }))});`;
}

/** Commands and flags for completion: a small part of the manifest. */
function wordsModule(commands) {
  const flagOf = ({ name, char = '', type, summary = '', options = [] }) => [
    name,
    char,
    type === 'option',
    summary,
    options,
  ];
  const words = Object.entries(commands).map(([id, { summary = '', flags, args }]) => [
    id,
    { summary, flags: Object.values(flags).map(flagOf), args: Object.keys(args) },
  ]);
  return `export const COMMAND_WORDS = JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(words)))});`;
}

function buildModule(files, commands, pjson) {
  const loaders = files.map((file) => `${JSON.stringify(commandId(file))}: () => import(${JSON.stringify(file)}),`);
  return [
    `export const COMMAND_LOADERS = {\n${loaders.join('\n')}\n};`,
    `export const VALUED_FLAGS = ${JSON.stringify(valuedFlags(commands))};`,
    `export const PACKAGE = ${JSON.stringify(pjson)};`,
    `export const TOPICS = ${JSON.stringify(topicList(pjson.oclif.topics))};`,
  ].join('\n');
}

function programOptions({ module, manifest, words, anchorPlan, importers, lateChunk: place }) {
  return {
    ...shared,
    minifySyntax: true,
    minifyWhitespace: true,
    minifyIdentifiers: false,
    keepNames: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      virtualModule('virtual:loom-build', module),
      virtualModule('virtual:loom-manifest', manifest),
      virtualModule('virtual:loom-words', words),
      plannedRedaction(anchorPlan),
      englishOnly,
      lazyImporters(importers),
      lateAdapters(place),
      lazyOclif,
      lazyPackages(root),
      leanInk(root),
      leanMcp,
      nativeAddons(root),
    ],
  };
}

/** A program of its own, in one file. */
async function bundleOne(entry, made) {
  const options = programOptions(made);
  const { outputFiles } = await build({ ...options, entryPoints: [entry] });
  return outputFiles[0].text;
}

/** Part name → minified text; and what esbuild tells of the bundle. */
async function bundleProgram({ importers, ...made }) {
  const options = programOptions({ ...made, importers: { ...importers, place: importerChunk }, lateChunk });
  const { chunks, metafile } = await bundleChunks({ root, entry: 'src/cli/main.ts', options });
  const parts = [...assembleParts(chunks, root)].map(async ([name, text]) => {
    const { code } = await transform(text, { minifyWhitespace: true, target: shared.target });
    return [name, code];
  });
  return { parts: new Map(await Promise.all(parts)), metafile };
}

/** The first run writes the code cache with what it compiled; an import is the run that uses most. */
function warmCodeCache() {
  spawnSync(process.execPath, [join(root, 'bin', 'run.js'), 'demo'], { stdio: 'ignore' });
}

/** Builds everything and returns the manifest, which the man pages and the surface snapshot are made of. */
export async function buildLoom() {
  mkdirSync(dist, { recursive: true });
  const files = commandFiles();
  const pjson = readPackage();
  const { commands, versions, anchorPlan } = await describeCommands(files);
  const module = buildModule(files, commands, pjson);
  const made = {
    module,
    manifest: manifestModule(commands),
    words: wordsModule(commands),
    anchorPlan,
    importers: { versions },
  };
  const { parts, metafile } = await bundleProgram(made);
  const programs = new Map([...parts, ['hook', await bundleOne('src/cli/hook-main.ts', made)]]);
  removeOldParts(new Set([...programs.keys(), 'ahead', 'cutting']));
  for (const [name, text] of programs) publishProgram(name, text);
  // Node itself loads what a thread runs.
  publish('ahead.cjs', escapeProgram(await bundleOne('src/cli/ahead-main.ts', made)));
  publish('cutting.cjs', escapeProgram(await bundleOne('src/cli/cutting-main.ts', made)));
  publish(
    'manifest.json',
    JSON.stringify({ version: pjson.version, commands, topics: topicList(pjson.oclif.topics) }, null, 1),
  );
  publish('meta.json', JSON.stringify(metafile));
  removeOldCaches();
  warmCodeCache();
  return commands;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const commands = await buildLoom();
  console.log(`dist/loom.cjs: ${Object.keys(commands).length} commands`);
}
