import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loom, openSandbox } from './support/case-sandbox.ts';

const TELL = `
const begun = new Set(process.moduleLoadList);
process.on('exit', () => {
  const loaded = process.moduleLoadList.filter((name) => !begun.has(name) && name.startsWith('NativeModule '));
  require('node:fs').writeFileSync(process.env.LOADED, JSON.stringify(loaded.map((name) => name.slice(13))));
});`;

const costly = ['child_process', 'crypto', 'http', 'net', 'stream', 'timers/promises', 'zlib'];

it('a list and a search load nothing of Node that hashes, packs or streams, once code cache and index are there', () => {
  const box = openSandbox();
  const tell = join(box.work, 'tell.cjs');
  const loaded = join(box.work, 'loaded.json');
  writeFileSync(tell, TELL);
  expect(loom(box, ['sessions', 'start', '--title', 'Raise the tide'])).toMatchObject({ code: 0 });
  const env = { NODE_OPTIONS: `--require=${tell}`, LOADED: loaded };
  for (const line of ['sessions list --all', 'sessions list --all --json', 'memory search tide --all']) {
    for (let call = 0; call < 3; call += 1) expect(loom(box, line.split(' '), { env })).toMatchObject({ code: 0 });
    const names = JSON.parse(readFileSync(loaded, 'utf8')) as string[];
    expect({ line, costly: names.filter((name) => costly.includes(name)) }).toEqual({ line, costly: [] });
  }
});
