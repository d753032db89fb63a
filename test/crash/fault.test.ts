import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../src/journal/store-file.ts';
import type { StoreLayout } from '../../src/journal/store-layout.ts';
import { segmentFile, storeLayout } from '../../src/journal/store-layout.ts';
import { verifyStore } from '../../src/journal/verify.ts';
import { openJournal, sha256 } from '../journal/journal-fixture.ts';
import type { Fault, Said } from './support/crash-lab.ts';
import { acknowledged, CrashLab, census } from './support/crash-lab.ts';
import { DEPTH } from './support/depth.ts';

const lab = new CrashLab();
/** A store with a few commits in more than one segment. */
const filled = await lab.newStore();
lab.run(['append', filled.home, '6', '9']);
const { EIO, ENOSPC } = constants.errno;
const KILL = 0;

if (!lab.hasShim) process.stderr.write('fault tests are skipped: gcc did not build test/crash/fault-shim.c here\n');

/** What must hold after any fault: acknowledged events are there once, no commit is there in part, verify finds no damage. */
async function expectSound(layout: StoreLayout, said: readonly Said[], what: string): Promise<void> {
  const { ids, partial, damage } = census(openJournal(layout).read());
  const present = new Set(ids);
  expect(ids, what).toHaveLength(present.size);
  expect(
    acknowledged(said).filter((id) => !present.has(id)),
    what,
  ).toEqual([]);
  expect(partial, what).toEqual([]);
  expect(damage, what).toBe(0);
  const report = await verifyStore({ layout, sha256 });
  expect(
    report.findings.filter((finding) => finding.severity === 'error'),
    what,
  ).toEqual([]);
}

/**
 * Runs with the fault at the first call, the second, and so on, until none is left to fail; answers how many there were.
 * Of few, the first and one in the middle fail; a round whose `n` is 0 counts the calls.
 */
async function sweep(fault: Omit<Fault, 'n'>, round: (fault: Fault) => Promise<number>): Promise<number> {
  if (DEPTH === 'few') {
    const count = await round({ ...fault, n: 0 });
    for (const n of new Set([1, Math.ceil(count / 2)])) await round({ ...fault, n });
    return count;
  }
  for (let n = 1; n < 100; n += 1) {
    if ((await round({ ...fault, n })) === 0) return n - 1;
  }
  return 99;
}

describe.skipIf(!lab.hasShim)('a writer whose system call fails', () => {
  const journalFaults: readonly (readonly [string, Omit<Fault, 'n'>])[] = [
    ['a full disk after a part of the write', { op: 'write', errno: ENOSPC, short: 100, path: '/journal/' }],
    ['a full disk from then on', { op: 'write', errno: ENOSPC, short: 28, forever: true, path: '/journal/' }],
    ['a write error', { op: 'write', errno: EIO, path: '/journal/' }],
    ['one failing sync', { op: 'sync', errno: EIO, path: '/journal' }],
    ['syncs that fail from then on', { op: 'sync', errno: EIO, forever: true, path: '/journal' }],
    ['one failing open', { op: 'open', errno: EIO, path: '/journal/' }],
    ['opens that fail from then on', { op: 'open', errno: EIO, forever: true, path: '/journal/' }],
    ['a kill in the middle of a write', { op: 'write', errno: KILL, short: 90, path: '/journal/' }],
    ['a kill between write and sync', { op: 'sync', errno: KILL, path: '/journal' }],
    ['a kill before an open', { op: 'open', errno: KILL, path: '/journal/' }],
  ];

  it.each(journalFaults)('(%s) acknowledges only what is safe, and the next one goes on', async (what, fault) => {
    const count = await sweep(fault, async (one) => {
      const layout = await lab.newStore();
      const first = lab.run(['append', layout.home, '4', String(one.n)], one);
      await expectSound(layout, first.said, `${what}, call ${one.n}`);
      for (const line of first.said.filter((word) => !word.ok)) expect(line.kind, JSON.stringify(line)).toBe('storage');
      const second = lab.run(['append', layout.home, '2', '77']);
      expect(
        second.said.map((line) => line.ok),
        `${what}, call ${one.n}, afterwards`,
      ).toEqual([true, true]);
      await expectSound(layout, [...first.said, ...second.said], `${what}, call ${one.n}, afterwards`);
      return first.faults;
    });
    expect(count).toBeGreaterThan(3);
  });

  it('puts events whose sync failed once into a new segment, and acknowledges them', async () => {
    const layout = await lab.newStore();
    lab.run(['append', layout.home, '1', '5']);
    const { said } = lab.run(['append', layout.home, '1', '6'], { op: 'sync', errno: EIO, path: '/journal', n: 1 });
    expect(said).toMatchObject([{ ok: true }]);
    expect(readdirSync(layout.journalDir).filter((name) => name.endsWith('.jsonl'))).toHaveLength(2);
    const header = JSON.parse(readFileSync(segmentFile(layout, 2), 'utf8').split('\n')[0] ?? '');
    expect(header).toMatchObject({ type: 'journal.segment', data: { ends: [{ segment: 1, reason: 'sync-failed' }] } });
  });

  it('says that nothing is known when no sync succeeds', async () => {
    const layout = await lab.newStore();
    const { said } = lab.run(['append', layout.home, '1', '5'], {
      op: 'sync',
      errno: EIO,
      path: '/journal',
      n: 1,
      forever: true,
    });
    expect(said).toMatchObject([{ ok: false, kind: 'storage', code: 'journal-sync-failed', errno: 'EIO' }]);
    expect([...openJournal(layout).read()]).toEqual([]);
  });

  it('names path and error of a write that failed', async () => {
    const layout = await lab.newStore();
    const { said } = lab.run(['append', layout.home, '1', '5'], {
      op: 'write',
      errno: ENOSPC,
      path: '/journal/',
      n: 1,
    });
    expect(said).toMatchObject([{ ok: false, kind: 'storage', code: 'journal-write-failed', errno: 'ENOSPC' }]);
  });
});

describe.skipIf(!lab.hasShim)('a store that is being made', () => {
  it.each<[string, Omit<Fault, 'n'>]>([
    ['a kill before a write', { op: 'write', errno: KILL, path: 'loom-crash-' }],
    ['a kill before a sync', { op: 'sync', errno: KILL, path: 'loom-crash-' }],
    ['a kill before a rename', { op: 'rename', errno: KILL, path: 'loom-crash-' }],
    ['a failing rename', { op: 'rename', errno: EIO, path: 'loom-crash-' }],
    ['a full disk', { op: 'write', errno: ENOSPC, short: 3, path: 'loom-crash-' }],
  ])('(%s) is there or not, and can be made afterwards', async (what, fault) => {
    const count = await sweep(fault, async (one) => {
      const layout = storeLayout(lab.newHome());
      const { faults } = lab.run(['create', layout.home], one);
      const again = lab.run(['create', layout.home]);
      expect(again.said, `${what}, call ${one.n}`).toMatchObject([{ ok: true }]);
      expect(openStore(layout)?.key).toHaveLength(32);
      return faults;
    });
    expect(count).toBeGreaterThan(0);
  });
});

describe.skipIf(!lab.hasShim)('an erasure that is cut short', () => {
  it.each<[string, Omit<Fault, 'n'>]>([
    ['a kill before a rename', { op: 'rename', errno: KILL, path: '/store-' }],
    ['a kill before an unlink', { op: 'unlink', errno: KILL, path: '/store-' }],
    ['a kill before a sync', { op: 'sync', errno: KILL, path: '/store-' }],
    ['a kill in a write', { op: 'write', errno: KILL, short: 50, path: '/store-' }],
    ['a failing rename', { op: 'rename', errno: EIO, path: '/store-' }],
    ['a full disk', { op: 'write', errno: ENOSPC, short: 50, path: '/store-' }],
  ])('(%s) is finished by the next writer once it was begun', async (what, fault) => {
    const count = await sweep(fault, async (one) => {
      const layout = lab.copyOf(filled);
      writeFileSync(join(layout.home, 'canary.txt'), 'thread');
      const { faults } = lab.run(['erase', layout.home], one);
      const begun = existsSync(layout.purgeIntentFile);
      const again = lab.run(begun ? ['append', layout.home, '1', '3'] : ['erase', layout.home]);
      expect(
        again.said.every((line) => line.ok),
        `${what}, call ${one.n}: ${JSON.stringify(again.said)}`,
      ).toBe(true);
      expect(existsSync(layout.purgeIntentFile)).toBe(false);
      await expectErased(layout, again.said, `${what}, call ${one.n}`);
      return faults;
    });
    expect(count).toBeGreaterThan(1);
  });

  async function expectErased(layout: StoreLayout, later: readonly Said[], what: string): Promise<void> {
    const newer = new Set(acknowledged(later));
    const types: string[] = [];
    for (const entry of openJournal(layout).read()) {
      if (entry.kind !== 'event') throw new Error(`${what}: ${entry.kind}`);
      if (entry.event.type !== 'session.renamed') types.push(entry.event.type);
      else if (!newer.has(entry.event.id)) expect(entry.event.data, what).toEqual({ erased: true });
    }
    expect(types.filter((type) => type === 'session.purged').length, what).toBeGreaterThanOrEqual(1);
    expect(existsSync(join(layout.home, 'canary.txt')), what).toBe(false);
    await expectSound(layout, [], what);
  }
});

describe.skipIf(!lab.hasShim)('a repair that is cut short', () => {
  it.each<[string, Omit<Fault, 'n'>]>([
    ['a kill before a rename', { op: 'rename', errno: KILL, path: '/store-' }],
    ['a kill before a sync', { op: 'sync', errno: KILL, path: '/store-' }],
    ['a kill in a write', { op: 'write', errno: KILL, short: 50, path: '/store-' }],
    ['a failing rename', { op: 'rename', errno: EIO, path: '/store-' }],
  ])('(%s) is done by the next one', async (what, fault) => {
    const count = await sweep(fault, async (one) => {
      const layout = lab.copyOf(filled);
      const path = segmentFile(layout, 1);
      const damaged = readFileSync(path);
      damaged.writeUInt8(damaged.readUInt8(400) ^ 1, 400);
      writeFileSync(path, damaged);
      const { faults } = lab.run(['repair', layout.home], one);
      expect(lab.run(['repair', layout.home]).said, `${what}, call ${one.n}`).toMatchObject([{ ok: true }]);
      const report = await verifyStore({ layout, sha256 });
      expect(
        report.findings.filter((finding) => finding.severity === 'error'),
        `${what}, call ${one.n}`,
      ).toEqual([]);
      const repaired = [...openJournal(layout).read()].filter(
        (entry) => entry.kind === 'event' && entry.event.type === 'journal.repaired',
      );
      expect(repaired.length, `${what}, call ${one.n}`).toBeGreaterThanOrEqual(1);
      return faults;
    });
    expect(count).toBeGreaterThan(1);
  });
});

function mountTinyDisk(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true });
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k,mode=700', 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const disk = join(lab.folder, 'disk');
const mounted = mountTinyDisk(disk);
if (!mounted) process.stderr.write('the full-disk test is skipped: only root may mount a tmpfs\n');

describe.skipIf(!mounted)('a disk of 64 KiB', () => {
  it('takes what fits, refuses the rest with the reason, and takes more once there is room', async () => {
    onTestFinished(() => void execFileSync('umount', [disk]));
    const layout = storeLayout(join(disk, 'store'));
    lab.run(['create', layout.home]);
    const { said } = lab.run(['trickle', layout.home, '400', '4']);
    const refused = said.filter((line) => !line.ok);
    expect(acknowledged(said).length).toBeGreaterThan(0);
    expect(refused.length).toBeGreaterThan(0);
    for (const line of refused) expect(line).toMatchObject({ kind: 'storage', errno: 'ENOSPC' });
    await expectSound(layout, said, 'on a full disk');
    execFileSync('mount', ['-o', 'remount,size=16m', disk]);
    const later = lab.run(['trickle', layout.home, '5', '8']);
    expect(later.said.every((line) => line.ok)).toBe(true);
    await expectSound(layout, [...said, ...later.said], 'with room again');
  });
});
