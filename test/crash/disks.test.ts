/** Disks that are full, out of inodes, read-only, or lose their power. */

import { type ChildProcess, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { storeLayout } from '../../src/journal/store-layout.ts';
import { verifyStore } from '../../src/journal/verify.ts';
import { fingerprint } from '../cli/support/case-files.ts';
import { loom, programPath, type Run, type Sandbox, sandboxAt } from '../cli/support/case-sandbox.ts';
import { claudeProjects, nativeId, writeSession } from '../cli/support/claude-fixture.ts';
import { openJournal, sha256 } from '../journal/journal-fixture.ts';
import { until } from '../support/patience.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { acknowledged, CrashLab, census, readSaid } from './support/crash-lab.ts';
import { sampled, times } from './support/depth.ts';
import { canCutPower, canMount, FragileDisk, leftOut, mountMemory, remount, unmount } from './support/machine.ts';

const scratch = mkdtempSync(join(tmpdir(), 'loom-disks-'));
afterAll(() => removeFolder(scratch));
let boxes = 0;

/** A home on the usual disk, and a store on one of its own. */
function boxOn(options: string): Sandbox {
  boxes += 1;
  const box = sandboxAt(join(scratch, `box-${boxes}`));
  mountMemory(box.store, options);
  writeSession(claudeProjects(box.home), { sessionId: nativeId(1), cwd: box.work, pairs: 4 });
  return box;
}

async function errorsOf(box: Sandbox): Promise<readonly string[]> {
  const { findings } = await verifyStore({ layout: storeLayout(box.store), sha256 });
  return findings.filter(({ severity }) => severity === 'error').map(({ code, detail }) => `${code}: ${detail}`);
}

const said = (run: Run) => `loom ${run.args.join(' ')} → ${run.code}\n${run.stderr}${run.stdout}`;

/** Writes until the disk takes no more, or often enough; every answer is either a success or exit 7 that names the errno. */
function fill(box: Sandbox, errno: string): readonly string[] {
  const titles: string[] = [];
  const commands = [
    ['import', 'claude'],
    ['sessions', 'start', '--native-id', 'barge', '--title', 'Barge'],
  ];
  for (let n = 0; n < 12; n += 1) {
    const data = JSON.stringify({ text: `${n} ${'ebb '.repeat(700)}` });
    commands.push(['sessions', 'record', 'barge', 'prompt.submitted', '--data', data]);
  }
  for (const args of commands) {
    const run = loom(box, args);
    const isKnown = titles.some((each) => each.startsWith('sessions start'));
    expect(isKnown ? [0, 7] : [0, 7, 4], said(run)).toContain(run.code);
    if (run.code === 7) expect(run.stderr, said(run)).toContain(errno);
    if (run.code === 0) titles.push(args.join(' '));
  }
  return titles;
}

/** Prompts that the journal holds, of those that were acknowledged. */
function expectKept(box: Sandbox, done: readonly string[]): void {
  const texts: unknown[] = [];
  for (const entry of openJournal(storeLayout(box.store)).read()) {
    if (entry.kind === 'event' && entry.event.type === 'prompt.submitted') texts.push(JSON.stringify(entry.event.data));
  }
  const wanted = done.filter((each) => each.includes('prompt.submitted')).length;
  expect(texts.length).toBeGreaterThanOrEqual(wanted);
  expect(new Set(texts).size).toBe(texts.length);
}

const mounting = canMount();

describe.skipIf(leftOut('full and read-only disks', mounting))('a disk of its own', () => {
  it.each(sampled(['size=24k', 'size=48k', 'size=96k', 'size=160k', 'size=400k'], 2))(
    '(%s) takes what fits, refuses the rest with exit 7, still answers, and goes on with room',
    async (options) => {
      const box = boxOn(options);
      try {
        const done = fill(box, 'ENOSPC');
        expect(await errorsOf(box)).toEqual([]);
        const list = loom(box, ['sessions', 'list', '--all']);
        expect(list.code, said(list)).toBe(0);
        remount(box.store, 'size=64m');
        expect(loom(box, ['import', 'claude']).code).toBe(0);
        expectKept(box, done);
        expect(loom(box, ['journal', 'verify']).code).toBe(0);
      } finally {
        unmount(box.store);
      }
    },
  );

  it.each(sampled(['nr_inodes=4', 'nr_inodes=9', 'nr_inodes=14', 'nr_inodes=20'], 2))(
    '(%s) that has no more inodes loses nothing and says so',
    async (options) => {
      const box = boxOn(`size=8m,${options}`);
      try {
        const done = fill(box, 'ENOSPC');
        expect(await errorsOf(box)).toEqual([]);
        remount(box.store, 'size=8m,nr_inodes=10000');
        expect(loom(box, ['import', 'claude']).code).toBe(0);
        expectKept(box, done);
        expect(loom(box, ['journal', 'verify']).code).toBe(0);
      } finally {
        unmount(box.store);
      }
    },
  );

  it('that is read-only is read, refused with exit 7, and not touched', () => {
    const box = boxOn('size=8m');
    try {
      expect(loom(box, ['import', 'claude']).code).toBe(0);
      remount(box.store, 'ro');
      const before = fingerprint(box.store);
      const write = loom(box, ['sessions', 'rename', nativeId(1), 'Gauges']);
      expect(write.code, said(write)).toBe(7);
      expect(write.stderr).toContain('EROFS');
      for (const args of [
        ['sessions', 'list', '--all'],
        ['sessions', 'show', nativeId(1)],
        ['memory', 'search', 'pier'],
      ]) {
        const run = loom(box, args);
        expect(run.code, said(run)).toBe(0);
      }
      expect(loom(box, ['journal', 'verify']).code).toBe(0);
      expect(loom(box, ['hook', 'claude-code'], { input: '{"session_id":"x","hook_event_name":"Stop"}' }).code).toBe(0);
      expect(fingerprint(box.store)).toEqual(before);
    } finally {
      unmount(box.store);
    }
  });
});

describe('a limit on the size of files', () => {
  it.each(sampled([1, 4, 16, 64], 2))('(%i KiB) ends a command or is told; nothing is half written', async (limit) => {
    const box = sandboxAt(join(scratch, `limit-${limit}`));
    writeSession(claudeProjects(box.home), { sessionId: nativeId(1), cwd: box.work, pairs: 40 });
    const script = 'ulimit -f "$0"; trap "" XFSZ; "$1" "$2" import claude';
    const { status, signal, stderr } = spawnSync('bash', ['-c', script, String(limit), process.execPath, programPath], {
      cwd: box.work,
      env: box.env,
      encoding: 'utf8',
    });
    // Node takes the signal back that the shell ignores: then it is a kill, which must be as harmless.
    expect(
      status === 0 || status === 7 || status === 153 || signal === 'SIGXFSZ',
      `${status} ${signal} ${stderr}`,
    ).toBe(true);
    expect(await errorsOf(box)).toEqual([]);
    expect(loom(box, ['import', 'claude']).code).toBe(0);
    expect(loom(box, ['journal', 'verify']).code).toBe(0);
  });
});

const CUTS = times(3, 6);
const WRITERS = 3;

/** Whether no thread of a process that was stopped is still in the middle of a call. */
function standsStill({ pid }: ChildProcess): boolean {
  const tasks = `/proc/${pid}/task`;
  return readdirSync(tasks).every((task) => /^State:\s+[Tt]/m.test(readFileSync(`${tasks}/${task}/status`, 'utf8')));
}

describe.skipIf(leftOut('power cuts', canCutPower()))('a disk whose power is cut', () => {
  it(`${CUTS} times, under ${WRITERS} writers, holds every event that was acknowledged`, async () => {
    const lab = new CrashLab();
    const disk = new FragileDisk(scratch);
    const layout = storeLayout(join(disk.folder, 'store'));
    lab.run(['create', layout.home]);
    spawnSync('sync', []);
    const acks: string[] = [];
    for (let cut = 1; cut <= CUTS; cut += 1) {
      const writers = Array.from({ length: WRITERS }, (_, n) => lab.start(['append', layout.home, '0', `${cut}${n}`]));
      const texts = writers.map(() => '');
      for (const [n, { stdout }] of writers.entries()) stdout?.on('data', (chunk) => (texts[n] += String(chunk)));
      const lines = () => texts.map((text) => readSaid(text).length);
      await until(
        () => lines().every((count) => count > cut),
        () => `writers that say ${lines()}`,
      );
      // They stand still first: what one says after the cut was not acknowledged by a disk.
      for (const writer of writers) writer.kill('SIGSTOP');
      await until(
        () => writers.every(standsStill),
        () => 'a writer that is stopped went on',
      );
      disk.cutPower();
      for (const writer of writers) writer.kill('SIGKILL');
      await Promise.all(writers.map((writer) => new Promise((done) => writer.once('close', done))));
      disk.unmount();
      disk.mount();
      acks.push(...texts.flatMap((text) => acknowledged(readSaid(text))));
      const { ids, partial, damage } = census(openJournal(layout).read());
      const present = new Set(ids);
      expect(acks.filter((id) => !present.has(id))).toEqual([]);
      expect([partial, damage, ids.length - present.size]).toEqual([[], 0, 0]);
    }
    expect((await verifyStore({ layout, sha256 })).errors).toBe(0);
    disk.unmount();
    process.stderr.write(`${CUTS} power cuts, ${acks.length} acknowledged events, none lost\n`);
    expect(acks.length).toBeGreaterThan(CUTS * 10);
  });
});
