/** Which modules of Node a run of the program loads. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { loom, type RunOptions, type Sandbox } from './case-sandbox.ts';

const TELL = `
const begun = new Set(process.moduleLoadList);
process.on('exit', () => {
  const loaded = process.moduleLoadList.filter((name) => !begun.has(name) && name.startsWith('NativeModule '));
  require('node:fs').writeFileSync(process.env.LOADED, JSON.stringify(loaded.map((name) => name.slice(13))));
});`;

/** Modules that the third of three runs loads beyond Node's own start: then code cache and index are there. */
export function modulesLoaded(box: Sandbox, words: readonly string[], options: RunOptions = {}): readonly string[] {
  const [tell, loaded] = [join(box.work, 'tell.cjs'), join(box.work, 'loaded.json')];
  writeFileSync(tell, TELL);
  const env = { ...options.env, NODE_OPTIONS: `--require=${tell}`, LOADED: loaded };
  for (let call = 0; call < 3; call += 1) expect(loom(box, words, { ...options, env })).toMatchObject({ code: 0 });
  return JSON.parse(readFileSync(loaded, 'utf8')) as string[];
}
