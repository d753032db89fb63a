/** Memory about files: what they were when a person said that it holds, and what became of them since. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { changeMemories } from '../../../src/app/change-memory.ts';
import { proposeMemory } from '../../../src/app/propose-memory.ts';
import { listMarked } from '../../../src/app/stale-memory.ts';
import { decideAccept, decideConfirm } from '../../../src/domain/memory-decide.ts';
import type { MemoryId } from '../../../src/kernel/ids.ts';
import { openApp, type TestApp } from '../app-fixture.ts';

const YES = { by: 'person', approvedBy: 'Ada', evidence: 'read', confirmInstruction: false } as const;

/** An app whose checkout is a folder of its own, with digests that are the contents. */
function beside(app: TestApp): { readonly app: TestApp; readonly write: (name: string, text: string | null) => void } {
  const root = join(app.folder, 'checkout');
  mkdirSync(join(root, 'src'), { recursive: true });
  const contents: Record<string, string> = {};
  const here: TestApp = {
    ...app,
    cwd: root,
    probe: { ...app.probe, probe: () => ({ cwd: root, realCwd: root, root }) },
    snapshots: {
      ...app.snapshots,
      contents: async (paths) =>
        new Map(
          paths.map((path) => {
            const digest = contents[path];
            return [path, digest === undefined ? { state: 'gone' } : { state: 'file', digest }];
          }),
        ),
    },
  };
  const write = (name: string, text: string | null): void => {
    const path = `${root}/${name}`;
    if (text === null) {
      delete contents[path];
      rmSync(path, { force: true });
    } else {
      contents[path] = `d-${text}`;
      writeFileSync(path, text);
    }
  };
  return { app: here, write };
}

async function accepted(app: TestApp, paths: readonly string[]): Promise<MemoryId> {
  const made = await proposeMemory(app, {
    text: 'The timeout is 30 s',
    kind: 'fact',
    paths,
    scope: { kind: 'project' },
    acceptance: YES,
  });
  if (made.kind === 'refused') throw new Error(made.refusal.code);
  return made.memory;
}

const staleOf = async (app: TestApp) =>
  (await listMarked(app, { all: true }, { stale: true })).rows.map(({ id, stale }) => [id, stale]);

describe('a record about files', () => {
  it('is stale once one of them changed or vanished, and not before', async () => {
    const { app, write } = beside(openApp());
    write('src/cfg.ts', 'timeout = 30');
    write('src/other.ts', 'x');
    const id = await accepted(app, ['src/cfg.ts:3', './src/other.ts']);
    expect(await staleOf(app)).toEqual([]);
    write('src/cfg.ts', 'timeout = 60');
    expect(await staleOf(app)).toEqual([[id, [{ path: 'src/cfg.ts:3', now: 'changed' }]]]);
    write('src/other.ts', null);
    expect((await staleOf(app))[0]?.[1]).toContainEqual({ path: './src/other.ts', now: 'gone' });
    write('src/cfg.ts', 'timeout = 30');
    write('src/other.ts', 'x');
    expect(await staleOf(app)).toEqual([]);
  });

  it('holds again when a person confirms it', async () => {
    const { app, write } = beside(openApp());
    write('src/cfg.ts', 'one');
    const id = await accepted(app, ['src/cfg.ts']);
    write('src/cfg.ts', 'two');
    expect(await staleOf(app)).toHaveLength(1);
    const wish = { by: 'person', confirmedAt: '2026-03-02' } as const;
    await changeMemories(app, { memories: [id], decide: (look, one) => decideConfirm(look, one, wish) });
    expect(await staleOf(app)).toEqual([]);
  });

  it('that was proposed first is compared with what was there when it was accepted', async () => {
    const { app, write } = beside(openApp());
    write('src/cfg.ts', 'before');
    const request = { text: 'The cache is cold', kind: 'fact', paths: ['src/cfg.ts'] } as const;
    const made = await proposeMemory(app, { ...request, scope: { kind: 'project' } });
    const id = made.kind === 'proposed' ? made.memory : ('' as MemoryId);
    write('src/cfg.ts', 'after');
    await changeMemories(app, { memories: [id], decide: (look, one) => decideAccept(look, one, YES) });
    expect(app.readModel.memory(id)?.seen).toEqual({ 'src/cfg.ts': 'd-after' });
    expect(await staleOf(app)).toEqual([]);
  });

  it('of which no file can be told from here is not called stale', async () => {
    const { app, write } = beside(openApp());
    write('src/cfg.ts', 'one');
    await accepted(app, ['src/cfg.ts']);
    write('src/cfg.ts', 'two');
    const unreadable = new Map([[`${app.cwd}/src/cfg.ts`, { state: 'large' }]]) as never;
    const blind: TestApp = { ...app, snapshots: { ...app.snapshots, contents: async () => unreadable } };
    expect(await staleOf(blind)).toEqual([]);
  });
});
