/** The faces over a store that is busy, damaged or gone: a clear word, the right exit code, and nothing changed. */
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { tryWriterLock } from '../../../src/journal/writer-lock.ts';
import { loadSqlite } from '../../../src/sqlite/load-sqlite.ts';
import { startServing } from '../../web/serving-loom.ts';
import { loom, type Sandbox } from '../support/case-sandbox.ts';
import { openUiLab } from './ui-lab.ts';

const LISTED = /^1\. Count the buoys, claude-code, harbour/;

/** Every byte of the store that is no cache. */
function truthOf({ store }: Sandbox): string {
  const files = readdirSync(store, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter((path) => !path.startsWith(join(store, 'index')))
    .sort()
    .map((path) => `${path} ${readFileSync(path, 'base64')}`)
    .join('\n');
}

function indexFile({ store }: Sandbox): string {
  const name = readdirSync(join(store, 'index')).find((file) => /^[0-9A-Z]+\.sqlite$/.test(file));
  if (name === undefined) throw new Error('there is no index');
  return join(store, 'index', name);
}

function holdLock({ store }: Sandbox): void {
  const lock = tryWriterLock(join(store, 'writer.lock'));
  if (lock === undefined) throw new Error('the lock is taken');
  onTestFinished(() => lock.release());
}

describe('loom ui', () => {
  it('shows everything while another process holds the lock, and changes nothing', () => {
    const { box, project } = openUiLab();
    const before = truthOf(box);
    holdLock(box);
    const run = loom(box, ['ui'], { cwd: project });
    expect([run.code, run.stderr]).toEqual([0, '']);
    expect(run.stdout).toMatch(LISTED);
    expect(truthOf(box)).toBe(before);
  });

  it('shows the same without an index, with one that is no database, and while one is locked', () => {
    const { box, project } = openUiLab();
    const before = truthOf(box);
    const whole = loom(box, ['ui', '--json'], { cwd: project }).stdout;
    rmSync(join(box.store, 'index'), { recursive: true });
    expect(loom(box, ['ui', '--json'], { cwd: project }).stdout).toBe(whole);
    writeFileSync(indexFile(box), 'no database');
    const damaged = loom(box, ['ui', '--json'], { cwd: project });
    expect([damaged.code, damaged.stdout]).toEqual([0, whole]);
    expect(damaged.stderr).toMatch(/index was damaged and is built again/);
    const database = new (loadSqlite().DatabaseSync)(indexFile(box));
    onTestFinished(() => database.close());
    database.exec('BEGIN EXCLUSIVE');
    const locked = loom(box, ['ui', '--json'], { cwd: project });
    expect([locked.code, locked.stdout]).toEqual([0, whole]);
    expect(truthOf(box)).toBe(before);
  });

  it('of a path that is no store says so, with an exit code of its own', () => {
    const { box, project } = openUiLab();
    const file = join(box.root, 'a-file');
    writeFileSync(file, '');
    const run = loom(box, ['ui'], { cwd: project, env: { LOOM_HOME: file } });
    expect([7, 8]).toContain(run.code);
    expect(run.stderr).toMatch(/^Error: /);
    expect(run.stdout).toBe('');
  });
});

describe('loom serve', () => {
  async function open(box: Sandbox) {
    const serving = await startServing(box, ['--all']);
    const cookie = (await fetch(serving.address)).headers.get('set-cookie')?.split(';')[0] ?? '';
    const visit = (path: string) => fetch(`${serving.base}${path}`, { headers: { cookie } });
    return { serving, visit };
  }

  it('goes on while the lock is held, the index is gone, and after the store itself was away', async () => {
    const { box } = openUiLab();
    const { serving, visit } = await open(box);
    holdLock(box);
    expect(await (await visit('/sessions')).text()).toContain('Count the buoys');
    rmSync(join(box.store, 'index'), { recursive: true });
    expect(await (await visit('/sessions')).text()).toContain('Count the buoys');
    const away = `${box.store}-away`;
    renameSync(box.store, away);
    expect(await (await visit('/sessions')).text()).not.toContain('Count the buoys');
    expect(existsSync(box.store)).toBe(false);
    cpSync(away, box.store, { recursive: true });
    expect(await (await visit('/sessions')).text()).toContain('Count the buoys');
    expect(await serving.stop()).toBe(0);
  });

  it('tells of a damaged line on no page less than what is whole', async () => {
    const { box } = openUiLab();
    const [segment = ''] = readdirSync(join(box.store, 'journal')).filter((name) => name.endsWith('.jsonl'));
    const path = join(box.store, 'journal', segment);
    const lines = readFileSync(path, 'utf8').split('\n');
    writeFileSync(path, lines.map((line, at) => (at === 0 ? line.replace('session', 'sessi0n') : line)).join('\n'));
    rmSync(join(box.store, 'index'), { recursive: true });
    const { serving, visit } = await open(box);
    expect((await visit('/sessions')).status).toBe(200);
    await serving.says('damaged');
    expect(await serving.stop()).toBe(0);
  });
});
