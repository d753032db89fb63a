/** What is forgotten in a browser or on the terminal is gone from every file of the store, as by the command. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { AppContext } from '../../src/app/context.ts';
import { searchMemory } from '../../src/app/search-memory.ts';
import { openApp } from '../../src/cli/composition.ts';
import { carryOut } from '../../src/cli/ui/ui-actions.ts';
import { openWebLab } from '../web/web-lab.ts';
import { filesHolding } from './support/case-files.ts';
import { loom, openSandbox, type Sandbox } from './support/case-sandbox.ts';

const CANARY = 'canary61lantern';
const NEIGHBOUR = 'neighbour62lantern';

function openStore({ home, store, work, env }: Sandbox, write = true): Promise<AppContext> {
  const config = join(home, '.config', 'loom');
  const paths = { store, config, configFile: join(config, 'config.json'), state: home, cache: home };
  return openApp({ paths, cwd: work, env, write });
}

function accept(box: Sandbox, text: string): string {
  const asserted = ['--accept', '--approved-by', 'Ada', '--evidence', 'said so'];
  const made = loom(box, ['memory', 'propose', text, ...asserted, '--json']);
  expect(made.code, made.stderr).toBe(0);
  return JSON.parse(made.stdout).id;
}

async function found(app: AppContext, word: string): Promise<number> {
  app.readModel.catchUp();
  return (await searchMemory(app, { question: word, scope: { all: true }, match: 'auto', syntax: false })).hits.length;
}

/** Files of the folder `index` that hold the text, as `list` and `search`. */
function indexesHolding({ store }: Sandbox, text: string): readonly string[] {
  const files = filesHolding(join(store, 'index'), text).filter((path) => path.endsWith('.sqlite'));
  return files.map((path) => (path.includes('search-') ? 'search' : 'list')).sort();
}

/** Two records, both in both indexes; the first is then forgotten in some way, by its id. */
async function forgetting(forget: (box: Sandbox, memory: string) => Promise<void>): Promise<void> {
  const box = openSandbox();
  const memory = accept(box, `The ${CANARY} hangs by the door`);
  accept(box, `The ${NEIGHBOUR} hangs by the gate`);
  const before = await openStore(box, false);
  expect(await found(before, CANARY)).toBe(1);
  expect(indexesHolding(box, CANARY)).toEqual(['list', 'search']);
  await forget(box, memory);
  expect(filesHolding(box.store, CANARY)).toEqual([]);
  // Whoever had the indexes open finds it no more, and neither does who makes new ones.
  for (const app of [before, await openStore(box, false)])
    expect([await found(app, CANARY), await found(app, NEIGHBOUR)]).toEqual([0, 1]);
  expect(indexesHolding(box, NEIGHBOUR)).toEqual(['list', 'search']);
  expect(filesHolding(box.store, CANARY)).toEqual([]);
}

it('by the pages of loom serve, no byte of the text is left', async () => {
  await forgetting(async (box, memory) => {
    const lab = openWebLab({ open: ({ write }) => openStore(box, write) });
    await lab.enter();
    expect((await lab.visit(`/memory/${memory}`)).text).toContain(CANARY);
    expect((await lab.send(`/memory/${memory}/forget`, { word: 'forget' })).text).toContain('is forgotten');
  });
});

it('by a key of loom ui, no byte of the text is left', async () => {
  await forgetting(async (box, memory) => {
    const app = await openStore(box);
    app.readModel.catchUp();
    const told = await carryOut(app, { all: true }, { type: 'forget', memory: memory as never });
    expect(told).toMatchObject({ ok: true, undo: null });
  });
});
