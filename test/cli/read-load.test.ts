import { expect, it } from 'vitest';
import { loom, openSandbox } from './support/case-sandbox.ts';
import { modulesLoaded } from './support/loaded-modules.ts';

const costly = ['child_process', 'crypto', 'http', 'net', 'stream', 'timers/promises', 'zlib'];

it('a list and a search load nothing of Node that hashes, packs or streams, once code cache and index are there', () => {
  const box = openSandbox();
  expect(loom(box, ['sessions', 'start', '--title', 'Raise the tide'])).toMatchObject({ code: 0 });
  for (const line of ['sessions list --all', 'sessions list --all --json', 'memory search tide --all']) {
    const names = modulesLoaded(box, line.split(' '));
    expect({ line, costly: names.filter((name) => costly.includes(name)) }).toEqual({ line, costly: [] });
  }
});
