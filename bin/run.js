#!/usr/bin/env node
'use strict';
// Starts the program with a V8 code cache. The cache is only ever a speed-up: when it is missing, damaged,
// from another Node or another build, or cannot be written, the bundle is compiled as usual.
const fs = require('node:fs');
const path = require('node:path');

const dist = path.join(__dirname, '..', 'dist');

/** Agents run hooks at every step: these load a small program of their own, which says so when it is not enough. */
function programOf(argv) {
  const isHook = argv[0] === 'hook' && argv.length > 1 && argv.length < 4 && /^[a-z]/.test(argv[1]);
  return isHook && fs.existsSync(path.join(dist, 'hook.cjs')) ? 'hook' : 'loom';
}

/** The OS cache folder, for installations whose own folder is not writable. */
function osCacheFolder() {
  const env = process.env;
  if (process.platform === 'win32') return env.LOCALAPPDATA ? path.join(env.LOCALAPPDATA, 'loom', 'Cache') : undefined;
  if (env.XDG_CACHE_HOME && path.isAbsolute(env.XDG_CACHE_HOME)) return path.join(env.XDG_CACHE_HOME, 'loom');
  if (!env.HOME || !path.isAbsolute(env.HOME)) return undefined;
  if (process.platform === 'darwin') return path.join(env.HOME, 'Library', 'Caches', 'loom');
  return path.join(env.HOME, '.cache', 'loom');
}

/**
 * The command a line seems to name, as `sessions-list`. Each command has a cache of its own, which holds what it runs and
 * nothing else; a guess that proves wrong costs a little time.
 */
function guessCommand(argv) {
  const words = argv.slice(0, 2).filter((word) => /^[a-z]{1,20}$/.test(word));
  const isTopic = ['sessions', 'memory', 'project', 'journal', 'index', 'config'].includes(words[0]);
  return words.slice(0, isTopic ? 2 : 1).join('-') || 'loom';
}

/** Names the flags that Node was started with: V8 takes a cache only under those it was made under. */
function flagsWord() {
  const flags = [process.env.NODE_OPTIONS ?? '', ...process.execArgv].join(' ').trim();
  let sum = 0;
  for (let i = 0; i < flags.length; i += 1) sum = (sum * 31 + flags.charCodeAt(i)) >>> 0;
  return flags === '' ? '' : `-${sum.toString(36)}`;
}

/** Where a cache of this bundle may lie, best place first. */
function cacheFiles(program, digest, command) {
  const name = `${program}-${digest}-${process.version}-${process.arch}${flagsWord()}-${command}.v8cache`;
  const folders = [dist, osCacheFolder()];
  return folders.filter((folder) => folder !== undefined).map((folder) => path.join(folder, name));
}

function ownedByUs(file) {
  return typeof process.getuid !== 'function' || fs.lstatSync(file).uid === process.getuid();
}

const HEADER = 8;
const LONG_MICROSECONDS = 10_000_000;

/**
 * Reads a cache that is whole. V8 does not check the payload, and a damaged one would crash it, so the file holds it
 * twice: comparing two halves costs less than loading a module that computes a checksum.
 */
function readCache(files) {
  for (const file of files) {
    try {
      const content = fs.readFileSync(file);
      const length = content.readUInt32LE(0);
      const payload = content.subarray(HEADER, HEADER + length);
      const twin = content.subarray(HEADER + length);
      if (length > 0 && payload.equals(twin) && ownedByUs(file)) return payload;
    } catch {
      // No cache here: the next place, or none.
    }
  }
  return undefined;
}

/** Writes the cache by rename, so that a reader never sees half of one. */
function writeCache(files, payload) {
  const header = Buffer.alloc(HEADER);
  header.writeUInt32LE(payload.length, 0);
  const content = Buffer.concat([header, payload, payload]);
  for (const file of files) {
    const temporary = `${file}.${process.pid}.tmp`;
    try {
      if (file !== files[0]) fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
      fs.writeFileSync(temporary, content, { mode: 0o600, flag: 'wx' });
      fs.renameSync(temporary, file);
      removeOtherBuilds(path.dirname(file), path.basename(file));
      return;
    } catch {
      removeQuietly(temporary);
    }
  }
}

/** Caches of earlier builds are of no use to anyone. */
function removeOtherBuilds(folder, name) {
  const [program, digest] = name.split('-');
  for (const other of fs.readdirSync(folder)) {
    const isOld = other.startsWith(`${program}-`) && !other.startsWith(`${program}-${digest}-`);
    if (other.endsWith('.v8cache') && isOld) removeQuietly(path.join(folder, other));
  }
}

function removeQuietly(file) {
  try {
    fs.rmSync(file, { force: true });
  } catch {
    // It lies where nothing can be written.
  }
}

function readProgram(bundle) {
  try {
    return fs.readFileSync(bundle, 'latin1');
  } catch (error) {
    process.stderr.write(`Error: loom is not built: ${bundle} (${error.code})\nHint: npm run build\n`);
    process.exit(1);
  }
}

/** Reads a part of a program, `loom.cjs` and others beside it, and compiles it or takes it from its cache. */
function compilePart(name, command) {
  const file = path.join(dist, `${name}.cjs`);
  const source = readProgram(file);
  const digest = /^\/\/ (\w+)/.exec(source)?.[1] ?? 'unknown';
  const vm = require('node:vm');
  const files = cacheFiles(name, digest, command);
  const cachedData = process.env.LOOM_NO_CODE_CACHE ? undefined : readCache(files);
  const script = new vm.Script(source, {
    filename: file,
    cachedData,
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  return { file, script, caches: files, isCached: cachedData !== undefined && script.cachedDataRejected !== true };
}

/** Runs a part; this file's own require finds the same packages as one of dist/ would. */
function runPart({ script, file }, loadPart) {
  const module = { exports: {}, loadPart };
  script.runInThisContext()(module.exports, require, module, file, dist);
  return module.exports;
}

/**
 * Whether what was compiled is kept until it is written to a cache. Left alone, V8 forgets what has not run for a while:
 * of a program that ran for minutes everything that its start needs. The flag is taken back, since a cache tells by which
 * flags it was made.
 */
function keepCompiled(isKept) {
  if (process.env.LOOM_NO_CODE_CACHE) return;
  require('node:v8').setFlagsFromString(isKept ? '--no-flush-bytecode' : '--flush-bytecode');
}

/** Runs a command line; resolves to the exit code, or to the command line that the whole program is to run. */
async function run(program, argv) {
  const command = guessCommand(argv);
  const parts = [];
  const loadPart = (name) => {
    const part = compilePart(name, command);
    if (!part.isCached) keepCompiled(true);
    parts.push(part);
    return runPart(part, loadPart);
  };
  const loom = loadPart(program);
  const outcome = await loom.main(argv);
  // A run that failed shows little of what its command needs, and one that took long, such as a search that made its index, a
  // lot that others do not.
  const isTelling =
    outcome === 0 &&
    process.cpuUsage().user < LONG_MICROSECONDS &&
    command === (loom.commandThatRan() ?? 'loom').replaceAll(':', '-');
  const fresh = parts.filter(({ isCached }) => !isCached);
  if (isTelling && fresh.length > 0 && !process.env.LOOM_NO_CODE_CACHE) {
    keepCompiled(false);
    for (const { caches, script } of fresh) writeCache(caches, script.createCachedData());
  }
  return outcome;
}

async function start() {
  const argv = process.argv.slice(2);
  const outcome = await run(programOf(argv), argv);
  process.exit(typeof outcome === 'number' ? outcome : await run('loom', outcome));
}

start();
