// Loads the program as bin/run.js does, without its code cache.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import vm from 'node:vm';

function runPart(file, module) {
  const text = readFileSync(file, 'utf8');
  const source = text.startsWith('// ') ? text : `(function(exports,require,module,__filename,__dirname){${text}\n})`;
  const part = new vm.Script(source, {
    filename: file,
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  }).runInThisContext();
  part(module.exports, createRequire(file), module, file, dirname(file));
  return module;
}

function loadBeside(file, name) {
  return runPart(join(dirname(file), `${name}.cjs`), { exports: {} }).exports;
}

/** The module of the first part, whose exports are those of `src/cli/main.ts`. */
export function loadProgram(file, loadPart = (name) => loadBeside(file, name)) {
  return runPart(file, { exports: {}, loadPart });
}
