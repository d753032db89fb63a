import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Processes } from '../app/ports/snapshots.ts';
import type { ProcessMark } from '../events/session-data.ts';

/** A process as the system shows it. */
interface SeenProcess {
  readonly parent: number;
  readonly started?: string;
}

/** How one kind of system tells of its processes. `undefined`: no such process, or nothing is told. */
interface ProcessTable {
  readonly boot: () => string | undefined;
  readonly see: (pid: number) => SeenProcess | undefined;
}

const TIME_LIMIT = 1000;
/** No chain of parents is longer; a loop in what the system tells ends here. */
const MOST_PARENTS = 64;

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Fields after the command, which stands in brackets and may hold anything. A zombie runs no more. */
export function parseProcStat(text: string): SeenProcess | undefined {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state, parent] = fields;
  const started = fields[19];
  if (state === undefined || state === 'Z' || state === 'X' || started === undefined) return undefined;
  return { parent: Number(parent), started: started.trim() };
}

const LINUX: ProcessTable = {
  boot: () => readText('/proc/sys/kernel/random/boot_id')?.trim(),
  see: (pid) => {
    const text = readText(`/proc/${pid}/stat`);
    return text === undefined ? undefined : parseProcStat(text);
  },
};

function ask(program: string, args: readonly string[]): string | undefined {
  const options = { env: { LC_ALL: 'C', TZ: 'UTC' }, timeout: TIME_LIMIT, encoding: 'utf8', shell: false } as const;
  const run = spawnSync(program, args, options);
  return run.error === undefined && run.status === 0 ? run.stdout.trim() : undefined;
}

/** Reads `ppid stat lstart` of `ps`. */
export function parsePs(line: string): SeenProcess | undefined {
  const [, parent, state, started] = /^\s*(\d+)\s+(\S+)\s+(.+?)\s*$/.exec(line) ?? [];
  if (parent === undefined || started === undefined || state?.startsWith('Z') === true) return undefined;
  return { parent: Number(parent), started };
}

const DARWIN: ProcessTable = {
  boot: () => /sec = (\d+)/.exec(ask('/usr/sbin/sysctl', ['-n', 'kern.boottime']) ?? '')?.[1],
  see: (pid) => {
    const line = ask('/bin/ps', ['-o', 'ppid=,stat=,lstart=', '-p', String(pid)]);
    return line === undefined ? undefined : parsePs(line);
  },
};

const SILENT: ProcessTable = { boot: () => undefined, see: () => undefined };

function tableOf(platform: string): ProcessTable {
  if (platform === 'linux' || platform === 'android') return LINUX;
  return platform === 'darwin' ? DARWIN : SILENT;
}

/** Whether anything runs under the number, whoever it is. */
function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function isPid(pid: number): boolean {
  return Number.isSafeInteger(pid) && pid > 0;
}

/** Processes of this machine, from `/proc` or `ps`; elsewhere only whether a number is in use. */
export function createProcesses(platform: string = process.platform): Processes {
  const table = tableOf(platform);

  function isSame(mark: ProcessMark): 'alive' | 'gone' | 'unknown' {
    const seen = table.see(mark.pid);
    if (seen === undefined) return exists(mark.pid) && table !== LINUX ? 'unknown' : absent(mark.pid);
    if (mark.started === undefined || seen.started === undefined) return 'unknown';
    return mark.started === seen.started ? 'alive' : 'gone';
  }

  /** A system that hides the processes of others still tells that a number is in use; a zombie is in use, and gone. */
  function absent(pid: number): 'gone' | 'unknown' {
    return exists(pid) && readText(`/proc/${pid}/stat`) === undefined ? 'unknown' : 'gone';
  }

  return {
    parentPid: process.ppid,
    mark(pid) {
      const seen = isPid(pid) ? table.see(pid) : undefined;
      if (seen === undefined && !(isPid(pid) && table === SILENT && exists(pid))) return undefined;
      const boot = table.boot();
      return {
        host: hostname(),
        ...(boot === undefined ? {} : { boot }),
        pid,
        ...(seen?.started === undefined ? {} : { started: seen.started }),
      };
    },
    look(mark) {
      if (mark.host !== hostname()) return 'elsewhere';
      const boot = table.boot();
      if (mark.boot !== undefined && boot !== undefined && mark.boot !== boot) return 'gone';
      return isPid(mark.pid) ? isSame(mark) : 'unknown';
    },
    isAncestor(mark) {
      if (mark.host !== hostname()) return false;
      let pid = process.pid;
      for (let step = 0; step < MOST_PARENTS && isPid(pid); step += 1) {
        if (pid === mark.pid) return isSame(mark) !== 'gone';
        pid = table.see(pid)?.parent ?? (pid === process.pid ? process.ppid : 0);
      }
      return false;
    },
  };
}
