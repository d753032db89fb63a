#!/usr/bin/env node
'use strict';
// Starts the one-file bundle with a V8 code cache. The cache is only ever a speed-up: when it is missing, damaged,
// from another Node or another build, or cannot be written, the bundle is compiled as usual.
const fs = require('node:fs');
const path = require('node:path');

const bundle = path.join(__dirname, '..', 'dist', 'loom.cjs');

/** The OS cache folder, for installations whose own folder is not writable. */
function osCacheFolder() {
  const env = process.env;
  if (process.platform === 'win32') return env.LOCALAPPDATA ? path.join(env.LOCALAPPDATA, 'loom', 'Cache') : undefined;
  if (env.XDG_CACHE_HOME && path.isAbsolute(env.XDG_CACHE_HOME)) return path.join(env.XDG_CACHE_HOME, 'loom');
  if (!env.HOME || !path.isAbsolute(env.HOME)) return undefined;
  if (process.platform === 'darwin') return path.join(env.HOME, 'Library', 'Caches', 'loom');
  return path.join(env.HOME, '.cache', 'loom');
}

/** Where a cache of this bundle may lie, best place first. */
function cacheFiles(digest) {
  const name = `loom-${digest}-${process.version}-${process.arch}.v8cache`;
  const folders = [path.dirname(bundle), osCacheFolder()];
  return folders.filter((folder) => folder !== undefined).map((folder) => path.join(folder, name));
}

function ownedByUs(file) {
  return typeof process.getuid !== 'function' || fs.lstatSync(file).uid === process.getuid();
}

/** A checksum that needs no module: V8 does not check the payload of a cache, and a damaged one would crash it. */
function checksum(payload) {
  const words = new Int32Array(payload.buffer, payload.byteOffset, payload.length >> 2);
  let a = payload.length | 0;
  let b = 0;
  for (let index = 0; index < words.length; index += 1) {
    a = (a + words[index]) | 0;
    b = (b + a) | 0;
  }
  return (a ^ (b << 7) ^ (b >>> 25)) | 0;
}

const HEADER = 8;

/** Reads a cache whose checksum holds. */
function readCache(files) {
  for (const file of files) {
    try {
      const content = fs.readFileSync(file);
      // A copy begins on a word boundary, which the checksum needs; pooled buffers need not.
      const payload = content.byteOffset % 4 === 0 ? content.subarray(HEADER) : Buffer.from(content).subarray(HEADER);
      if (payload.length > 0 && checksum(payload) === content.readInt32LE(0) && ownedByUs(file)) return payload;
    } catch {
      // No cache here: the next place, or none.
    }
  }
  return undefined;
}

/** Writes the cache by rename, so that a reader never sees half of one. */
function writeCache(files, payload) {
  const content = Buffer.alloc(payload.length + HEADER);
  payload.copy(content, HEADER);
  content.writeInt32LE(checksum(content.subarray(HEADER)), 0);
  for (const file of files) {
    const temporary = `${file}.${process.pid}.tmp`;
    try {
      if (file !== files[0]) fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
      fs.writeFileSync(temporary, content, { mode: 0o600, flag: 'wx' });
      fs.renameSync(temporary, file);
      return;
    } catch {
      removeQuietly(temporary);
    }
  }
}

function removeQuietly(file) {
  try {
    fs.rmSync(file, { force: true });
  } catch {
    // It lies where nothing can be written.
  }
}

function readBundle() {
  try {
    return fs.readFileSync(bundle, 'latin1');
  } catch (error) {
    process.stderr.write(`Error: loom is not built: ${bundle} (${error.code})\nHint: npm run build\n`);
    process.exit(1);
  }
}

async function start() {
  const source = readBundle();
  const digest = /^\/\/ (\w+)/.exec(source)?.[1] ?? 'unknown';
  const vm = require('node:vm');
  const files = cacheFiles(digest);
  const cachedData = process.env.LOOM_NO_CODE_CACHE ? undefined : readCache(files);
  const script = new vm.Script(source, {
    filename: bundle,
    cachedData,
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  const loom = { exports: {} };
  // This file's own require finds the same packages as one of dist/ would.
  script.runInThisContext()(loom.exports, require, loom, bundle, path.dirname(bundle));
  const code = await loom.exports.main(process.argv.slice(2));
  const missing = cachedData === undefined || script.cachedDataRejected === true;
  if (missing && !process.env.LOOM_NO_CODE_CACHE) writeCache(files, script.createCachedData());
  process.exit(code);
}

start();
