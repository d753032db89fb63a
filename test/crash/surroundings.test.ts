/** Clocks that jump, lock holders that stand still, owners and umasks of other people. */
import { execFileSync, type spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, lstatSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { storeLayout } from '../../src/journal/store-layout.ts';
import { verifyStore } from '../../src/journal/verify.ts';
import { fingerprint, walk } from '../cli/support/case-files.ts';
import { loom, programPath, type Run, type Sandbox, sandboxAt } from '../cli/support/case-sandbox.ts';
import { claudeProjects, nativeId, writeSession } from '../cli/support/claude-fixture.ts';
import { openJournal, sha256 } from '../journal/journal-fixture.ts';
import { LONGEST_RUN } from '../support/patience.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { CrashLab } from './support/crash-lab.ts';
import { canRun, isRoot, leftOut } from './support/machine.ts';

const root = mkdtempSync(join(tmpdir(), 'loom-surroundings-'));
chmodSync(root, 0o755);
afterAll(() => removeFolder(root));
let boxes = 0;

function newBox(): Sandbox {
  boxes += 1;
  const box = sandboxAt(join(root, `box-${boxes}`));
  writeSession(claudeProjects(box.home), { sessionId: nativeId(1), cwd: box.work, pairs: 2 });
  return box;
}

const said = (run: Run) => `loom ${run.args.join(' ')} → ${run.code}\n${run.stderr}${run.stdout}`;

async function expectClean(box: Sandbox): Promise<void> {
  const { findings } = await verifyStore({ layout: storeLayout(box.store), sha256 });
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
}

describe.skipIf(leftOut('clocks that jump', canRun('faketime')))('a clock', () => {
  /** Runs the program as if it were another time. */
  function at(box: Sandbox, time: string, ...args: readonly string[]): Run {
    const result = spawnSync('faketime', ['-f', `@${time}`, process.execPath, programPath, ...args], {
      cwd: box.work,
      env: { ...box.env, FAKETIME_DONT_FAKE_MONOTONIC: '1', DONT_FAKE_MONOTONIC: '1' },
      encoding: 'utf8',
      timeout: LONGEST_RUN,
    });
    const { status, stdout, stderr } = result;
    return { args, code: status, stdout, stderr, bytes: Buffer.from(stdout) };
  }

  it('that jumps back and forth changes no order: the last change is the last', async () => {
    const box = newBox();
    expect(loom(box, ['import', 'claude']).code).toBe(0);
    const times = [
      '2031-05-05 12:00:00',
      '2012-01-01 00:00:00',
      '1970-01-02 00:00:00',
      '2099-12-31 23:59:59',
      '2012-01-01 00:00:01',
    ];
    for (const [n, time] of times.entries()) {
      const run = at(box, time, 'sessions', 'rename', nativeId(1), `Gauges ${n}`);
      expect(run.code, said(run)).toBe(0);
      const list = at(box, time, 'sessions', 'list', '--all', '--json');
      expect(list.code, said(list)).toBe(0);
      expect(JSON.parse(list.stdout)).toMatchObject([{ title: `Gauges ${n}` }]);
    }
    expect(JSON.parse(loom(box, ['sessions', 'list', '--all', '--json']).stdout)).toMatchObject([
      { title: 'Gauges 4' },
    ]);
    const ids = [...openJournal(storeLayout(box.store)).read()].map((entry) =>
      entry.kind === 'event' ? entry.event.id : '',
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(loom(box, ['index', 'rebuild']).code).toBe(0);
    expect(JSON.parse(loom(box, ['sessions', 'list', '--all', '--json']).stdout)).toMatchObject([
      { title: 'Gauges 4' },
    ]);
    await expectClean(box);
  });
});

describe('a holder of the lock', () => {
  /** A process that holds the lock, and is stopped. */
  async function stoppedHolder(box: Sandbox): Promise<ReturnType<typeof spawn>> {
    const child = new CrashLab().start(['hold', box.store]);
    const word = await new Promise((done) => child.stdout?.once('data', (chunk) => done(String(chunk))));
    expect(word).toContain('held');
    child.kill('SIGSTOP');
    return child;
  }

  const spooled = (box: Sandbox) =>
    readdirSync(join(box.store, 'spool')).filter((name) => name.endsWith('.json')).length;
  const prompt = (box: Sandbox) =>
    JSON.stringify({ session_id: 'x', cwd: box.work, hook_event_name: 'UserPromptSubmit', prompt: `p ${boxes}` });

  it('that is stopped is not robbed: busy for a person, the spool for a hook; killed, it is gone', async () => {
    const box = newBox();
    expect(loom(box, ['import', 'claude']).code).toBe(0);
    const holder = await stoppedHolder(box);
    try {
      const before = fingerprint(join(box.store, 'journal'));
      const rename = loom(box, ['sessions', 'rename', nativeId(1), 'Gauges', '--json']);
      expect(rename.code, said(rename)).toBe(5);
      expect(loom(box, ['hook', 'claude-code'], { input: prompt(box) }).code).toBe(0);
      expect(spooled(box)).toBeGreaterThan(0);
      const list = loom(box, ['sessions', 'list', '--all']);
      expect(list.code, said(list)).toBe(0);
      expect(list.stderr).toMatch(/wait/);
      expect(fingerprint(join(box.store, 'journal'))).toEqual(before);
    } finally {
      holder.kill('SIGKILL');
    }
    const after = loom(box, ['sessions', 'rename', nativeId(1), 'Gauges']);
    expect(after.code, said(after)).toBe(0);
    expect(spooled(box)).toBe(0);
    await expectClean(box);
  });
});

describe('whatever the umask', () => {
  it.each(['000', '027', '077', '177'])('%s, folders are 0700 and files 0600', async (mask) => {
    const box = newBox();
    const script =
      'umask "$0"; "$1" "$2" import claude && "$1" "$2" sessions rename "$3" Gauges && "$1" "$2" memory propose deep';
    const words = ['-c', script, mask, process.execPath, programPath, nativeId(1)];
    const { status, stderr } = spawnSync('bash', words, { cwd: box.work, env: box.env, encoding: 'utf8' });
    expect(status, stderr).toBe(0);
    for (const path of [box.store, ...walk(box.store)]) {
      const stats = lstatSync(path);
      expect(`${path} ${(stats.mode & 0o777).toString(8)}`).toBe(`${path} ${stats.isDirectory() ? '700' : '600'}`);
    }
    await expectClean(box);
  });
});

describe.skipIf(
  leftOut(
    'stores of other people',
    isRoot ? canRun('setpriv') : { can: false, because: 'only root can become another user' },
  ),
)('a store of somebody else', () => {
  const OTHER = 54_321;
  /** Packages that are no part of the bundle. */
  const NATIVE = ['fs-native-extensions', '@photostructure/sqlite'];
  /** The program where another user can read it. */
  const program = join(root, 'program');

  function as(box: Sandbox, args: readonly string[], input = ''): Run {
    if (!readdirSync(root).includes('program')) {
      for (const name of ['bin', 'dist', 'package.json'])
        cpSync(join(programPath, '../..', name), join(program, name), { recursive: true });
      for (const name of NATIVE) {
        const path = join('node_modules', name);
        cpSync(join(programPath, '../..', path), join(program, path), { recursive: true });
      }
    }
    const words = ['--reuid', String(OTHER), '--regid', String(OTHER), '--clear-groups', process.execPath];
    const result = spawnSync('setpriv', [...words, join(program, 'bin/run.js'), ...args], {
      cwd: '/',
      env: { ...box.env, HOME: join(box.root, 'other-home') },
      input,
      encoding: 'utf8',
    });
    return { args, code: result.status, stdout: result.stdout, stderr: result.stderr, bytes: Buffer.alloc(0) };
  }

  it('that is open to all is not written to, and named as theirs', () => {
    const box = newBox();
    expect(loom(box, ['import', 'claude']).code).toBe(0);
    execFileSync('chmod', ['-R', 'go+rwX', box.root]);
    const before = fingerprint(join(box.store, 'journal'));
    const run = as(box, ['sessions', 'rename', nativeId(1), 'Theirs']);
    expect(run.code, said(run)).toBe(8);
    expect(run.stderr).toContain('belongs to another user');
    expect(as(box, ['hook', 'claude-code'], '{"session_id":"x","hook_event_name":"Stop"}').code).toBe(0);
    expect(fingerprint(join(box.store, 'journal'))).toEqual(before);
  });

  it('that is closed to them is told with its path', () => {
    const box = newBox();
    expect(loom(box, ['import', 'claude']).code).toBe(0);
    chmodSync(box.root, 0o755);
    for (const args of [
      ['sessions', 'list', '--all'],
      ['sessions', 'rename', nativeId(1), 'Theirs'],
      ['import', 'claude'],
    ]) {
      const run = as(box, args);
      expect([7, 8], said(run)).toContain(run.code);
      expect(run.stderr, said(run)).toContain(box.store);
    }
  });

  it('that is their own but not writable is a storage failure with its errno', () => {
    const box = newBox();
    expect(loom(box, ['import', 'claude']).code).toBe(0);
    chmodSync(box.root, 0o755);
    for (const path of [box.store, ...walk(box.store)]) chownSync(path, OTHER, OTHER);
    chmodSync(join(box.store, 'journal'), 0o500);
    writeFileSync(join(box.root, 'note'), '');
    const segment = join(box.store, 'journal', '000001.jsonl');
    chmodSync(segment, 0o400);
    const run = as(box, ['sessions', 'rename', nativeId(1), 'Mine']);
    expect(run.code, said(run)).toBe(7);
    expect(run.stderr).toContain('EACCES');
    expect(run.stderr).toContain(segment);
    const list = as(box, ['sessions', 'list', '--all']);
    expect(list.code, said(list)).toBe(0);
  });
});
