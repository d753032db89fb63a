import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createProcesses, parseProcStat, parsePs } from '../../src/project/processes.ts';

const onLinux = process.platform === 'linux';

describe('the mark of a process', () => {
  it('names this one, which is alive and its own ancestor', () => {
    const processes = createProcesses();
    const mark = processes.mark(process.pid);
    expect(mark).toMatchObject({ pid: process.pid, host: expect.any(String) });
    if (mark === undefined) throw new Error('no mark');
    expect(processes.isAncestor(mark)).toBe(true);
    if (onLinux) expect(processes.look(mark)).toBe('alive');
  });

  it.runIf(onLinux)('tells a parent from a child, and a child that ended from one that runs', async () => {
    const processes = createProcesses();
    const child = spawn('/bin/sleep', ['30'], { stdio: 'ignore' });
    const mark = processes.mark(child.pid ?? 0);
    const parent = processes.mark(processes.parentPid);
    if (mark === undefined || parent === undefined) throw new Error('no mark');
    expect(processes.look(mark)).toBe('alive');
    expect(processes.isAncestor(mark)).toBe(false);
    expect(processes.isAncestor(parent)).toBe(true);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(processes.look(mark)).toBe('gone');
    expect(processes.mark(child.pid ?? 0)).toBeUndefined();
  });

  it.runIf(onLinux)('does not take another process with the same number, start of the machine or host for it', () => {
    const processes = createProcesses();
    const mark = processes.mark(process.pid);
    if (mark === undefined) throw new Error('no mark');
    expect(processes.look({ ...mark, started: '1' })).toBe('gone');
    expect(processes.look({ ...mark, boot: 'another' })).toBe('gone');
    expect(processes.look({ ...mark, host: 'another' })).toBe('elsewhere');
    expect(processes.isAncestor({ ...mark, host: 'another' })).toBe(false);
    expect(processes.isAncestor({ ...mark, started: '1' })).toBe(false);
  });

  it('is not given for a number that is none', () => {
    const processes = createProcesses();
    for (const pid of [0, -1, 1.5, Number.NaN, 2 ** 30]) expect(processes.mark(pid)).toBeUndefined();
  });

  it('knows only whether a number is in use where the system tells no more', () => {
    const processes = createProcesses('win32');
    const mark = processes.mark(process.pid);
    expect(mark).toEqual({ host: expect.any(String), pid: process.pid });
    if (mark === undefined) throw new Error('no mark');
    expect(processes.look(mark)).toBe('unknown');
    expect(processes.look({ ...mark, pid: 2 ** 30 })).toBe('gone');
  });
});

describe('what systems print of a process', () => {
  it('is read although the name of a program may hold anything', () => {
    const fields = Array.from({ length: 17 }, (_, n) => n).join(' ');
    expect(parseProcStat(`7 (a) b (c) S 3 ${fields} 4711 0`)).toEqual({ parent: 3, started: '4711' });
    expect(parseProcStat(`7 (x) Z 3 ${fields} 4711 0`)).toBeUndefined();
    expect(parseProcStat('')).toBeUndefined();
  });

  it('is read from ps', () => {
    expect(parsePs('  1 Ss+  Mon Mar  2 12:00:00 2026 ')).toEqual({ parent: 1, started: 'Mon Mar  2 12:00:00 2026' });
    expect(parsePs('  1 Z+  Mon Mar  2 12:00:00 2026')).toBeUndefined();
  });
});
