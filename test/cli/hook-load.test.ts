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

it('a hook call loads nothing of Node beyond what hashing needs, once its code cache is there', () => {
  const box = openSandbox();
  const tell = join(box.work, 'tell.cjs');
  const loaded = join(box.work, 'loaded.json');
  writeFileSync(tell, TELL);
  const prompt = JSON.stringify({
    session_id: '6b1f6a30-64c4-4a39-8e0c-1d5a2a3f7e10',
    cwd: box.work,
    hook_event_name: 'UserPromptSubmit',
    prompt: 'Raise the tide',
  });
  const env = { NODE_OPTIONS: `--require=${tell}`, LOADED: loaded, LOOM_CAPTURE_SYNC: 'off' };
  for (let call = 0; call < 3; call += 1) {
    expect(loom(box, ['hook', 'claude-code'], { input: prompt, env })).toMatchObject({ code: 0, stdout: '' });
  }
  const names = JSON.parse(readFileSync(loaded, 'utf8')) as string[];
  expect(names).toContain('crypto');
  const costly = ['child_process', 'http', 'module', 'net', 'perf_hooks', 'timers/promises', 'tty', 'v8', 'zlib'];
  expect(names.filter((name) => costly.includes(name))).toEqual([]);
});
